import { documentBase, webUrl } from '../html/addresses.ts'
import { descendants, type HtmlDocument, type HtmlElement, textContent } from '../html/html.ts'

/** Where a page's CSS stands, in order: linked or in the page itself. */
export type CssReference =
  | { is: 'link'; url: string; media: string | undefined }
  /** `url`: what its own addresses are relative to. */
  | { is: 'inline'; css: string; url: string; media: string | undefined }

const maxReferences = 60

export const readCssReferences = ({ root }: HtmlDocument, pageUrl: string): CssReference[] => {
  const base = documentBase(root, pageUrl)
  const found: CssReference[] = []
  for (const element of descendants(root)) {
    if (found.length >= maxReferences) break
    // For visitors without scripts, or for nobody yet.
    if (element.parent?.name === 'noscript' || element.parent?.name === 'template') continue
    if (element.name === 'link') {
      const url = isStylesheet(element) ? webUrl(element.attributes.href, base) : undefined
      if (url) found.push({ is: 'link', url, media: mediaOf(element) })
    } else if (element.name === 'style')
      found.push({ is: 'inline', css: textContent(element), url: base, media: mediaOf(element) })
  }
  return found.filter(({ media }) => media !== 'print')
}

const isStylesheet = ({ attributes }: HtmlElement): boolean => {
  const rel = (attributes.rel ?? '').toLowerCase().split(/\s+/)
  if (attributes.disabled !== undefined || rel.includes('alternate')) return false
  if (rel.includes('stylesheet')) return true
  // Pages that load their CSS late name it so, and make it a stylesheet by script.
  return rel.includes('preload') && attributes.as?.toLowerCase() === 'style'
}

/** `media="print" onload="this.media='all'"` is how pages load their CSS late. */
const mediaOf = ({ attributes }: HtmlElement): string | undefined => {
  if (/media/i.test(attributes.onload ?? '')) return undefined
  const media = attributes.media?.trim().toLowerCase()
  return media && media !== 'all' && media.length < 500 ? media : undefined
}

/** The files that a stylesheet begins with, by `@import`. */
type CssImport = { url: string; media: string | undefined; layer: string | undefined }

const statement =
  /@import\s+(?:url\(\s*)?["']?(?<target>[^"')\s;]+)["']?\s*\)?(?<rest>[^;]{0,300});/gi
/** Imports may stand only at the beginning. */
const headLength = 20_000
const maxImports = 12

export const readImports = (css: string, sheetUrl: string): CssImport[] =>
  [...css.slice(0, headLength).matchAll(statement)].slice(0, maxImports).flatMap(match => {
    const { target = '', rest = '' } = match.groups ?? {}
    const url = webUrl(target, sheetUrl)
    if (!url || isFontHost(url)) return []
    const [, named] = /\blayer(?:\(([\w.-]+)\))?/i.exec(rest) ?? []
    const media = rest
      .replace(/\blayer(?:\([^)]*\))?/i, '')
      .replace(/\bsupports\(.*\)/i, '')
      .trim()
    return [
      {
        url,
        media: media || undefined,
        layer: /\blayer\b/i.test(rest) ? (named ?? '') : undefined,
      },
    ]
  })

const relativeUrl = /\burl\(\s*(["']?)(?!data:|#|[a-z]+:|\/\/)([^"')\s]{1,1000})\1\s*\)/gi
/** No stylesheet has more pictures; what follows stays as it is. */
const maxUrls = 5_000

/** The same with its relative addresses made whole, so that they mean the same outside of it. */
export const withWholeUrls = (css: string, sheetUrl: string): string => {
  let left = maxUrls
  return css.replace(relativeUrl, (whole, quote: string, address: string) => {
    const url = left-- > 0 ? URL.parse(address, sheetUrl) : null
    return url ? `url(${quote}${url.href}${quote})` : whole
  })
}

/** Their stylesheets hold `@font-face` rules and nothing else. */
export const isFontHost = (url: string): boolean =>
  /^(?:fonts\.googleapis\.com|fonts\.bunny\.net|use\.typekit\.net|p\.typekit\.net|cloud\.typography\.com|use\.fontawesome\.com)$/.test(
    new URL(url).hostname,
  )
