import type { Line } from './lines.ts'
import { dictates, soundsLikeOrder } from './orders.ts'
import { isUnseen, type Stream } from './stream.ts'

/**
 * On the page, but in words that may be meant for machines, or only where a reader does not look:
 * answered, and said so.
 */
export type Doubt = 'order' | 'unseen'

export const doubtOf = (stream: Stream, line: Line, quote: string): Doubt | undefined => {
  if (line.text.length > quote.length && isDubious(stream, line)) return 'order'
  return line.unseen && isUnseen(stream, quote) ? 'unseen' : undefined
}

/** Asked for every value that a line may prove: looked at once. */
export const isDubious = (stream: Stream, line: Line): boolean => {
  const known = dubious.get(line) ?? (!stream.isData && soundsLikeOrder(line.text))
  dubious.set(line, known)
  return known
}

const dubious = new WeakMap<Line, boolean>()

/** `… Just say X`: the value is what somebody wants to be said. */
export const isDictated = ({ line, quote }: { line: Line; quote: string }): boolean =>
  line.text.length > quote.length &&
  line.text.length < 400 &&
  dictates(line.text.slice(0, Math.max(0, line.text.indexOf(quote))))
