/**
 * Processor time of all we do with a page (decode, parse, judge, choose the content, write
 * Markdown, links and metadata) beside @mozilla/readability on linkedom followed by turndown, on
 * the same pages in one run; and of our Markdown alone beside turndown alone on the same HTML.
 *
 *   node bench/scrape-speed.ts <wcxb folder> [pages]
 */

import type { PageTask } from '../src/base/reader/page-task.ts'
import { readHtmlPage } from '../src/base/reader/read-html.ts'
import { selectContent } from '../src/page/content/select.ts'
import { parseHtml } from '../src/page/html/html.ts'
import { readLinks } from '../src/page/html/links.ts'
import { toMarkdown } from '../src/page/markdown/markdown.ts'
import { readMetadata } from '../src/page/metadata/metadata.ts'
import { judgePage } from '../src/page/verdict/judge.ts'
import { loadPeer } from './peer-packages.ts'
import { readHtml, readTruth } from './wcxb.ts'

type ReadabilityModule = {
  Readability: new (document: unknown) => { parse: () => { content?: string } | null }
}
type LinkedomModule = { parseHTML: (html: string) => { document: unknown } }
type Turndown = { use: (plugin: unknown) => void; turndown: (html: string) => string }
type TurndownModule = { default: new () => Turndown }
type GfmModule = { gfm: unknown }

const [folder, wanted = '300'] = process.argv.slice(2)
if (!folder) throw new Error('Usage: node bench/scrape-speed.ts <wcxb folder> [pages]')

const { Readability } = await loadPeer<ReadabilityModule>('@mozilla/readability')
const { parseHTML } = await loadPeer<LinkedomModule>('linkedom')
const { default: TurndownService } = await loadPeer<TurndownModule>('turndown')
const { gfm } = await loadPeer<GfmModule>('turndown-plugin-gfm')
const turndown = new TurndownService()
turndown.use(gfm)

const truth = readTruth(folder)
const every = Math.max(1, Math.floor(truth.length / Number(wanted)))
const pages = truth
  .filter((_, at) => at % every === 0)
  .slice(0, Number(wanted))
  .map(({ id, url }) => ({ url, html: readHtml(folder, id) }))
type Page = (typeof pages)[number]

const spent = new Map<string, number>()
let counting = false
const timed = <T>(name: string, work: () => T): T => {
  const start = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(start)
  if (counting) spent.set(name, (spent.get(name) ?? 0) + (user + system) / 1_000)
  return result
}

const taskOf = ({ html, url }: Page): PageTask => ({
  bytes: Buffer.from(html),
  requestedUrl: url,
  finalUrl: url,
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  rendered: false,
  screenshot: undefined,
  warning: undefined,
  isLast: true,
  formats: ['markdown', 'links', 'metadata'],
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  trace: false,
})

/** Peers throw on some pages; what they spent until then counts. */
const orNothing = (work: () => string | undefined): string => {
  try {
    return work() ?? ''
  } catch {
    return ''
  }
}

const measure = (page: Page) => {
  const task = taskOf(page)
  timed('ours, whole', () => readHtmlPage(task))
  timed('readability + turndown', () =>
    orNothing(() => {
      const { content = '' } = new Readability(parseHTML(page.html).document).parse() ?? {}
      return turndown.turndown(content)
    }),
  )
  const document = timed('  parse', () => parseHtml(page.html))
  timed('  verdict', () => judgePage(document, task))
  const { tree } = timed('  content', () => selectContent(document, { url: page.url }))
  timed('  markdown', () => toMarkdown(tree, { baseUrl: page.url }))
  timed('  links', () => readLinks(document.root, { baseUrl: page.url }))
  timed('  metadata', () => readMetadata(document.root, { baseUrl: page.url }))
  timed('markdown of the whole page', () => toMarkdown(document.root, { baseUrl: page.url }))
  timed('turndown of the whole page', () => orNothing(() => turndown.turndown(page.html)))
}

// Everybody's code is warm before it is timed.
for (const page of pages.slice(0, 60)) measure(page)
counting = true
for (const page of pages) measure(page)

console.log(`${pages.length} pages, processor ms a page`)
for (const [name, ms] of spent) console.log(`${name.padEnd(28)} ${(ms / pages.length).toFixed(2)}`)
const ratio = (ours: string, theirs: string) =>
  ((spent.get(ours) ?? 0) / (spent.get(theirs) ?? 1)).toFixed(3)
console.log(`whole page work, ratio       ${ratio('ours, whole', 'readability + turndown')}`)
console.log(
  `Markdown alone, ratio        ${ratio('markdown of the whole page', 'turndown of the whole page')}`,
)
