import { relative } from './paths.ts'
import type { PageRecord } from './regions.ts'

/** The places inside a record that hold lines, and how many lines each holds. */
type Slots = Map<string, number>

const maxLines = 40

export const slotsOf = (record: PageRecord): Slots => {
  const slots: Slots = new Map()
  for (const node of record.nodes.slice(0, maxLines)) {
    const key = relative(node.element, record.element)
    slots.set(key, (slots.get(key) ?? 0) + 1)
  }
  return slots
}

/** How alike records are: the share of inner places that most of them have. */
export const likeness = (slots: Slots[]): number => {
  const common = commonOf(slots)
  if (common.size === 0) return 0
  let sum = 0
  for (const one of slots) {
    const shared = [...one.keys()].filter(key => common.has(key)).length
    sum += shared / (one.size + common.size - shared)
  }
  return sum / slots.length
}

const commonOf = (slots: Slots[]): Set<string> => {
  const counts = new Map<string, number>()
  for (const one of slots) for (const key of one.keys()) counts.set(key, (counts.get(key) ?? 0) + 1)
  return new Set([...counts].filter(([, times]) => times >= slots.length / 2).map(([key]) => key))
}

/** The share of records that have the same places with as many lines as the usual record. */
export const alignedShare = (slots: Slots[]): number => {
  const shapes = new Map<string, number>()
  for (const one of slots) {
    const shape = [...one].map(([key, times]) => `${key}×${times}`).join('|')
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1)
  }
  return Math.max(0, ...shapes.values()) / Math.max(1, slots.length)
}
