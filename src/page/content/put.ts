import type { Odds } from './lexicon.ts'

/** Adds the next number to a block's row. */
export type Put = (value: number) => void

export const oddsNames = (name: string) => `${name} odds low,${name} odds high,${name} odds mean`

export const putOdds = (odds: Odds | undefined, put: Put) => {
  put(odds?.low ?? 0)
  put(odds?.high ?? 0)
  put(odds?.mean ?? 0)
}
