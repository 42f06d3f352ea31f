import type { Field } from '../schema/fields.ts'
import type { Doubt } from './doubt.ts'
import type { Grounded, PageIndex } from './page-index.ts'
import { hasRival } from './rivals.ts'
import { isSame, squash } from './same.ts'
import { tokenise } from './stream.ts'
import { isAddress } from './url.ts'

/** A single value of a model, and what else is known of it. */
type Said = {
  field: Field | undefined
  value: unknown
  /** What the embedded extractor makes of the page's labels, markup and headings. */
  other: unknown
  isSure: boolean
  /** All that the answer has for single fields. */
  taken: readonly unknown[]
  /** It says what the page is about. */
  isTitle: boolean
}

/**
 * What the page says elsewhere against a value. Whatever words an order is in, what it dictates
 * stands inside of a line, while labels, tables and headings go on saying the value that readers
 * are meant to find.
 */
export const doubtBeside = (
  ground: PageIndex,
  verdict: Grounded,
  said: Said,
): Doubt | undefined => {
  if (verdict.status !== 'quoted') return undefined
  if (verdict.doubt) return verdict.doubt
  if (isContested(ground, verdict, said)) return 'inside'
  const { value, isTitle } = said
  return isTitle && typeof value === 'string' && isNotHeading(ground, value) ? 'heading' : undefined
}

const isContested = (
  ground: PageIndex,
  { isAlone, isNamed }: { isAlone?: boolean; isNamed?: boolean },
  { field, value, other, isSure, taken }: Said,
): boolean => {
  const hasOther = other !== undefined && other !== null
  if (!hasOther || isSame(value, other)) {
    if (isAlone !== false || !field) return false
    // Who is not sure may have read the same sentence, and is no second witness.
    return (
      (!hasOther || !isSure || typeof value === 'number') && hasRival(ground, field, value, taken)
    )
  }
  // Whole paragraphs have no label.
  const stands = typeof value === 'string' && value.length > maxNameChars ? isAlone : isNamed
  return stands === false || isForeign(ground, value, other)
}

const maxNameChars = 80

/** Yes for no, or a link to another site where the page has one to its own. */
const isForeign = ({ url }: PageIndex, value: unknown, other: unknown): boolean => {
  if (typeof value === 'boolean') return true
  if (typeof value !== 'string' || typeof other !== 'string' || !isAddress(value)) return false
  const host = (address: string) => URL.parse(address, url)?.hostname.replace(/^www\./, '')
  return host(value) !== host(url) && host(value) !== host(other)
}

/** A name or title that shares less than half of its words with the heading, and with the tab's. */
const isNotHeading = ({ stream, title }: PageIndex, value: string): boolean => {
  const headings = stream.lines
    .filter(({ level, unseen, faint }) => level === 1 && !unseen && !faint)
    .map(({ text }) => text)
  return headings.length > 0 && ![...headings, title].some(text => sharesWords(text, value))
}

const sharesWords = (text: string, value: string): boolean => {
  const [one, two] = [squash(text), squash(value)]
  if (one.includes(two) || (one !== '' && two.includes(one))) return true
  const words = new Set(tokenise(text).map(({ token }) => token))
  const own = new Set(tokenise(value).map(({ token }) => token))
  const shared = [...own].filter(token => words.has(token)).length
  return shared > 0 && shared * 2 >= Math.min(words.size, own.size)
}
