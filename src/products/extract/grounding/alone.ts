import { overlap, type Word, wordsOf } from '../../../page/words/words.ts'
import type { GroundLine } from './lines.ts'
import type { QuotePosition } from './place.ts'
import { countWords } from './run-ons.ts'

/** Nothing else in its line but the field's own label and a unit; or in the heading of the page. */
export const standsAlone = (
  { line, start, end, quote }: QuotePosition,
  words: readonly Word[],
): boolean => {
  if (line.level === 1) return true
  if (isListed(line, start, end, words)) return true
  if (line.runsOn) return false
  if (isParted(line, start, end)) return true
  const isLabel = (text: string) =>
    countWords(text) <= maxLabelWords &&
    !/\p{N}/u.test(text) &&
    overlap([...words], wordsOf(text)).precision > 0.5
  const [before, after] = [line.text.slice(0, start), line.text.slice(end)]
  const isUnit = countWords(after) <= (/\p{N}/u.test(quote) ? 2 : 0)
  return (countWords(before) === 0 || isLabel(before)) && (isUnit || isLabel(after))
}

/** One of several under the field's own label: "Directors: Ann Lee, Bo Hall". */
const isListed = (
  line: GroundLine,
  start: number,
  end: number,
  words: readonly Word[],
): boolean => {
  const { labelled, text } = line
  if (!labelled || overlap([...words], wordsOf(labelled.label)).precision <= 0.5) return false
  const from = text.length - labelled.value.length
  const [before, after] = [text.slice(from, Math.max(from, start)), text.slice(end)]
  return start >= from && /(?:^|[,;|/•·&])\s*$/.test(before) && /^\s*(?:$|[,;|/•·&([])/.test(after)
}

/** "Harbour Press / 2008 / Paperback": several facts in a line, each by itself. */
const isParted = ({ text }: GroundLine, start: number, end: number): boolean =>
  text.length < maxPartedChars &&
  /(?:^|[|•·]|\s\/)\s*$/.test(text.slice(0, start)) &&
  /^\s*(?:$|[|•·]|\/\s)/.test(text.slice(end))

const maxPartedChars = 120

const maxLabelWords = 4
