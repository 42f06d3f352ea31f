import { documentBase } from '../../../page/html/addresses.ts'
import { decodeHtml } from '../../../page/html/encoding.ts'
import {
  descendants,
  type HtmlDocument,
  type HtmlElement,
  parseHtml,
} from '../../../page/html/html.ts'
import { type DeclaredIcon, readDeclaredIcons } from '../../../page/icons/declared.ts'
import { readSharedImages } from '../../../page/icons/open-graph.ts'
import { isOfType, readJsonLd } from '../../../page/metadata/json-ld.ts'
import { readMetadata } from '../../../page/metadata/metadata.ts'
import { judgePage, type Verdict } from '../../../page/verdict/judge.ts'
import type { PageOrigin } from '../../../page/verdict/page.ts'

/** What the page's own markup says of its brand. */
export type BrandFacts = {
  title: string | undefined
  siteName: string | undefined
  /** Of the organisation in JSON-LD. */
  organisation: string | undefined
  description: string | undefined
  /** Colors that the site declares as its own, and where. */
  themeColors: { value: string; from: 'theme-color' | 'manifest' | 'mask-icon' }[]
  icons: DeclaredIcon[]
  ogImage: string | undefined
}

export type FetchedPage = { bytes: Uint8Array; origin: PageOrigin }

/** The one parse of a page: whether it is one at all, and what it says. */
export const readFetched = ({
  bytes,
  origin,
}: FetchedPage): { document: HtmlDocument; verdict: Verdict; facts: BrandFacts } => {
  const document = parseHtml(decodeHtml(bytes, origin.headers['content-type']).text)
  return {
    document,
    verdict: verdictOn(document, origin),
    facts: readFacts(document, origin.finalUrl),
  }
}

const readFacts = (document: HtmlDocument, url: string): BrandFacts => {
  const baseUrl = documentBase(document.root, url)
  const metadata = readMetadata(document.root, { baseUrl })
  const { things } = readJsonLd(document.root)
  const organisation = things.find(thing => isOfType(thing, /Organization|Corporation|Brand$/))
  return {
    title: metadata.title,
    siteName: metadata.siteName,
    organisation: typeof organisation?.name === 'string' ? organisation.name : undefined,
    description: metadata.description,
    themeColors: readThemeColors(document.root),
    icons: readDeclaredIcons(document, url).icons,
    ogImage: readSharedImages(document, url)[0]?.url,
  }
}

/** A form to sign in hides the page, not the brand. */
const verdictOn = (document: HtmlDocument, origin: PageOrigin): Verdict => {
  const verdict = judgePage(document, origin)
  return verdict.is === 'wall' && verdict.kind === 'login' ? { is: 'page' } : verdict
}

/** `<meta name="theme-color">` for the light scheme or for both. */
const readThemeColors = (root: HtmlElement): BrandFacts['themeColors'] => {
  const found: BrandFacts['themeColors'] = []
  for (const { name, attributes } of descendants(root)) {
    if (name !== 'meta' || attributes.name?.trim().toLowerCase() !== 'theme-color') continue
    if (/dark/i.test(attributes.media ?? '')) continue
    const content = attributes.content?.trim()
    if (content && content.length < 100 && found.length < 4)
      found.push({ value: content, from: 'theme-color' })
  }
  return found
}
