/** A seeded generator (mulberry32): a failure names its seed and can be run again. */
export type Random = {
  /** From 0 up to but without 1. */
  next: () => number
  int: (below: number) => number
  pick: <T>(from: readonly T[]) => T
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number) => Math.floor(next() * below)
  return { next, int, pick: from => from[int(from.length)] as (typeof from)[number] }
}
