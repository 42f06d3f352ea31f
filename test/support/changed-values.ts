import type { Random } from './random.ts'

/** By the name of a member: what may stand there instead. */
export type Instead = Readonly<Record<string, readonly unknown[]>>

/**
 * The same data with one value in `every` changed: numbers to near ones, booleans to the other one,
 * entries of lists left out or repeated, and members that are named to what may stand there.
 */
export const changeValues = <T>(value: T, random: Random, every: number, instead: Instead): T =>
  change(value, '', { random, every, instead }) as T

type How = { random: Random; every: number; instead: Instead }

const change = (value: unknown, name: string, how: How): unknown => {
  const { random, every, instead } = how
  if (Array.isArray(value)) {
    const list = value.flatMap(entry => {
      const kept = random.int(every) > 0 ? [entry] : random.pick([[], [entry, entry]])
      return kept.map(one => change(one, name, how))
    })
    // A tuple stays one.
    return list.length === value.length || value.some(isObject) ? list : value
  }
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, change(inner, key, how)]),
    )
  if (random.int(every) > 0) return value
  const others = instead[name]
  if (others) return random.pick(others)
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'number') return value
  return random.pick([value * 2, value / 2, value + 1, value - 1, value * 1.2, value * 0.9, 0])
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
