import { listOf, objectOf, orElse, type Shape, text } from '../../kit/data-shape.ts'
import data from './bot-marks.json' with { type: 'json' }

/** How the walls of those who build them can be known. */
export type Mark = {
  /** Who or what put the wall there; empty where it says nothing of itself. */
  name: string
  /** In script, frame and form addresses or element ids. */
  parts: readonly string[]
  /** The title, whole or its beginning. */
  titles: readonly string[]
  /** Sentences of the wall's text. */
  texts: readonly string[]
  /** Words that articles on the subject use as well: they count where the reader is spoken to. */
  words: readonly string[]
}

const texts: Shape<readonly string[]> = orElse(listOf(text), [])

/** The first that fits names the wall, so `bot-marks.json` ends with the marks that are nobody's. */
export const botMarks: readonly Mark[] = listOf(
  objectOf<Mark>({ name: text, parts: texts, titles: texts, texts, words: texts }),
)(data, 'bot-marks.json')
