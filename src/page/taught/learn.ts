import type { HtmlElement } from '../html/html.ts'
import { placesOf } from './candidates.ts'
import { readingAs, waysOf } from './conversions.ts'
import { shortHash } from './hash.ts'
import { indexPage, type PageIndex } from './index-page.ts'
import { type FieldExample, learnField } from './learn-field.ts'
import { onlyPresent } from './present.ts'
import type { Family, FieldKind, Rule, TaughtField, TaughtList, TaughtReader } from './reader.ts'
import { allRules, familyOf } from './reader.ts'
import { type Entry, findRows, learnRows, looksOfNoRow, rowsWithTexts } from './rows.ts'
import { learnShares } from './shared-texts.ts'
import { commonTexts, templateOf } from './template.ts'
import { vote } from './votes.ts'

/** What is to be learned, by JSON Pointer; of a list, by pointers into an entry. */
export type TaughtKinds = {
  fields: ReadonlyMap<string, FieldKind>
  lists: ReadonlyMap<string, ReadonlyMap<string, FieldKind>>
}

/** A page whose values are known. Null says that the page has none. */
export type Example = {
  root: HtmlElement
  url: string
  fields: ReadonlyMap<string, unknown>
  /** Without entries: the page has none. */
  lists: ReadonlyMap<string, readonly ReadonlyMap<string, unknown>[]>
  /** The numbers of texts that somebody pointed at: a value elsewhere in the page is then chance. */
  marks?: ReadonlyMap<string, number>
  /** By list, the numbers of texts in what looks like a row and is none. */
  notRows?: ReadonlyMap<string, readonly number[]>
  /** Somebody’s answers: what is not on its page is left out. */
  isLenient?: boolean
}

export type Lesson = {
  reader: TaughtReader
  /** Examples that the others contradict. */
  doubted: { field: string; example: number }[]
  questions: Question[]
  summary: Record<string, { taught: number; families: Family[]; expected: number; seenOn: number }>
}

/** A page without labels on which rules disagree. */
export type Question = {
  url: string
  field: string
  choices: { value: unknown; quote: string; by: Family[] }[]
}

/** A value that does not stand on its page. */
export type Absent = { field: string; example: number; value: unknown; nearest: string | undefined }

export type LearnOutcome = { is: 'learned'; lesson: Lesson } | { is: 'absent'; absent: Absent }

export const learnReader = (
  usual: TaughtKinds,
  given: readonly Example[],
  others: readonly { root: HtmlElement; url: string }[],
): LearnOutcome => {
  const pages = given.map(({ root, url }) => indexPage(root, url))
  const kinds = meantKinds(usual, given, pages)
  const unlabelled = others.map(({ root, url }) => indexPage(root, url))
  const absent = findAbsent(kinds, given, pages)
  if (absent) return { is: 'absent', absent }
  const isAnyLenient = given.some(({ isLenient }) => isLenient)
  const examples = isAnyLenient ? onlyPresent(kinds, given, pages) : given
  const common = new Set(commonTexts([...pages, ...unlabelled]))
  const isCommon = (text: string) => common.has(shortHash(text))
  const lesson: Lesson = {
    reader: {
      ...{ fields: {}, lists: {}, common: [...common] },
      template: templateOf(pages, unlabelled),
    },
    ...{ doubted: [], questions: [], summary: {} },
  }
  for (const [pointer, own] of kinds.fields) {
    const given = examplesOf(pointer, own, examples, pages)
    if (given.every(({ key }) => key === null)) {
      // What no page of several has need not be asked of anybody, until a check finds it.
      if (isAnyLenient && given.length >= fewestAbsent) lesson.reader.fields[pointer] = neverSeen
      continue
    }
    const { field, doubted, rivals } = learnField(own, given, unlabelled, isCommon)
    const kind = readingAs(own, field.convert)
    lesson.reader.fields[pointer] = field
    lesson.doubted.push(
      ...doubted.map(at => ({ field: pointer, example: given[at]?.example ?? 0 })),
    )
    lesson.summary[pointer] = summaryOf(kind, field, given, unlabelled)
    lesson.questions.push(...questionsOf(pointer, kind, field, rivals, unlabelled))
  }
  learnShares(lesson.reader.fields, kinds.fields, pages)
  for (const [pointer, columns] of kinds.lists) {
    const list = learnList(columns, pointer, examples, pages)
    if (list) lesson.reader.lists[pointer] = list
  }
  return {
    is: 'learned',
    lesson: { ...lesson, questions: lesson.questions.slice(0, maxQuestions) },
  }
}

