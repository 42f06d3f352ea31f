import { normal } from './extract-data.ts'

/** Whether a recipe's field is right, as a person would say it: wording counts, spacing does not. */
export const isRight = (field: string, given: unknown, truth: unknown): boolean => {
  if (given === null || given === undefined) return false
  if (typeof truth === 'number')
    return Math.abs(Number(given) - truth) < (field === 'ratings' ? 0.06 : 0.51)
  if (field === 'yields') return firstNumber(given) === firstNumber(truth)
  if (field === 'image') return imageKey(given) === imageKey(truth)
  if (field === 'canonical_url') return urlKey(given) === urlKey(truth)
  if (field === 'language')
    return String(given).slice(0, 2).toLowerCase() === String(truth).slice(0, 2).toLowerCase()
  if (Array.isArray(truth)) {
    const list = Array.isArray(given) ? given : [given]
    if (field === 'instructions_list') return bagF1(list.join(' '), truth.join(' ')) >= 0.85
    return listF1(list.map(String), truth.map(String)) >= 0.8
  }
  return bagF1(String(given), String(truth)) >= 0.8
}

const firstNumber = (value: unknown) => Number(/\d+/.exec(String(value))?.[0] ?? Number.NaN)

/** One picture in several sizes is one picture. */
const imageKey = (value: unknown) =>
  (String(value).split('?')[0] ?? '')
    .replace(/^https?:\/\//, '')
    .replace(/[-_]\d+x\d+(?=\.\w+$)/, '')
    .replace(/.*\//, '')
    .toLowerCase()

const urlKey = (value: unknown) =>
  String(value)
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/[?#].*$|\/$/g, '')

const bagF1 = (a: string, b: string): number => {
  const left = normal(a).split(' ')
  const right = new Map<string, number>()
  for (const word of normal(b).split(' ')) right.set(word, (right.get(word) ?? 0) + 1)
  const size = [...right.values()].reduce((sum, count) => sum + count, 0)
  let same = 0
  for (const word of left) {
    const count = right.get(word) ?? 0
    if (count > 0) {
      same++
      right.set(word, count - 1)
    }
  }
  return (2 * same) / (left.length + size)
}

const listF1 = (given: string[], truth: string[]): number => {
  const open = [...truth]
  let same = 0
  for (const one of given) {
    const at = open.findIndex(other => bagF1(one, other) >= 0.8)
    if (at < 0) continue
    open.splice(at, 1)
    same++
  }
  return (2 * same) / (given.length + truth.length)
}
