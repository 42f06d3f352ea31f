import { descendants, type HtmlElement } from './html.ts'

/**
 * What relative addresses of the page stand on: the first `<base href>` as browsers take it,
 * resolved against the address the page finally came from.
 */
export const documentBase = (root: HtmlElement, finalUrl: string): string => {
  for (const element of descendants(root)) {
    if (element.name === 'body') break
    const href = element.name === 'base' ? element.attributes.href : undefined
    if (href === undefined) continue
    const base = URL.parse(href.trim(), finalUrl)
    return base && isWeb(base) ? base.href : finalUrl
  }
  return finalUrl
}

/** An absolute http(s) address, or undefined for everything else. */
export const webUrl = (href: string | undefined, baseUrl: string): string | undefined => {
  const url = resolve(href, baseUrl)
  return url && isWeb(url) ? url.href : undefined
}

/** An address a reader may safely follow: http(s), mailto or tel. */
export const safeUrl = (href: string | undefined, baseUrl: string): string | undefined => {
  const url = resolve(href, baseUrl)
  if (!url) return undefined
  return isWeb(url) || url.protocol === 'mailto:' || url.protocol === 'tel:' ? url.href : undefined
}

const resolve = (href: string | undefined, baseUrl: string): URL | undefined => {
  if (href === undefined || href.length > maxLength) return undefined
  return URL.parse(href.trim(), baseUrl) ?? undefined
}

/** Longer ones are payloads, not addresses. */
const maxLength = 8_192

const isWeb = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:'
