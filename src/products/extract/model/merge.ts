import { isObject } from '../../../kit/is-object.ts'
import { own, setOwn } from '../../../kit/own.ts'
import { linesKey } from './strict.ts'

/**
 * Several answers about one page, in page order, as one: what is single is taken from the first
 * that has it, lists are joined. Neighbouring parts of a page overlap a little, so that no entry
 * is cut in two; an entry that both saw is kept once.
 */
export const mergeAnswers = (answers: readonly unknown[]): unknown =>
  answers.reduce((merged, answer) => merge(merged, answer), undefined)

const merge = (a: unknown, b: unknown): unknown => {
  if (a === null || a === undefined) return b ?? a
  if (b === null || b === undefined) return a
  if (Array.isArray(a) && Array.isArray(b)) return joinLists(a, b)
  if (!isObject(a) || !isObject(b)) return a
  const merged: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
    setOwn(merged, name, (name === linesKey ? joinLines : merge)(own(a, name), own(b, name)))
  return merged
}

const joinLines = (a: unknown, b: unknown) => [
  ...new Set([...(Array.isArray(a) ? a : []), ...(Array.isArray(b) ? b : [])]),
]

const joinLists = (a: unknown[], b: unknown[]): unknown[] => {
  const joined = [...a]
  const whole = new Set(a.filter(isObject).map(contentKey))
  for (const entry of b) {
    if (isObject(entry)) {
      if (whole.has(contentKey(entry))) continue
      const twin = joined.findIndex(
        (other, at) => at >= a.length - overlapEntries && isSame(other, entry),
      )
      if (twin < 0) joined.push(entry)
      else joined[twin] = merge(joined[twin], entry)
    } else if (!a.slice(-overlapEntries).includes(entry)) joined.push(entry)
  }
  return joined
}

/** As many entries as the lines that two parts share can hold. */
const overlapEntries = 30

/** The same lines, and nothing that one says differently. */
const isSame = (a: unknown, b: Record<string, unknown>): boolean => {
  if (!isObject(a)) return false
  const linesA = a[linesKey]
  const linesB = b[linesKey]
  if (!Array.isArray(linesA) || !Array.isArray(linesB)) return false
  if (!linesA.some(line => linesB.includes(line))) return false
  let same = 0
  for (const [name, value] of Object.entries(a)) {
    const other = own(b, name)
    if (name === linesKey || value === null || other === null || other === undefined) continue
    if (JSON.stringify(value) !== JSON.stringify(other)) return false
    same++
  }
  return same > 0
}

const contentKey = (entry: Record<string, unknown>): string => {
  const { [linesKey]: _lines, ...content } = entry
  return JSON.stringify(content)
}
