import { styleValue } from '../../../page/css/inline-style.ts'
import type { HtmlElement } from '../../../page/html/html.ts'
import type { PageNode } from '../../../page/text/nodes.ts'
import type { Field } from '../schema/fields.ts'
import { fold } from '../words/words.ts'
import type { Span } from './parts.ts'

/** The stretches of a line that are crossed out: what was, not what is. */
export const struckIn = ({ pieces, element }: PageNode): Span[] =>
  pieces.flatMap(piece => {
    for (let at: HtmlElement | undefined = piece.element; at; at = at.parent) {
      if (isStruck(at)) return { start: piece.start, end: piece.start + piece.text.length }
      if (at === element) break
    }
    return []
  })

const isStruck = ({ name, attributes }: HtmlElement): boolean =>
  struckElements.has(name) ||
  (attributes.class !== undefined && struckClass.test(attributes.class)) ||
  (attributes.style !== undefined &&
    /line-through/.test(
      `${styleValue(attributes.style, 'text-decoration')} ${styleValue(attributes.style, 'text-decoration-line')}`,
    ))

const struckElements = new Set(['del', 's', 'strike'])
const struckClass =
  /(?:^|[\s_-])(?:line-through|strike(?:-?through|d)?|crossed(?:-out)?|(?:old|was|previous)-?price|price-{0,2}(?:old|was|previous))(?:$|[\s_-])/i

/** A field may ask for just that. */
export const asksForOld = ({ name, title, description }: Field): boolean =>
  oldWords.test(
    fold(`${name} ${title} ${description}`).replace(/[_-]/g, ' ') + fold(splitCase(name)),
  )

const splitCase = (name: string) => name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')

const oldWords =
  /\b(?:old|original|regular|list|was|before|previous|former|full|msrp|rrp|uvp|strike\w*|struck|crossed|compare|usual|normal|undiscounted|statt|alt|alter|vorher|ancien|barre|avant|antes|anterior|vecchio|oud)\b/
