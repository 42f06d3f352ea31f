import { descendants, type HtmlElement, textContent } from '../html/html.ts'

/** The words of a picture: not the name of its file, but the title of the link that it is. */
export const pictureWords = ({ attributes, parent }: HtmlElement): string => {
  const words = (attributes.alt ?? attributes['aria-label'] ?? '').trim()
  if (!emptyWords.test(words)) return words
  if (parent?.name !== 'a' || textContent(parent).trim() !== '') return ''
  const title = (parent.attributes.title ?? '').trim()
  return emptyWords.test(title) ? '' : title
}
export const emptyWords =
  /^(?:|[\w.()%-]{1,150}\.(?:png|jpe?g|gif|webp|svg|avif)|img|image|picture|photo|blank|placeholder)$/i

/** Faces beside names, icons beside words, and what a page draws again and again. */
export const isDecoration = (image: HtmlElement, url: string, repeats: number): boolean =>
  repeats >= maxRepeats || isAvatar(image, url) || isIcon(image, url) || isSmallTwin(image, url)
const maxRepeats = 6

const isAvatar = ({ attributes }: HtmlElement, url: string): boolean =>
  !isWide(attributes, maxAvatar) &&
  (/(?:^|[\s_-])(?:gr)?avatar/i.test(attributes.class ?? '') ||
    /(?:^|\s)avatar$/i.test((attributes.alt ?? '').trim()) ||
    /gravatar\.com\/avatar|\/(?:user_?)?avatars?\//i.test(url))

const isIcon = ({ attributes }: HtmlElement, url: string): boolean =>
  /\sicons?$/i.test((attributes.alt ?? '').trim()) &&
  (/\.svg(?:$|[?#])/i.test(url) || !isWide(attributes, maxSmall))

/** A thumbnail that leads where the words beside it lead. */
const isSmallTwin = (image: HtmlElement, url: string): boolean => {
  const isSmall = Number(image.attributes.width || maxAvatar) <= maxSmall || smallUrl.test(url)
  const link = isSmall ? partAround(image) : undefined
  return link?.name === 'a' && hasTwin(link)
}
const maxSmall = 64
const maxAvatar = 128
const smallUrl = /[/:=_-][1-6]\d[x:][1-6]\d(?=[/._&-])/

const isWide = ({ width = '' }: HtmlElement['attributes'], most: number): boolean =>
  /^\d+$/.test(width) && Number(width) > most

/** Nothing but the picture says what a link, a button, a heading or a cell is. */
export const isOnlySign = (image: HtmlElement): boolean => {
  const part = partAround(image)
  if (!part || textContent(part).trim() !== '') return false
  return part.name !== 'a' || !hasTwin(part)
}

const partAround = (image: HtmlElement): HtmlElement | undefined => {
  let at = image.parent
  for (let level = 0; at && level < maxLevels; level++, at = at.parent)
    if (parts.has(at.name)) return at
  return undefined
}
const parts = new Set(['a', 'button', 'td', 'th', 'h1', 'h2', 'h3'])
const maxLevels = 6

/** Another link nearby leads to the same page, with words. */
export const hasTwin = (link: HtmlElement): boolean => {
  let around = link.parent
  for (let level = 0; around && level < maxTwinLevels; level++, around = around.parent)
    for (const other of descendants(around).take(maxTwinNodes))
      if (other !== link && other.name === 'a' && isSameTarget(other, link)) return true
  return false
}
const maxTwinLevels = 3
const maxTwinNodes = 80

const isSameTarget = (other: HtmlElement, link: HtmlElement): boolean =>
  other.attributes.href === link.attributes.href && textContent(other).trim() !== ''
