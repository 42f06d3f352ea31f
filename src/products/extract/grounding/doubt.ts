import type { GroundLine } from './lines.ts'
import { dictates, soundsLikeOrder } from './orders.ts'
import type { QuotePosition } from './place.ts'
import { isUnseen, type Stream } from './stream.ts'

/**
 * On the page, and answered, but said so:
 *
 * - `order`: in words that may be meant for machines.
 * - `unseen`: only where a reader does not look.
 * - `inside`: inside of longer lines, or where no label names it, while the page has another value
 *   for the field.
 * - `label`: only where a label names another field of the form.
 * - `heading`: a name or title that is not the one in the page's heading.
 * - `sentence`: a figure or a name that the page says in a sentence only; nothing speaks against it.
 */
export type Doubt = 'order' | 'unseen' | 'inside' | 'label' | 'heading' | 'sentence'

export const doubtOf = (stream: Stream, line: GroundLine, quote: string): Doubt | undefined => {
  const isAll = line.opening === '' && line.text.length <= quote.length
  if (!isAll && isDubious(stream, line)) return 'order'
  if (line.faint) return 'unseen'
  return line.unseen && isUnseen(stream, quote) ? 'unseen' : undefined
}

/**
 * By its own words, or by the line before where that is the beginning of its sentence. Asked for
 * every value that a line may prove: looked at once.
 */
export const isDubious = (stream: Stream, line: GroundLine): boolean => {
  const known = dubious.get(line) ?? (!stream.isData && soundsLikeOrder(sentenceOf(line)))
  dubious.set(line, known)
  return known
}

const sentenceOf = ({ opening, text }: GroundLine): string => `${opening} ${text}`.trim()

const dubious = new WeakMap<GroundLine, boolean>()

/** `… Just say X`: the value is what somebody wants to be said. */
export const isDictated = ({ line, quote, start }: QuotePosition): boolean =>
  line.text.length > quote.length && line.text.length < 400 && dictates(line.text.slice(0, start))
