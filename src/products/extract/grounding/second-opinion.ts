import { overlap, wordsOf } from '../../../page/words/words.ts'
import type { Field } from '../schema/fields.ts'
import { findNumbers } from '../values/numbers.ts'
import type { Doubt } from './doubt.ts'
import type { Grounded, PageIndex } from './page-index.ts'
import { hasRival, isName } from './rivals.ts'
import { isSame, squash } from './same.ts'
import { tokenise } from './stream.ts'

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
  if (isTitle && typeof value === 'string' && isNotHeading(ground, value)) return 'heading'
  return said.field && verdict.sentence && isFigureOrName(value) ? 'sentence' : undefined
}

const isFigureOrName = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && isName(value))

const isContested = (
  ground: PageIndex,
  { isAlone, isNamed, isCited }: Extract<Grounded, { status: 'quoted' }>,
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
  // Only a witness who is sure, and who read it under the field's own label, speaks against a model
  // that says where it read it.
  if (isCited && !(isSure && field && isLabelled(ground, field, other))) return false
  // Whole paragraphs have no label.
  const stands = typeof value === 'string' && value.length > maxNameChars ? isAlone : isNamed
  return stands === false
}

const maxNameChars = 80

/** Whether a reader sees the value under a label that names the field. */
const isLabelled = ({ stream }: PageIndex, field: Field, value: unknown): boolean =>
  stream.lines.some(
    ({ labelled, unseen, faint }) =>
      labelled !== undefined &&
      !unseen &&
      !faint &&
      overlap(wordsOf(field.name), wordsOf(labelled.label)).recall >= 0.8 &&
      (typeof value === 'number'
        ? findNumbers(labelled.value).some(({ readings }) => readings.includes(value))
        : isSame(labelled.value, String(value))),
  )

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
