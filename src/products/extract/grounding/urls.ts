import type { HtmlElement } from '../../../page/html/html.ts'
import type { Page } from '../source/page.ts'
import { factTexts } from './facts.ts'
import { isOrder } from './orders.ts'
import type { Quotation } from './quotation.ts'
import { urlKey } from './url.ts'

/** Addresses on the page (links, images, markup, the page's own): as written, with the line before. */
export const readUrls = (page: Page, suspects: ReadonlySet<number>): Map<string, Quotation> => {
  const urls = new Map<string, Quotation>()
  const add = (url: string, quote: string, fact: string, node?: number) => {
    const key = urlKey(url, page.url)
    if (key && !urls.has(key)) urls.set(key, { quote, node: node || undefined, fact })
  }
  const ordered = linksIn(page, suspects)
  for (const { url, element, after } of page.links) {
    if (ordered.has(element)) continue
    const quote = (element.attributes.href ?? url).trim()
    add(url, quote, 'link', after)
    // A link that only counts who leaves has the real address in it.
    for (const inner of URL.parse(url)?.searchParams.values() ?? [])
      if (/^https?:\/\//.test(inner)) add(inner, quote, 'link', after)
  }
  for (const { url, written, alt, after } of page.images)
    if (!isOrder(alt)) add(url, written, 'image', after)
  for (const { text, path } of factTexts(page))
    if (/^(https?:)?\/\//.test(text) && text.length < 4000) add(text, text, path)
  add(page.url, page.url, 'address of the page')
  return urls
}

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
