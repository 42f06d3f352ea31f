import type { GroundLine } from './lines.ts'
import type { TextSpan } from './parts.ts'
import { countWords } from './run-ons.ts'

/** The words around a value up to the full stops; undefined where they are too few for a sentence. */
export const sentenceAround = ({
  line: { text },
  start,
  end,
}: QuotePosition): string | undefined => {
  const before =
    text
      .slice(Math.max(0, start - maxChars), start)
      .split(sentenceEnd)
      .at(-1) ?? ''
  const after = text.slice(end, end + maxChars).split(sentenceEnd)[0] ?? ''
  const others = `${before} ${after}`
  const least = isStopped.test(after) ? leastWords : leastWords + 2
  return countWords(others) >= least
    ? `${before}${text.slice(start, end)}${after}`.trim()
    : undefined
}

const sentenceEnd = /(?<=[.!?…])\s+|(?<=[。！？])/u
const isStopped = /[.!?…。！？]\s*$/u
const maxChars = 160
const leastWords = 4

/** Where on the page a value stands; `start` and `end` are of its (first) line. */
export type QuotePosition = TextSpan & { line: GroundLine; quote: string }

/** The first place in a line. */
export const placeIn = (line: GroundLine, quote: string): QuotePosition => {
  const start = line.text.indexOf(quote)
  return { line, quote, start, end: start + quote.length }
}
