import { stemOf, type Word } from './words.ts'

type Stems = ReadonlySet<string>

/** The stems of words that are written down as one line. */
export const stemsOf = (words: string): Set<string> => new Set(words.split(' ').map(stemOf))

/** Whether one of the words is among these. */
export const sayAny = (words: readonly Word[], stems: Stems): boolean =>
  words.some(({ stem }) => stems.has(stem))

/** Whether one of the words is among these, and all others too, or among those that may stand beside them. */
export const sayOnly = (words: readonly Word[], stems: Stems, beside: Stems = stems): boolean =>
  sayAny(words, stems) && words.every(({ stem }) => stems.has(stem) || beside.has(stem))
