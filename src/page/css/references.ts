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

/** No stylesheet has more pictures; what follows stays as it is. */
const maxUrls = 5_000
const maxAddress = 1_000

/** The same with its relative addresses made whole, so that they mean the same outside of it. */
export const withWholeUrls = (css: string, sheetUrl: string): string => {
  const pieces: string[] = []
  let done = 0
  let left = maxUrls
  for (const { index } of css.matchAll(urlWord)) {
    if (left-- === 0) break
    const found = index < done ? undefined : addressAt(css, index + 4, maxAddress)
    if (!found || /^(?:#|\/\/|[a-z]+:)/i.test(found.address)) continue
    const url = URL.parse(found.address, sheetUrl)
    if (!url) continue
    pieces.push(css.slice(done, found.from), url.href)
    done = found.to
  }
  return pieces.join('') + css.slice(done)
}

const urlWord = /\burl\(/gi

/** The first address in a value, such as that of a background. */
export const firstUrl = (value: string): string | undefined => {
  const start = value.toLowerCase().indexOf('url(')
  return start < 0 ? undefined : addressAt(value, start + 4, value.length)?.address
}

type Address = { address: string; from: number; to: number }

/** What stands between `url(` and its end, without quotes. */
const addressAt = (css: string, start: number, maxLength: number): Address | undefined => {
  const text = css.slice(start, start + maxLength)
  const lead = text.length - text.trimStart().length
  const quote = /^["']/.exec(text.slice(lead, lead + 1))?.[0]
  const from = lead + (quote ? 1 : 0)
  const to = text.indexOf(quote ?? ')', from)
  if (to < 0) return undefined
  const address = text.slice(from, to).trimEnd()
  return { address, from: start + from, to: start + from + address.length }
}

/** Their stylesheets hold `@font-face` rules and nothing else. */
export const isFontHost = (url: string): boolean =>
  /^(?:fonts\.googleapis\.com|fonts\.bunny\.net|use\.typekit\.net|p\.typekit\.net|cloud\.typography\.com|use\.fontawesome\.com)$/.test(
    new URL(url).hostname,
  )
