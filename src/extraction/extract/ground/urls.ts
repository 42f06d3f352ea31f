import type { Page } from '../page.ts'
import { factTexts } from './stream.ts'

/** Addresses on the page (links, images, markup, the page's own), with the line before each. */
export const readUrls = (page: Page): Map<string, number | undefined> => {
  const urls = new Map<string, number | undefined>()
  const add = (url: string, node?: number) => {
    const key = urlKey(url, page.url)
    if (key && !urls.has(key)) urls.set(key, node || undefined)
  }
  for (const link of page.links) add(link.url, link.after)
  for (const image of page.images) add(image.url, image.after)
  for (const { text } of factTexts(page))
    if (/^(https?:)?\/\//.test(text) && text.length < 4000) add(text)
  add(page.url)
  return urls
}

/** One spelling for one address; fragments only name a place inside it. */
export const urlKey = (text: string, base: string): string | undefined => {
  const url = URL.parse(/^www\./i.test(text) ? `https://${text}` : text, base)
  if (!url || !/^https?:|^mailto:|^tel:/.test(url.protocol)) return undefined
  return url.href.replace(/#.*$/, '').replace(/\/$/, '')
}

export const isAddress = (text: string) => /^(https?:\/\/|www\.)\S+$/i.test(text)

/** Written out in a text, with nothing glued to it. */
export const wholeIn = (text: string, part: string): boolean => {
  const at = text.indexOf(part)
  if (at < 0 || part.length < 4) return false
  return !/[\w/-]/.test(text[at - 1] ?? ' ') && !/[\w/-]/.test(text[at + part.length] ?? ' ')
}
