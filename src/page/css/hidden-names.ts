import { memoize } from '../../kit/memoize.ts'
import { descendants, type HtmlElement, textContent } from '../html/html.ts'

/**
 * The class by which a framework hides an element for good. Its style sheet is mostly a file of
 * its own, which is not loaded; the name means the same on every site.
 */
export const hidingName = ({ attributes }: HtmlElement, isStyled: IsStyled): string | undefined => {
  const names = attributes.class
  if (names === undefined || names.length > maxNameChars) return undefined
  const found = hiding.exec(names)?.[1]
  if (found === undefined || shownElsewhere.test(names)) return undefined
  // A page whose own sheets speak of the class is judged by what they say.
  return !isStyled(`.${found}`) ? `.${found}` : undefined
}

/** Whether a style sheet in the page speaks of a class. */
type IsStyled = (selector: string) => boolean

export const findStyled = (root: HtmlElement): IsStyled => {
  let sheets: string[] | undefined
  return memoize((selector: string) => {
    sheets ??= [...descendants(root)].filter(({ name }) => name === 'style').map(textContent)
    return sheets.some(css => css.includes(selector))
  })
}

const maxNameChars = 500

/** Tailwind, Bootstrap, Bulma, UIkit, Webflow. */
const hiding =
  /(?:^|\s)(hidden|d-none|invisible|is-hidden|is-invisible|u-hidden|uk-hidden|uk-invisible|w-condition-invisible)(?=\s|$)/

/** `hidden md:block`, `d-none d-lg-flex`, `invisible group-hover:visible`: somewhere it is shown. */
const shownElsewhere =
  /(?:^|\s)(?!print:|d-print-)(?:\S+:(?:!?(?:block|inline|flex|grid|contents|visible|table|flow-root|list-item))|d-(?:sm|md|lg|xl|xxl)-(?!none)|visible-(?:sm|md|lg))/

/**
 * The copy of a slide, by which a carousel can go round for ever, and the box in which Doxygen
 * explains a name in code to whoever points at it.
 */
export const isNeverShown = ({ attributes }: HtmlElement): boolean =>
  attributes.class !== undefined && neverShown.test(attributes.class.slice(0, maxNameChars))

const neverShown =
  /(?:^|[\s_-])(?:cloned|slide--?clone|bx-clone|swiper-slide-duplicate|ttc)(?=\s|$)/