const maxQuestions = 5
const maxNot = 20
const fewestAbsent = 3
const neverSeen: TaughtField = { rules: [], expect: 0, seen: 0, shape: {} }

type Given = FieldExample & { example: number }

/** A field that an example leaves out is not said there, and so no example of it. */
const examplesOf = (
  pointer: string,
  kind: FieldKind,
  examples: readonly Example[],
  pages: readonly PageIndex[],
): Given[] =>
  examples.flatMap(({ fields, marks }, example) => {
    const value = fields.get(pointer)
    const page = pages[example]
    if (value === undefined || !page) return []
    const key = value === null ? null : (kind.keyOf(value) ?? null)
    return [{ example, page, key, mark: marks?.get(pointer) }]
  })

/**
 * A text may say two things: 3/4/2011, 12.500, -5. Where the usual reading does not give what the
 * examples say, the one that gives most of it is meant; a figure within a text is half of it.
 */
export const meantKinds = (
  { fields, lists }: TaughtKinds,
  examples: readonly Example[],
  pages: readonly PageIndex[],
): TaughtKinds => {
  const meant = (kind: FieldKind, valuesOf: (example: Example) => readonly unknown[]) => {
    if (!kind.ways) return kind
    const said = examples.flatMap((example, at) =>
      valuesOf(example)
        .filter(value => value !== null && value !== undefined)
        .map(value => ({ value, page: pages[at] as PageIndex })),
    )
    let best = { way: kind, count: -1 }
    for (const way of waysOf(kind)) {
      const count = said.reduce((sum, { value, page }) => sum + standing(page, way, value), 0)
      if (count > best.count) best = { way, count }
      if (count === said.length) break
    }
    return best.way
  }
  return {
    fields: new Map(
      [...fields].map(([at, kind]) => [at, meant(kind, one => [one.fields.get(at)])]),
    ),
    lists: new Map(
      [...lists].map(([list, columns]) => [
        list,
        new Map(
          [...columns].map(([at, kind]) => [
            at,
            meant(kind, one => (one.lists.get(list) ?? []).map(entry => entry.get(at))),
          ]),
        ),
      ]),
    ),
  }
}

/** The first value of an example that does not stand on its page. */
export const findAbsent = (
  kinds: TaughtKinds,
  examples: readonly Example[],
  pages: readonly PageIndex[],
): Absent | undefined => {
  for (const [example, { fields, lists, isLenient }] of examples.entries()) {
    if (isLenient) continue
    const page = pages[example] as PageIndex
    const look = (field: string, kind: FieldKind | undefined, value: unknown) => {
      if (!kind || value === null || value === undefined || standing(page, kind, value) > 0) return
      return {
        field,
        example,
        value,
        nearest: nearestFigure(page, kind, value) ?? nearestText(page, value),
      }
    }
    for (const [field, value] of fields) {
      const absent = look(field, kinds.fields.get(field), value)
      if (absent) return absent
    }
    for (const [list, entries] of lists)
      for (const [at, entry] of entries.entries())
        for (const [field, value] of entry) {
          const absent = look(`${list}/${at}${field}`, kinds.lists.get(list)?.get(field), value)
          if (absent) return absent
        }
  }
  return undefined
}

/** 1 where a text is the value, 0.5 where one has it, and 0 where none does. */
const standing = (page: PageIndex, kind: FieldKind, value: unknown): number => {
  const key = kind.keyOf(value)
  let found = 0
  if (key !== undefined)
    for (const { cuts, isInline } of placesOf(page, kind, key)) {
      if (isInline || cuts.includes(undefined)) return 1
      found = 0.5
    }
  return found
}

/** For 1037.05, “$1,037.50”: of what reads as a number, the nearest that is no other size. */
const nearestFigure = (page: PageIndex, kind: FieldKind, value: unknown): string | undefined => {
  if (typeof value !== 'number') return undefined
  let best: { text: string; off: number } | undefined
  for (const { text } of page.found.texts.slice(0, 5_000)) {
    const read = kind.read(text, page.url)?.value
    const off = typeof read === 'number' ? Math.abs(read - value) : Infinity
    if (off <= Math.abs(value) / 2 && off < (best?.off ?? Infinity)) best = { text, off }
  }
  return best?.text.slice(0, 200)
}

