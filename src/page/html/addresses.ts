import { headElements } from './head-elements.ts'
import type { HtmlElement } from './html.ts'

/**
 * What relative addresses of the page stand on: its first `<base href>`, as browsers take it,
 * resolved against the address the page finally came from. Stray text before `<html>` opens the
 * body early, and browsers obey a base that landed there as well.
 */
export const documentBase = (root: HtmlElement, finalUrl: string): string => {
  for (const { name, attributes } of headElements(root))
    if (name === 'base' && attributes.href !== undefined)
      return webUrl(attributes.href, finalUrl) ?? finalUrl
  return finalUrl
}

/** An absolute http(s) address, or undefined for everything else. */
export const webUrl = (href: string | undefined, baseUrl: string): string | undefined => {
  const url = resolve(href, baseUrl)
  return url && /^https?:/.test(url) ? url : undefined
}

/** An address a reader may safely follow: http(s), mailto or tel. */
export const safeUrl = (href: string | undefined, baseUrl: string): string | undefined => {
  const url = resolve(href, baseUrl)
  return url && /^(?:https?|mailto|tel):/.test(url) ? url : undefined
}

/** Where a picture can be had: http(s), or in the address itself. */
export const pictureUrl = (href: string | undefined, baseUrl: string): string | undefined => {
  const text = href?.trim() ?? ''
  if (!/^data:image\//i.test(text)) return webUrl(text, baseUrl)
  return text.length <= maxPictureLength ? text : undefined
}

/** An empty address is a place that a script fills in, and leads nowhere until then. */
const resolve = (href: string | undefined, baseUrl: string): string | undefined => {
  const text = href?.trim()
  if (!text || text.length > maxLength) return undefined
  if (baseUrl !== recent.baseUrl || recent.urls.size >= maxRecent) {
    recent.baseUrl = baseUrl
    recent.urls.clear()
  }
  let url = recent.urls.get(text)
  if (url === undefined) {
    url = URL.parse(text, baseUrl)?.href ?? ''
    recent.urls.set(text, url)
  }
  return url
}

/** Of the page read last: its links, its Markdown and its metadata ask for the same addresses. */
const recent = { baseUrl: '', urls: new Map<string, string>() }
const maxRecent = 2_000

/** Longer ones are payloads, not addresses. */
const maxLength = 8_192
const maxPictureLength = 700_000
