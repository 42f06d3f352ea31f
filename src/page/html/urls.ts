import { descendants, type HtmlElement } from './html.ts'

/** The page's own idea of where relative addresses begin. */
export const baseUrl = (root: HtmlElement, url: string): string => {
  for (const element of descendants(root)) {
    // Also below <body>: stray text before <html> opens the body early, and browsers still obey it.
    if (element.name === 'base' && element.attributes.href)
      return absoluteUrl(element.attributes.href, url) ?? url
  }
  return url
}

export const absoluteUrl = (href: string, base: string): string | undefined => {
  const trimmed = href.trim()
  if (!trimmed || trimmed.length > 4000) return undefined
  const url = URL.parse(trimmed, base)
  return url && /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined
}
