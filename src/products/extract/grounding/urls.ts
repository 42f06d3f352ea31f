import { nearest } from '../../../page/html/around.ts'
import type { HtmlElement } from '../../../page/html/html.ts'
import type { Page } from '../source/page.ts'
import { factTexts } from './facts.ts'
import { isOrder } from './orders.ts'
import type { Address, Range } from './quotation.ts'
import { urlKey } from './url.ts'

/** One for each entry of the longest list. */
const maxStands = 5_000

/** Addresses on the page (links, images, markup, the page's own): as written, with the line before. */
export const readUrls = (
  page: Page,
  suspects: ReadonlySet<number>,
  around: (element: HtmlElement) => Range | undefined,
): Map<string, Address> => {
  const urls = new Map<string, Address>()
  const add = (url: string, quote: string, fact: string, node?: number, range?: Range) => {
    const key = urlKey(url, page.url)
    if (!key) return
    const address = urls.get(key) ?? { quote, node: node || undefined, fact, stands: [] }
    urls.set(key, address)
    if (range && address.stands.length < maxStands) address.stands.push(range)
  }
  const words = linkLines(page)
  const ordered = linksIn(page, suspects)
  for (const { url, element, after } of page.links) {
    if (ordered.has(element)) continue
    const quote = (element.attributes.href ?? url).trim()
    const range = words.get(element) ?? around(element)
    add(url, quote, 'link', after, range)
    // A link that only counts who leaves has the real address in it.
    for (const inner of URL.parse(url)?.searchParams.values() ?? [])
      if (/^https?:\/\//.test(inner)) add(inner, quote, 'link', after, range)
  }
  for (const { url, written, alt, element, after } of page.images)
    if (!isOrder(alt)) add(url, written, 'image', after, around(element))
  for (const { text, path } of factTexts(page))
    if (/^(https?:)?\/\//.test(text) && text.length < 4000) add(text, text, path)
  add(page.url, page.url, 'address of the page')
  return urls
}

/** The lines that the words of links stand in. */
const linkLines = ({ nodes }: Page): Map<HtmlElement, Range> => {
  const lines = new Map<HtmlElement, Range>()
  for (const { id, pieces } of nodes)
    for (const { link, element } of pieces) {
      const anchor = link === undefined ? undefined : anchorOf(element)
      if (anchor) lines.set(anchor, { first: lines.get(anchor)?.first ?? id, last: id })
    }
  return lines
}

const anchorOf = (element: HtmlElement): HtmlElement | undefined =>
  nearest(element, ({ name, attributes }) => name === 'a' && attributes.href !== undefined)

/** Links in lines that give orders: where they lead is the writer's spec too. */
const linksIn = (page: Page, suspects: ReadonlySet<number>): Set<HtmlElement> => {
  const links = new Set<HtmlElement>()
  for (const { id, pieces } of page.nodes)
    if (suspects.has(id))
      for (const piece of pieces)
        for (let at: HtmlElement | undefined = piece.element; at; at = at.parent)
          if (at.name === 'a') links.add(at)
  return links
}
