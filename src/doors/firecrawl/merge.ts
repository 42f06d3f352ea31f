import { isObject } from './call.ts'

/** What several pages gave for one schema: lists are joined, and the first page that knows decides. */
export const mergeData = (found: readonly unknown[]): unknown =>
  found.reduce((known, next) => mergeTwo(known, next))

const mergeTwo = (known: unknown, next: unknown): unknown => {
  if (known === undefined || known === null) return next
  if (Array.isArray(known) && Array.isArray(next)) return [...known, ...next]
  if (!isObject(known) || !isObject(next)) return known
  const names = new Set([...Object.keys(known), ...Object.keys(next)])
  return Object.fromEntries([...names].map(name => [name, mergeTwo(known[name], next[name])]))
}
