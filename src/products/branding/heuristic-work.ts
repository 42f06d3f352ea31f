import { answerWith } from '../../base/threads/thread.ts'
import { readCssReferences } from '../../page/css/references.ts'
import { readStylesheets, type Stylesheets } from '../../page/css/stylesheet.ts'
import { vocabularyOf } from '../../page/css/tree.ts'
import { decodeHtml } from '../../page/html/encoding.ts'
import { type HtmlDocument, parseHtml } from '../../page/html/html.ts'
import { readDeclaredIcons } from '../../page/icons/declared.ts'
import { readManifestIcons } from '../../page/icons/manifest.ts'
import { decodeImage } from '../../page/pixels/decode.ts'
import { decideProfile } from './decide/decide.ts'
import { type PageFacts, readFacts } from './decide/facts.ts'
import { rankLogos } from './decide/logos.ts'
import { setAside } from './decide/overlays.ts'
import type { FetchedPage, HeuristicResult, HeuristicTask, Survey } from './heuristic-task.ts'
import { darkClasses, sketchOther } from './sketch/other-scheme.ts'
import { qualifyProfile } from './sketch/qualify.ts'
import { sketchPage } from './sketch/sketch.ts'

/** Runs in a thread of its own that can be killed. */
const work = (task: HeuristicTask): HeuristicResult | Promise<HeuristicResult> =>
  task.is === 'survey' ? survey(task.page) : profile(task)

const noSheets: Stylesheets = {
  rules: [],
  initial: new Map(),
  darkSwitches: new Set(),
  truncated: false,
}

const survey = ({ bytes, origin }: FetchedPage): HeuristicResult => {
  const facts = readFacts(bytes, origin)
  const { verdict } = facts
  if (verdict.is === 'wall') return verdict
  if (origin.status >= 400) return { is: 'status' }
  if (verdict.is !== 'page') return verdict
  const document = documentOf({ bytes, origin })
  const url = origin.finalUrl
  // Without any CSS a page is enough to tell which of its pictures is the logo.
  const snapshot = sketchPage({ document, url, sheets: noSheets, preference: 'light' })
  const [logo] = rankLogos(snapshot.logos, facts, setAside(snapshot))
  return {
    is: 'survey',
    sheets: readCssReferences(document, url),
    manifestUrl: readDeclaredIcons(document, url).manifestUrl,
    logoUrl: logo && /^https?:/.test(logo.url) ? logo.url : undefined,
  } satisfies Survey
}

const profile = async (
  task: Extract<HeuristicTask, { is: 'profile' }>,
): Promise<HeuristicResult> => {
  const { page, sources, manifest, missing } = task
  const document = documentOf(page)
  const url = page.origin.finalUrl
  const sheets = readStylesheets(sources, vocabularyOf(document.root, darkClasses))
  const snapshot = sketchPage({ document, url, sheets, preference: 'light' })
  const other = sketchOther({ document, url, sheets }, snapshot)
  const logoPaints = task.logo ? await paintsOf(task.logo.bytes) : []
  for (const logo of snapshot.logos)
    if (logo.url !== '' && logo.url === task.logo?.url) logo.paints.push(...logoPaints)
  const facts = readFacts(page.bytes, page.origin)
  const { manifestUrl } = readDeclaredIcons(document, url)
  if (manifest !== undefined && manifestUrl) {
    facts.icons.push(...readManifestIcons(manifest, manifestUrl))
    facts.themeColors.push(...manifestColors(manifest))
  }
  for (const { color } of facts.icons)
    if (color) facts.themeColors.push({ value: color, from: 'mask-icon' })
  const sight = { facts, url, snapshot, other, painted: {} }
  const decided = decideProfile(sight, task.include)
  return {
    is: 'profile',
    profile: qualifyProfile(decided.profile, { missing, isCut: snapshot.isCut }),
  }
}

const documentOf = ({ bytes, origin }: FetchedPage): HtmlDocument =>
  parseHtml(decodeHtml(bytes, origin.headers['content-type']).text)

const leastShare = 0.08

/** What a logo is painted in, by its pixels. */
const paintsOf = async (bytes: Uint8Array): Promise<string[]> => {
  const image = await decodeImage(bytes)
  if (!image.ok) return []
  return image.facts.colors.filter(({ share }) => share >= leastShare).map(({ hex }) => hex)
}

const manifestColors = (text: string): PageFacts['themeColors'] => {
  const [, value] = /"theme_color"\s*:\s*"([^"]{3,40})"/.exec(text) ?? []
  return value ? [{ value, from: 'manifest' }] : []
}

answerWith(work)
