import { parseHtml } from '../src/page/html/html.ts'
import { toMarkdown } from '../src/page/markdown/markdown.ts'
import { atMost, defineBench, figure } from './harness/bench.ts'
import { loadPeer, peerPackages } from './support/peer-packages.ts'
import { scrapeHtml } from './support/scrape.ts'
import { readHtml, readTruth } from './support/wcxb.ts'

export const bench = defineBench({
  name: 'scrape-speed',
  part: 'Scrape',
  title:
    'Processor time of a page, beside @mozilla/readability on linkedom and turndown, 150 real pages (WCXB)',
  minutes: 1.5,
  needs: { data: ['wcxb/truth.jsonl.gz'], packages: peerPackages },
  rows: {
    whole: {
      what: 'ratio: all a thread does with a page, beside readability and turndown',
      limit: atMost(0.5),
      note: 'Decode, parse, verdict, content, Markdown, links and metadata; the others only choose the content and write Markdown.',
    },
    markdown: {
      what: 'ratio: Markdown of a whole parsed page, beside turndown with GFM on its HTML',
      limit: atMost(0.5),
    },
    time: { what: 'ours, a page', unit: 'ms' },
  },
  measure: async ({ data, sample }) => {
    const peers = await openPeers()
    const pages = readPages(data('wcxb'), Math.ceil(150 / sample))
    const spent = { whole: 0, readability: 0, markdown: 0, turndown: 0 }
    const timed = <T>(name: keyof typeof spent, work: () => T): T => {
      const start = process.cpuUsage()
      const result = work()
      const { user, system } = process.cpuUsage(start)
      spent[name] += (user + system) / 1_000
      return result
    }
    const measure = ({ html, url }: Page) => {
      const formats = ['markdown', 'links', 'metadata'] as const
      timed('whole', () => scrapeHtml(html, url, { formats }))
      timed('readability', () => peers.read(html))
      const { root } = parseHtml(html)
      timed('markdown', () => toMarkdown(root, { baseUrl: url }))
      timed('turndown', () => peers.write(html))
    }
    // Everybody's code is warm before it is timed.
    for (const page of pages.slice(0, 60)) measure(page)
    for (const name of Object.keys(spent) as (keyof typeof spent)[]) spent[name] = 0
    for (const page of pages) measure(page)
    return {
      whole: figure(spent.whole / spent.readability),
      markdown: figure(spent.markdown / spent.turndown),
      time: figure(spent.whole / pages.length),
    }
  },
})

type Page = { url: string; html: string }

const readPages = (folder: string, wanted: number): Page[] => {
  const truth = readTruth(folder)
  const every = Math.max(1, Math.floor(truth.length / wanted))
  return truth
    .filter((_, at) => at % every === 0)
    .slice(0, wanted)
    .map(({ id, url }) => ({ url, html: readHtml(folder, id) }))
}

type ReadabilityModule = {
  Readability: new (document: unknown) => { parse: () => { content?: string } | null }
}
type LinkedomModule = { parseHTML: (html: string) => { document: unknown } }
type Turndown = { use: (plugin: unknown) => void; turndown: (html: string) => string }
type TurndownModule = { default: new () => Turndown }
type GfmModule = { gfm: unknown }

const openPeers = async () => {
  const { Readability } = await loadPeer<ReadabilityModule>('@mozilla/readability')
  const { parseHTML } = await loadPeer<LinkedomModule>('linkedom')
  const { default: TurndownService } = await loadPeer<TurndownModule>('turndown')
  const { gfm } = await loadPeer<GfmModule>('turndown-plugin-gfm')
  const turndown = new TurndownService()
  turndown.use(gfm)
  const write = orNothing(html => turndown.turndown(html))
  const read = orNothing(html =>
    turndown.turndown(new Readability(parseHTML(html).document).parse()?.content ?? ''),
  )
  return { read, write }
}

/** Peers throw on some pages; what they spent until then counts. */
const orNothing =
  (work: (html: string) => string) =>
  (html: string): string => {
    try {
      return work(html)
    } catch {
      return ''
    }
  }
