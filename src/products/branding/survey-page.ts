import { AppError } from '../../kit/errors.ts'
import { type CssReference, readCssReferences } from '../../page/css/references.ts'
import type { Stylesheets } from '../../page/css/stylesheet.ts'
import { sniffContentType } from '../../page/documents/sniff.ts'
import { type PackedHtml, packHtml } from '../../page/html/packed.ts'
import { readDeclaredIcons } from '../../page/icons/declared.ts'
import type { Verdict } from '../../page/verdict/judge.ts'
import { type CompanyFacts, readCompany } from './decide/company.ts'
import { type BrandFacts, type FetchedPage, readFetched } from './decide/facts.ts'
import { rankLogos } from './decide/logos.ts'
import { setAside } from './decide/overlays.ts'
import { spriteFilesOf } from './decide/sprites.ts'
import { sketchPage } from './sketch/sketch.ts'

/** What a page says by itself, and what must be fetched to see it. */
export type BrandSurvey = {
  is: 'survey'
  facts: BrandFacts
  company: CompanyFacts
  /** The page itself: it is parsed once, and sketched when its files are there. */
  packed: PackedHtml
  sheets: CssReference[]
  manifestUrl: string | undefined
  /** The picture that is most likely the logo, where it is a file. */
  logoUrl: string | undefined
  /** Files that drawings of the page are taken from. */
  spriteUrls: string[]
}

/** Runs in a thread: is it a page, and what else must be fetched to see it. */
export const surveyPage = (
  page: FetchedPage,
): BrandSurvey | Exclude<Verdict, { is: 'page' }> | { is: 'status' } => {
  const { document, verdict, facts } = readFetched(page)
  if (verdict.is === 'wall') return verdict
  const { finalUrl, headers, status } = page.origin
  if (status >= 400) return { is: 'status' }
  // Data and texts have nothing of a brand, and their profile would be empty.
  if (sniffContentType(page.bytes, headers['content-type'], finalUrl) !== 'html')
    throw new AppError('page_unsupported', `${new URL(finalUrl).hostname} sent a file, not a page.`)
  if (verdict.is !== 'page') return verdict
  const url = finalUrl
  // Without any CSS a page is enough to tell which of its pictures is the logo.
  const snapshot = sketchPage({ document, url, sheets: noSheets, preference: 'light' })
  const [logo] = rankLogos(snapshot.logos, facts, setAside(snapshot))
  return {
    is: 'survey',
    facts,
    company: readCompany(document, url),
    packed: packHtml(document),
    sheets: readCssReferences(document, url),
    manifestUrl: readDeclaredIcons(document, url).manifestUrl,
    spriteUrls: spriteFilesOf(snapshot.logos),
    logoUrl: logo && /^https?:/.test(logo.url) ? logo.url : undefined,
  }
}

const noSheets: Stylesheets = {
  rules: [],
  initial: new Map(),
  darkSwitches: new Set(),
  truncated: false,
}
