/** How many tokens a part of the text is, about. */
export type TokenCount = (start: number, end: number) => number

/**
 * An estimate that knows no model, fitted to o200k on pages in thirty languages (between 0.9 and
 * 1.25 of it). Sums are made once, so that any part costs the same to count.
 */
export const countTokens = (text: string): TokenCount => {
  const sums = new Float64Array(text.length + 1)
  for (let at = 0; at < text.length; at++)
    sums[at + 1] = (sums[at] as number) + weightOf(text.charCodeAt(at))
  return (start, end) => Math.ceil(((sums[end] as number) - (sums[start] as number)) / perToken)
}

const perToken = 8

const weightOf = (code: number): number => {
  if (isPlain(code)) return 2
  if (code < 0x80) return 6
  // Letters with accents, which break words apart.
  if (code < 0x370) return 8
  return isEastAsian(code) ? 7 : 3
}

/** Unaccented Latin letters and white space. */
const isPlain = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 32 || code === 10

const isEastAsian = (code: number): boolean =>
  (code >= 0x2e80 && code <= 0xa4cf) ||
  (code >= 0xac00 && code <= 0xd7af) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xff00 && code <= 0xffef)
