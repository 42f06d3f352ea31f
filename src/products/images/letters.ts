import { tableOf, text } from '../../kit/data-shape.ts'
import data from './letter-strokes.json' with { type: 'json' }

/**
 * Capitals and digits as strokes in a box of 100: pixels of a monogram need no font on the machine
 * (a container often has none).
 */
const strokes = tableOf(text)(data, 'letter-strokes.json')

/** The letter as a path; undefined for one of another script, which only a font can draw. */
export const strokesOf = (letter: string): string | undefined =>
  strokes[letter.normalize('NFD').charAt(0)]
