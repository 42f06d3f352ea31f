import { attempt } from '../../kit/attempt.ts'
import { parse as parseCss } from '../css/css-tree.ts'
import { mediaMatches, type Theme } from '../css/media.ts'
import { documentBase, pictureUrl } from '../html/addresses.ts'
import { descendants, type HtmlDocument, type HtmlElement } from '../html/html.ts'
import { readStructuredLogos } from './structured.ts'

/** How a site came to name an icon. */
export type IconOrigin =
  | 'link'
  | 'touch'
  | 'mask'
  | 'fluid'
  | 'manifest'
  | 'tile'
  | 'json-ld'
  | 'microdata'
  | 'well-known'

/** An icon as it is declared; what the file really is shows only when it was decoded. */
export type DeclaredIcon = {
  origin: IconOrigin
  /** Absolute: http, https or data. */
  url: string
  /** The largest declared side; infinite for `any`. */
  declaredPx: number | undefined
  type: string | undefined
  /** The one surface it is meant for, by its `media`; file names say nothing reliable. */
  theme: Theme | undefined
  purpose: 'any' | 'maskable' | 'monochrome'
  /** The color a mask icon is to be drawn in. */
  color: string | undefined
}

export type DeclaredIcons = {
  icons: DeclaredIcon[]
  manifestUrl: string | undefined
  browserconfigUrl: string | undefined
}

/** More than the richest real page declares; what comes after was made to keep us busy. */
const maxIcons = 100

/** Every icon a page names. `pageUrl` is where the page was in the end, after redirects. */
export const readDeclaredIcons = (document: HtmlDocument, pageUrl: string): DeclaredIcons => {
  const base = documentBase(document.root, pageUrl)
  const resolve = (href: string | undefined) => pictureUrl(href, base)
  const icons: DeclaredIcon[] = []
  let manifestUrl: string | undefined
  let browserconfigUrl: string | undefined
  for (const element of descendants(document.root)) {
    if (icons.length >= maxIcons) break
    if (element.name === 'link') {
      icons.push(...readLink(element, resolve))
      if (relOf(element).has('manifest')) manifestUrl ??= resolve(element.attributes.href)
    } else if (element.name === 'meta') {
      const name = element.attributes.name?.trim().toLowerCase()
      const url = resolve(element.attributes.content)
      if (url !== undefined && isTile(name)) icons.push(declare('tile', url, tilePx(name)))
      if (name === 'msapplication-config') browserconfigUrl ??= url
    }
  }
  for (const { origin, url } of readStructuredLogos(document.root, base))
    icons.push(declare(origin, url))
  return { icons: withoutRepeats(icons), manifestUrl, browserconfigUrl }
}

export const declare = (
  origin: IconOrigin,
  url: string,
  declaredPx?: number,
  more: Partial<DeclaredIcon> = {},
): DeclaredIcon => ({
  origin,
  url,
  declaredPx,
  type: undefined,
  theme: undefined,
  purpose: 'any',
  color: undefined,
  ...more,
})

/** `16x16 32X32`, `any`; the largest counts. */
export const largestSize = (sizes: string | undefined): number | undefined => {
  let largest: number | undefined
  for (const token of (sizes ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .slice(0, 50)) {
    const [, width, height] = /^(\d{1,5})[x×*](\d{1,5})$/.exec(token) ?? []
    const side =
      token === 'any' ? Number.POSITIVE_INFINITY : Math.min(Number(width), Number(height))
    if (side > (largest ?? 0)) largest = side
  }
  return largest
}

const relOf = (element: HtmlElement): Set<string> =>
  new Set((element.attributes.rel ?? '').toLowerCase().split(/\s+/))

const readLink = (
  element: HtmlElement,
  resolve: (href: string | undefined) => string | undefined,
): DeclaredIcon[] => {
  const rel = relOf(element)
  const origin = linkOrigins.find(([word]) => rel.has(word))?.[1]
  const url = origin && resolve(element.attributes.href)
  const themes = themesOf(element.attributes.media)
  if (!origin || !url || themes.length === 0) return []
  return [
    declare(origin, url, largestSize(element.attributes.sizes), {
      type: element.attributes.type?.trim().toLowerCase() || undefined,
      theme: themes.length === 1 ? themes[0] : undefined,
      color: origin === 'mask' ? element.attributes.color?.trim() : undefined,
    }),
  ]
}

const linkOrigins: readonly (readonly [rel: string, origin: IconOrigin])[] = [
  ['mask-icon', 'mask'],
  ['apple-touch-icon', 'touch'],
  ['apple-touch-icon-precomposed', 'touch'],
  ['fluid-icon', 'fluid'],
  ['icon', 'link'],
]

/** Where a `media` attribute holds; nowhere for `print`. */
const themesOf = (media: string | undefined): Theme[] => {
  if (!media?.trim()) return ['light', 'dark']
  const list = attempt(() => parseCss(media.slice(0, 500), { context: 'mediaQueryList' }))
  if (list?.type !== 'MediaQueryList') return ['light', 'dark']
  // A desktop window, not an icon: `media` of a link is about the page it stands on.
  return (['light', 'dark'] as const).filter(theme => mediaMatches(list, theme, 1280))
}

const tileSizes: Record<string, number> = {
  'msapplication-tileimage': 144,
  'msapplication-square70x70logo': 70,
  'msapplication-square150x150logo': 150,
  'msapplication-square310x310logo': 310,
}

/** The wide tile is left out: it is no icon. */
const isTile = (name: string | undefined): name is string => name !== undefined && name in tileSizes
const tilePx = (name: string) => tileSizes[name]

const withoutRepeats = (icons: DeclaredIcon[]): DeclaredIcon[] => {
  const seen = new Set<string>()
  return icons.filter(({ origin, url, theme }) => {
    const name = `${origin} ${theme ?? ''} ${url}`
    return seen.has(name) ? false : seen.add(name)
  })
}
