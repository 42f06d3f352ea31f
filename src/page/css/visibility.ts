import type { HtmlElement } from '../html/html.ts'

/**
 * Whether the page itself says that people do not see this element. Only what stands in the
 * markup is read (attributes, inline style, the class names every framework shares): no
 * stylesheet is known here.
 */
export const isHidden = (element: HtmlElement): boolean => {
  const { attributes } = element
  if (element.name === 'body' || element.name === 'html') return false
  if (attributes.hidden !== undefined && attributes.hidden !== 'until-found') return true
  if (element.name === 'dialog' && attributes.open === undefined) return true
  if (attributes.style && hidingStyle(attributes.style)) return true
  if (attributes.class && hidingClass.test(attributes.class)) return true
  return attributes['aria-hidden'] === 'true' && decoration.has(element.name)
}

/** Whether an element, or a near one around it, is read aloud or kept back, but not shown. */
export const isUnshown = (element: HtmlElement): boolean => {
  for (let at: HtmlElement | undefined = element, up = 0; at && up < 4; at = at.parent, up++)
    if (at.attributes.class && unshownClass.test(at.attributes.class)) return true
  return false
}

/** `d-none d-md-block` is shown in most windows. */
const unshownClass =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|a-offscreen|element-invisible)(?:\s|$)|(?:^|\s)d-none(?:\s|$)(?!.*\bd-(?:sm|md|lg|xl|xxl)-)/

/** The value of one property of an inline style, lower case, without `!important`. */
export const styleValue = (style: string, property: string): string | undefined => {
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0 || declaration.slice(0, colon).trim().toLowerCase() !== property) continue
    return declaration
      .slice(colon + 1)
      .replace('!important', '')
      .trim()
      .toLowerCase()
  }
  return undefined
}

const hidingStyle = (style: string): boolean =>
  (style.includes('display') && styleValue(style, 'display') === 'none') ||
  (style.includes('visibility') && styleValue(style, 'visibility') === 'hidden')

/** Text for screen readers only, the copies a carousel makes of its slides, a wiki's edit links. */
const hidingClass =
  /(?:^|\s)(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text|slick-cloned|swiper-slide-duplicate|mw-editsection)(?:\s|$)/

/**
 * `aria-hidden` takes away what is decoration, such as icons whose text is a ligature. On whole
 * sections it often only means that a dialog was open: those stay.
 */
const decoration = new Set(['span', 'i', 'b', 'em', 'svg', 'button', 'sup', 'sub', 'small', 'img'])
