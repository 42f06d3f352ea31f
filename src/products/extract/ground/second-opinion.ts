import { fold } from '../words/words.ts'
import type { Doubt } from './doubt.ts'
import type { Ground, Grounded } from './ground.ts'
import { tokenise } from './stream.ts'
import { isAddress } from './url.ts'

/**
 * What the page says elsewhere against a single value of the model. Whatever words an order is in,
 * what it dictates stands inside of a line, while labels, markup and headings go on saying the
 * value that readers are meant to find; `other` is what the embedded extractor makes of those.
 */
export const doubtBeside = (
  ground: Ground,
  verdict: Grounded,
  { value, other, isTitle }: { value: unknown; other: unknown; isTitle: boolean },
): Doubt | undefined => {
  if (verdict.status !== 'quoted') return undefined
  if (verdict.doubt) return verdict.doubt
  const isContested = other !== undefined && other !== null && !isSame(value, other)
  if (isContested && (verdict.isAlone === false || isForeign(ground, value, other))) return 'inside'
  return isTitle && typeof value === 'string' && isNotHeading(ground, value) ? 'heading' : undefined
}

/** One may be longer: "Brass desk lamp" and "Brass desk lamp, 40 W". */
const isSame = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'string' || typeof b !== 'string') return a === b
  const [one, two] = [a, b].map(
    text =>
      ` ${tokenise(text)
        .map(({ token }) => token)
        .join(' ')} `,
  )
  if (one === undefined || two === undefined) return false
  return one.includes(two) || two.includes(one) || squash(a) === squash(b)
}

/** Yes for no, or a link to another site where the page has one to its own. */
const isForeign = ({ url }: Ground, value: unknown, other: unknown): boolean => {
  if (typeof value === 'boolean') return true
  if (typeof value !== 'string' || typeof other !== 'string' || !isAddress(value)) return false
  const host = (address: string) => URL.parse(address, url)?.hostname.replace(/^www\./, '')
  return host(value) !== host(url) && host(value) !== host(other)
}

/** A name or title that shares less than half of its words with the heading. */
const isNotHeading = ({ stream }: Ground, value: string): boolean => {
  const headings = stream.lines.filter(
    ({ level, unseen, faint }) => level === 1 && !unseen && !faint,
  )
  return headings.length > 0 && !headings.some(({ text }) => shareWords(text, value))
}

const shareWords = (a: string, b: string): boolean => {
  const [one, two] = [squash(a), squash(b)]
  if (one.includes(two) || two.includes(one)) return true
  const words = new Set(tokenise(a).map(({ token }) => token))
  const own = new Set(tokenise(b).map(({ token }) => token))
  const shared = [...own].filter(token => words.has(token)).length
  return shared * 2 >= Math.min(words.size, own.size)
}

const squash = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
