import { stemOf } from './words.ts'

/** The stems of words that are written down as one line. */
export const stemsOf = (words: string): Set<string> => new Set(words.split(' ').map(stemOf))
