/**
 * How two neighbours without white space between them relate: `separate` ones (two links, two
 * buttons) never form one word, `similar` ones (two spans) may or may not.
 */
export type Gap = 'separate' | 'similar'

export const needsSpace = (gap: Gap, left: string, after: string): boolean => {
  const right = after.slice(0, 2)
  if (gap === 'separate') return wordEnd.test(left) && wordStart.test(right)
  // Single letters are an animated headline, not words.
  const isWord = right.length === 2 || /^\p{Nd}$/u.test(right)
  return left.length === 2 && isWord && wordSeam.test(left + right.padEnd(2))
}

export const wordEnd = /[\p{L}\p{N}\p{P}]$/u
const wordStart = /^(?:[\p{L}\p{N}]|[\p{Sc}@#][\p{L}\d])/u
/** Of the last two characters before and the first two behind; a label ends in a colon. */
const wordSeam =
  /^(?:.(?:[\p{Ll}\p{Nd}]\p{Lu}|\p{L}\p{Nd}|\p{Nd}\p{L}|\p{Ll}\p{Sc})|\p{L}:[\p{L}\p{Nd}\p{Sc}]).$/u
