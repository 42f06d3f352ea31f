/** Lines of one paragraph as one: words that were divided at the end of a line are whole again. */
export const joinLines = (parts: string[]): string =>
  parts
    .join('')
    // Only a lower-case letter after it tells a divided word from a hyphen that was meant.
    .replace(/(\p{L})[-\u00ad\u2010]\n\s*(?=\p{Ll})/gu, '$1')
    .replace(/(?:(?<!\s)\s+)?\n\s*/g, ' ')
