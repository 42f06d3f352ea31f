import type { Proving } from './store.ts'

/** Pages that a model answers before a reader learns from them, and then before it takes over. */
export const neededPages = { learning: 3, proving: 5 }

export const noProof: Proving = { round: 0, pages: 0, same: {}, differ: {} }
