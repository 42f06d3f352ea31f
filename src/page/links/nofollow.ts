/**
 * Whether the links of a page are not to be followed, by the words a page (`<meta name="robots">`) or
 * its answer (`X-Robots-Tag`) has for robots. A header may speak to one robot only: `otherbot:
 * nofollow` says nothing to us.
 */
export const saysNofollow = (words: string, robot: string): boolean => {
  let spokenTo = true
  for (const part of words.slice(0, maxLength).toLowerCase().split(',')) {
    const colon = part.indexOf(':')
    const name = colon < 0 ? '' : part.slice(0, colon).trim()
    const named = name !== '' && !settings.has(name)
    if (named) spokenTo = name === robot || name === '*'
    const word = (named ? part.slice(colon + 1) : part).trim()
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
