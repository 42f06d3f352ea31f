import { AppError } from '../../kit/errors.ts'
import { parsePage } from '../../page/html/parse-page.ts'
import { type Atom, readAtoms } from '../../page/taught/atoms.ts'
import { waysOf } from '../../page/taught/conversions.ts'
import type { TaughtKinds } from '../../page/taught/learn.ts'
import type { FieldKind } from '../../page/taught/reader.ts'
import type { LabelledPage, Mark, Marks } from './learn-task.ts'

/** An example with what its marks point at among its data, as the schema wants it. */
export const readMarks = (
  kinds: TaughtKinds,
  page: LabelledPage,
  example: number,
): LabelledPage => {
  const { source, url, data, marks = {} } = page
  if (Object.keys(marks).length === 0) return page
  const { texts } = readAtoms(parsePage(source).root, new Set())
  const filled = structuredClone(data ?? (kinds.lists.has('') ? [] : {})) as Record<string, unknown>
  for (const [pointer, mark] of Object.entries(marks)) {
    const [, list] = notRow.exec(pointer) ?? []
    if (list !== undefined && kinds.lists.has(list)) continue
    const place = placeOf(kinds, pointer)
    const words = wordsAt(texts, mark)
    const read = words === undefined ? undefined : place && readAs(place, filled, words, url)
    if (!place || !read)
      throw new AppError(
        'example_value_absent',
        `Example ${example + 1}: ${pointer} cannot be read from “${(words ?? '').slice(0, 100)}”.`,
      )
    put(filled, place.path, read.value)
  }
  return { ...page, data: filled }
}

/** What was typed in beside a mark says how its words are meant, where they say two things. */
const readAs = (
  { kind, path }: Place,
  data: unknown,
  words: string,
  url: string,
): ReturnType<FieldKind['read']> => {
  const typed = path.reduce((at: unknown, name) => Object(at)[name], data)
  const isTyped = (read: ReturnType<FieldKind['read']>) =>
    read !== undefined && read.key === kind.keyOf(typed)
  const meant = waysOf(kind).map(way => way.read(words, url))
  return meant.find(isTyped) ?? meant[0]
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

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))

type Place = { kind: FieldKind; path: string[] }

const placeOf = ({ fields, lists }: TaughtKinds, pointer: string): Place | undefined => {
  const own = fields.get(pointer)
  if (own) return { kind: own, path: partsOf(pointer) }
  for (const [list, columns] of lists) {
    if (!pointer.startsWith(`${list}/`)) continue
    const [row = '', ...below] = pointer.slice(list.length + 1).split('/')
    const column = below.length > 0 ? `/${below.join('/')}` : ''
    const kind = /^\d{1,2}$/.test(row) ? columns.get(column) : undefined
    if (kind) return { kind, path: [...partsOf(list), row, ...partsOf(column)] }
  }
  return undefined
}

/** Numbers make lists. Defined rather than assigned: a caller may name a property `__proto__`. */
const put = (into: Record<string, unknown>, path: readonly string[], value: unknown): void => {
  let at: object = into
  for (const [depth, name] of path.entries()) {
    const next = path[depth + 1]
    const known = Object.hasOwn(at, name) ? Object(at)[name] : undefined
    const made = next === undefined ? value : (known ?? (/^\d+$/.test(next) ? [] : {}))
    Object.defineProperty(at, name, {
      ...{ value: made, enumerable: true, configurable: true, writable: true },
    })
    at = Object(made)
  }
}
