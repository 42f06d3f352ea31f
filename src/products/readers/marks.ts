import { AppError, invalidRequest } from '../../kit/errors.ts'
import { namesOfPointer } from '../../kit/json-pointer.ts'
import { own, setOwn } from '../../kit/own.ts'
import { parsePage } from '../../page/html/parse-page.ts'
import { type Atom, readAtoms } from '../../page/taught/atoms.ts'
import { type Conversion, readingAs, shownBy, waysOf } from '../../page/taught/conversions.ts'
import type { TaughtKinds } from '../../page/taught/learn.ts'
import type { FieldKind } from '../../page/taught/reader.ts'
import { valueAt } from './example-data.ts'
import type { LabelledPage, Mark, Marks } from './learn-task.ts'

/** How the texts of a field are meant, as its marks or other pages show it. */
export type Meant = ReadonlyMap<FieldKind, readonly Conversion[]>

type Read = {
  /** The examples with what their marks point at among their data, as the schema wants it. */
  marked: LabelledPage[]
  /** Fields of which a mark says two things, and nobody which of them. */
  unsure: Set<FieldKind>
}

/** Of `fresh` pages the data is what was typed in; of older ones it may be what was read before. */
export const readMarks = (
  kinds: TaughtKinds,
  pages: readonly LabelledPage[],
  fresh: number,
  elsewhere: Meant = new Map(),
): Read => {
  const unsure = new Set<FieldKind>()
  const all = pages.map((page, example) => marksIn(kinds, page, example))
  const shown = new Map([...elsewhere].map(([kind, done]) => [kind, [...done]]))
  for (const { kind, words, url } of all.flat())
    shown.set(kind, [...(shown.get(kind) ?? []), ...signsIn(kind, words, url)])
  // A site writes its figures and days in one way.
  const ofSite = [...shown.values()].flat().filter(one => one !== 'sign or brackets as minus')
  const meantAs = (kind: FieldKind, words: string, url: string, usual: Reading) => {
    const own = shown.get(kind) ?? []
    const read = readingAs(kind, own).read(words, url)
    if (read?.key !== usual?.key) return read
    return readingAs(kind, [...own, ...ofSite]).read(words, url) ?? read
  }
  const marked = pages.map((page, example) => {
    const marks = all[example] ?? []
    if (marks.length === 0) return page
    const empty = kinds.lists.has('') ? [] : {}
    const filled = structuredClone(page.data ?? empty) as Record<string, unknown>
    for (const { pointer, kind, path, words, url } of marks) {
      const usual = kind.read(words, url)
      const typed = path.reduce(own, filled as unknown)
      const ways = waysOf(kind).map(way => way.read(words, url))
      const isTyped = ways.find(
        read => read?.key === kind.keyOf(typed) && (example < fresh || read?.key !== usual?.key),
      )
      const read = isTyped ?? meantAs(kind, words, url, usual) ?? usual
      if (!read)
        throw new AppError(
          'example_value_absent',
          `Example ${example + 1}: ${pointer} cannot be read from “${words.slice(0, 100)}”.`,
        )
      if (!isTyped && ways.some(one => one?.key !== usual?.key)) unsure.add(kind)
      put(filled, path, read.value)
    }
    for (const list of kinds.lists.keys()) {
      const entries = valueAt(filled, list)
      if (Array.isArray(entries) && Object.keys(entries).length < entries.length)
        throw invalidRequest(
          `Example ${example + 1}: the entries of ${list || 'the list'} are numbered from 0, without gaps.`,
        )
    }
    return { ...page, data: filled }
  })
  return { marked, unsure }
}

const signsIn = (kind: FieldKind, words: string, url: string): readonly Conversion[] =>
  /^[-−–]\p{Sc}?\p{N}/u.test(words)
    ? ['sign or brackets as minus', ...shownBy(kind, words.slice(1), url)]
    : shownBy(kind, words, url)

type Reading = ReturnType<FieldKind['read']>

type MarkedText = Place & { pointer: string; words: string; url: string }

const marksIn = (
  kinds: TaughtKinds,
  { source, url, marks = {} }: LabelledPage,
  example: number,
): MarkedText[] => {
  const given = Object.entries(marks).filter(([pointer]) => {
    const list = notRow.exec(pointer)?.[1]
    return list === undefined || !kinds.lists.has(list)
  })
  if (given.length === 0) return []
  const { texts } = readAtoms(parsePage(source).root, new Set())
  return given.map(([pointer, mark]) => {
    const place = placeOf(kinds, pointer)
    const words = wordsAt(texts, mark)
    if (!place || words === undefined)
      throw new AppError(
        'example_value_absent',
        `Example ${example + 1}: ${pointer} cannot be read from “${(words ?? '').slice(0, 100)}”.`,
      )
    return { ...place, pointer, words, url }
  })
}

/** `/reviews/-1`: the first of what is no row of the list. */
const notRow = /^(.*)\/-\d{1,3}$/

export const notRowsIn = (marks: Marks): Map<string, number[]> => {
  const byList = new Map<string, number[]>()
  for (const [pointer, { text }] of Object.entries(marks)) {
    const list = notRow.exec(pointer)?.[1]
    if (list !== undefined) byList.set(list, [...(byList.get(list) ?? []), text])
  }
  return byList
}

const wordsAt = (
  texts: readonly Pick<Atom, 'text'>[],
  { text, to, start, end }: Mark,
): string | undefined => {
  const whole = texts
    .slice(text, (to ?? text) + 1)
    .map(one => one.text)
    .join(' ')
  return whole.slice(start ?? 0, end ?? whole.length) || undefined
}

type Place = { kind: FieldKind; path: string[] }

const placeOf = ({ fields, lists }: TaughtKinds, pointer: string): Place | undefined => {
  const own = fields.get(pointer)
  if (own) return { kind: own, path: namesOfPointer(pointer) }
  for (const [list, columns] of lists) {
    if (!pointer.startsWith(`${list}/`)) continue
    const [row = '', ...below] = pointer.slice(list.length + 1).split('/')
    const column = below.length > 0 ? `/${below.join('/')}` : ''
    const kind = /^\d{1,2}$/.test(row) ? columns.get(column) : undefined
    if (kind) return { kind, path: [...namesOfPointer(list), row, ...namesOfPointer(column)] }
  }
  return undefined
}

/** Numbers make lists. */
const put = (into: Record<string, unknown>, path: readonly string[], value: unknown): void => {
  let at: object = into
  for (const [depth, name] of path.entries()) {
    const next = path[depth + 1]
    const made = next === undefined ? value : (own(at, name) ?? (/^\d+$/.test(next) ? [] : {}))
    setOwn(at, name, made)
    at = Object(made)
  }
}
