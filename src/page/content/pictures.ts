import { memoize } from '../../kit/memoize.ts'
import { descendants, type HtmlElement, type HtmlNode } from '../html/html.ts'
import { imageSource } from '../html/image-source.ts'
import { blockTags } from './tags.ts'
import { hasText } from './text.ts'

/**
 * Takes pictures that were shown before out of a tree: galleries are written down two and three
 * times (slides, their clones, thumbnails), heroes once for each kind of screen. A picture in a
 * cell, in a line of text or beside its own twin (stars) says something where it stands and stays,
 * and so does anything as small as an icon.
 */
export const dropRepeatedPictures = (tree: HtmlElement, baseUrl: string): void => {
  const shown = new Map<string, HtmlElement>()
  const repeated = new Set<HtmlElement>()
  const hasWords = memoize(hasText)
  for (const picture of descendants(tree)) {
    const url = picture.name === 'img' ? imageSource(picture, baseUrl) : undefined
    if (url === undefined || isIcon(picture, url)) continue
    const block = blockAround(picture)
    const family = url.replace(screenName, '')
    const before = shown.get(family)
    if (!before) shown.set(family, block)
    else if (before !== block && !isCell(block) && !hasWords(block)) repeated.add(picture)
  }
  const places = new Set([...repeated].map(({ parent }) => parent))
  for (const place of places)
    if (place) place.children = place.children.filter(child => !isIn(repeated, child))
}

/** The picture of a page that has nothing else: no word, no second picture, and no program. */
export const onlyPicture = (root: HtmlElement): HtmlElement | undefined => {
  let only: HtmlElement | undefined
  for (const element of descendants(root)) {
    if (element.name === 'script' || (element.name === 'img' && only)) return undefined
    if (element.name === 'img') only = element
  }
  return only && !isSmall(only.attributes.width) && !hasText(root) ? only : undefined
}

/** For which screens a picture is: `hero-mobile.jpg` beside `hero.jpg`. */
const screenName = /[-_](?:mobile|mob|desktop|desk|tablet|phone)(?=[-_.])/gi
const iconPx = 64

const isIcon = ({ attributes: { width, height } }: HtmlElement, url: string): boolean =>
  /\.svg(?:$|[?#])/i.test(url) || isSmall(width) || isSmall(height)

const isSmall = (px: string | undefined): boolean =>
  px !== undefined && /^\s*\d+(?:px)?\s*$/.test(px) && Number.parseInt(px, 10) <= iconPx

const isCell = ({ name }: HtmlElement): boolean => name === 'td' || name === 'th'

const blockAround = (element: HtmlElement): HtmlElement => {
  let at = element
  while (at.parent && !blockTags.has(at.name)) at = at.parent
  return at
}

const isIn = (elements: ReadonlySet<HtmlElement>, node: HtmlNode): boolean =>
  node.type === 'element' && elements.has(node)
