import { parseHtml } from '../src/page/html/html.ts'
import { toMarkdown } from '../src/page/markdown/markdown.ts'
import { atMost, defineBench, figure, median } from './harness/bench.ts'
import { loadPeer, peerPackages } from './support/peer-packages.ts'
import { scrapeBytes } from './support/scrape.ts'
import { readHtml, readTruth } from './support/wcxb.ts'

export const bench = defineBench({
  name: 'scrape-speed',
  part: 'Scrape',
  title:
    'Processor time of a page, beside @mozilla/readability on linkedom and turndown, 150 real pages (WCXB)',
  minutes: 2.5,
  nodeFlags: ['--expose-gc'],
  needs: { data: ['wcxb/truth.jsonl.gz'], packages: peerPackages },
  rows: {
    whole: {
      what: 'ratio: all a thread does with a page, beside readability and turndown',
      limit: atMost(0.5),
      note: 'Decode, parse, verdict, content, Markdown, links and metadata; the others only choose the content and write Markdown. Each reads all the pages by itself, in turn: the median of three rounds.',
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
    const works = {
      whole: ({ html, url }) => {
        const bytes = Buffer.from(html)
        return () => scrapeBytes(bytes, url, { formats: ['markdown', 'links', 'metadata'] })
      },
      readability:
        ({ html }) =>
        () =>
          peers.read(html),
      markdown: ({ html, url }) => {
        const { root } = parseHtml(html)
        return () => toMarkdown(root, { baseUrl: url })
      },
      turndown:
        ({ html }) =>
        () =>
          peers.write(html),
    } satisfies Record<string, Work>
    const names = Object.keys(works) as (keyof typeof works)[]
    const rounds = Array.from({ length: 4 }, () =>
      Object.fromEntries(names.map(name => [name, spentOn(pages, works[name])])),
    )
    // Everybody's code is warm after the first.
    const spent = (name: keyof typeof works) =>
      median(rounds.slice(1).map(round => round[name] ?? Number.NaN))
    return {
      whole: figure(spent('whole') / spent('readability')),
      markdown: figure(spent('markdown') / spent('turndown')),
      time: figure(spent('whole') / pages.length),
    }
  },
})

type Page = { url: string; html: string }
/** What is made ready before the clock runs, and what is timed. */
type Work = (page: Page) => () => unknown

/** Each has all the pages for itself: nobody pays for collecting what another left behind. */
const spentOn = (pages: Page[], work: Work): number => {
  globalThis.gc?.()
  let spentMs = 0
  for (const page of pages) {
    const run = work(page)
    const start = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(start)
    spentMs += (user + system) / 1_000
  }
  return spentMs
}

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
