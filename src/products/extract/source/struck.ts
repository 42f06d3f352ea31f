import { styleValue } from '../../../page/css/inline-style.ts'
import type { HtmlElement } from '../../../page/html/html.ts'
import { fold } from '../../../page/words/words.ts'
import type { Field } from '../schema/fields.ts'

/** Whether an element crosses out what is in it: what was, not what is. */
export const isStruck = ({ name, attributes }: HtmlElement): boolean =>
  struckElements.has(name) ||
  (attributes.class !== undefined && struckClass.test(attributes.class)) ||
  (attributes.style !== undefined &&
    /line-through/.test(
      `${styleValue(attributes.style, 'text-decoration')} ${styleValue(attributes.style, 'text-decoration-line')}`,
    ))

const struckElements = new Set(['del', 's', 'strike'])
const struckClass =
  /(?:^|[\s_-])(?:line-through|strike(?:-?through|d)?(?!-(?!price))|crossed(?:-out)?|(?:old|was|previous|before|original|compare(?:-at)?)[-_]?price|price[-_]{0,2}(?:old|was|previous|before|original|compare))(?:$|[\s_-])/i

/** A field may ask for just that. */
export const asksForOld = (field: Field): boolean => oldWords.test(said(field))

/** Or for what is no longer asked, which is not the same where nothing is taken off. */
export const asksForFormer = (field: Field): boolean => formerWords.test(said(field))

const said = ({ name, title, description }: Field) =>
  fold(`${splitCase(name)} ${title} ${description}`).replace(/[_-]/g, ' ')

const splitCase = (name: string) => name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')

const former =
  'old|original|was|before|previous(?! close)|former|strike\\w*|struck|crossed|compare|undiscounted|statt|alt|alter|vorher|ancien|barre|avant|antes|anterior|vecchio|oud'
const formerWords = new RegExp(`\\b(?:${former})\\b`)
const oldWords = new RegExp(
  `\\b(?:${former}|regular|list|full|msrp|rrp|uvp|usual|normal|invoice)\\b`,
)
