/**
 * Whether the links of a page are not to be followed, by the words a page (`<meta name="robots">`) or
 * its answer (`X-Robots-Tag`) has for robots. A header may speak to one robot only: `otherbot:
 * nofollow` says nothing to us. Words may be separated by spaces alone.
 */
export const saysNofollow = (words: string, robot: string): boolean => {
  let spokenTo = true
  const tokens = words
    .slice(0, maxLength)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?: ?/g, ':')
    .split(/[ ,;]+/)
  for (const token of tokens) {
    const colon = token.indexOf(':')
    const name = colon < 0 ? '' : token.slice(0, colon)
    // The hour of a date names no robot.
    const named = name !== '' && !settings.has(name) && !/^\d+$/.test(name)
    if (named) spokenTo = name === robot || name === '*'
    const word = named ? token.slice(colon + 1) : token
    if (spokenTo && (word === 'nofollow' || word === 'none')) return true
  }
  return false
}

const maxLength = 10_000

/** Words that take a value after a colon themselves. */
const settings = new Set([
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
  'unavailable_after',
])