/** The text of the page that shares most words with a value. */
const nearestText = (page: PageIndex, value: unknown): string | undefined => {
  const words = new Set(wordsIn(String(value)))
  let best: { text: string; score: number } | undefined
  for (const { text } of page.found.texts) {
    const own = wordsIn(text.slice(0, 500))
    const shared = own.filter(word => words.has(word)).length
    const score = (2 * shared) / (own.length + words.size)
    if (shared > 0 && score > (best?.score ?? 0)) best = { text: text.slice(0, 200), score }
  }
  return best?.text
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []

const learnList = (
  columns: ReadonlyMap<string, FieldKind>,
  pointer: string,
  examples: readonly Example[],
  pages: readonly PageIndex[],
): TaughtList | undefined => {
  let list: TaughtList | undefined
  const told = examples.flatMap(({ lists }) => lists.get(pointer)?.length ?? [])
  const seen = told.filter(entries => entries > 0).length / Math.max(1, told.length)
  const given = new Map<string, FieldExample[]>()
  const refused: HtmlElement[] = []
  const taught: HtmlElement[] = []
  for (const [example, { lists, root, notRows }] of examples.entries()) {
    const entries = (lists.get(pointer) ?? []).map(entry => keysOf(entry, columns))
    const page = pages[example] as PageIndex
    const found = learnRows(page, columns, entries)
    if (!found) continue
    const { parents, row } = found.places
    list ??= { parents: [], row, fields: {}, seen }
    list.parents = [...new Set([...list.parents, ...parents])].sort()
    list.row.any = list.row.any.filter(name => row.any.includes(name))
    taught.push(...found.rows)
    const all = findRows(root, found.places)
    refused.push(...rowsWithTexts(page, all, notRows?.get(pointer) ?? []))
    for (const [at, element] of found.rows.entries()) {
      const index = indexPage(element, page.url)
      for (const column of columns.keys()) {
        const key = entries[at]?.get(column) ?? null
        given.set(column, [...(given.get(column) ?? []), { page: index, key }])
      }
    }
  }
  if (!list) return undefined
  const not = [...new Set(looksOfNoRow(refused, taught))].slice(0, maxNot)
  if (not.length > 0) list.row.not = not
  for (const [column, kind] of columns) {
    const rows = given.get(column) ?? []
    if (rows.some(({ key }) => key !== null)) list.fields[column] = learnField(kind, rows, []).field
  }
  return list
}

const keysOf = (
  entry: ReadonlyMap<string, unknown>,
  columns: ReadonlyMap<string, FieldKind>,
): Entry =>
  new Map(
    [...entry].flatMap(([column, value]) => {
      const key = value === null ? undefined : columns.get(column)?.keyOf(value)
      return key === undefined ? [] : [[column, key] as const]
    }),
  )

const summaryOf = (
  kind: FieldKind,
  field: TaughtField,
  given: readonly Given[],
  others: readonly PageIndex[],
) => {
  const best = new Map<Family, number>()
  for (const { view, p } of field.rules) {
    const family = familyOf(view)
    best.set(family, Math.max(p, best.get(family) ?? 0))
  }
  const wrong = [...best.values()].reduce((product, p) => product * (1 - p), 1)
  const pages = [...given.map(({ page }) => page), ...others]
  return {
    taught: given.filter(({ key }) => key !== null).length,
    families: [...best.keys()].sort(),
    // Never certain: the examples are few.
    expected: Math.min(0.99, Math.round((1 - wrong) * 100) / 100),
    seenOn: pages.filter(page => vote(page, kind, allRules(field))[0]?.said.key).length,
  }
}

const questionsOf = (
  field: string,
  kind: FieldKind,
  { rules }: TaughtField,
  rivals: readonly Rule[],
  others: readonly PageIndex[],
): Question[] =>
  others.flatMap(page => {
    const votes = vote(page, kind, rules).filter(({ said }) => said.key !== '')
    const [first, second] = votes
    if (!first) return []
    const [rival] = vote(page, kind, rivals).filter(({ said }) => said.key !== '')
    const isDisputed = second && second.score > first.score / 2
    const other = isDisputed ? second : rival?.said.key === first.said.key ? undefined : rival
    if (!other) return []
    const choices = [first, other].map(({ said: { value, quote }, by }) => ({ value, quote, by }))
    return [{ url: page.url, field, choices }]
  })
