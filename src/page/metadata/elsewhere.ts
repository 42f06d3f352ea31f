import { around, nearest } from '../html/around.ts'
import type { HtmlElement } from '../html/html.ts'
import { wordsOf } from './text.ts'

/**
 * Comments and teasers have dates of their own. (What the body is called says what the page has, not
 * where a line stands, nor what a box is called that holds the headline, too; and the foot of an
 * article is where many say who wrote it.)
 */
export const isElsewhere = (element: HtmlElement, headed?: ReadonlySet<HtmlElement>): boolean => {
  for (const box of around(element.parent, 12)) {
    const { name } = box
    if (name === 'body') return false
    if (name === 'nav' || (name === 'aside' && !isOwnAside(box))) return true
    if (name === 'footer' && !isInArticle(box)) return true
    const { class: classes = '', id = '' } = box.attributes
    if (headed?.has(box)) continue
    if ((classes !== '' || id !== '') && elsewhere.test(`${id} ${classes}`)) return true
  }
  return false
}

/** Page builders call each of their parts a widget, and a page with a sidebar after it. */
const elsewhere =
  /(?:^|[\s_-])(?:comments?|reviews?|replies|related|recommended)(?:$|[\s_-])|(?:^|\s)(?:sidebar|widget)(?:$|[\s_-])|(?<!has|no|with)[_-]sidebar(?:$|\s)/i

/** Who wrote an article and when, said beside it. */
const isOwnAside = (aside: HtmlElement): boolean =>
  isInArticle(aside) && (firstWords(aside)?.length ?? 0) <= maxLineChars

export const isInArticle = (element: HtmlElement): boolean =>
  nearest(element, ({ name }) => name === 'article') !== undefined

/** Longer ones are prose. */
export const maxLineChars = 120

/** The first words only: such elements may hold whole pages, and lie inside each other. */
export const firstWords = (element: HtmlElement): string | undefined =>
  wordsOf(element, { maxChars: 1_000, maxNodes: 200 }) || undefined
