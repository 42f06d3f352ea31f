import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contentText } from '../src/page/content/text.ts'
import { parseHtml } from '../src/page/html/html.ts'
import { defineBench, figure } from './harness/bench.ts'
import {
  foldsNeed,
  meanF1,
  outOfFold,
  type Reader,
  scoreReader,
} from './support/content-readers.ts'
import { installPeers, loadPeer, peerPackages } from './support/peer-packages.ts'
import { readTruth } from './support/wcxb.ts'

export const bench = defineBench({
  name: 'content-peers',
  part: 'Scrape',
  title: 'Other readers on every twentieth page of WCXB: mean word F1',
  minutes: 1,
  needs: { data: ['wcxb/truth.jsonl.gz'], packages: peerPackages, made: foldsNeed },
  rows: {
    ours: { what: 'ours, by models that have seen no page of the domain' },
    defuddle: { what: 'defuddle' },
    readability: { what: '@mozilla/readability on linkedom' },
  },
  measure: async ({ data, sample }) => {
    const pages = readTruth(data('wcxb')).filter((_, at) => at % (20 * sample) === 0)
    const score = async (read: Reader) =>
      figure(meanF1(await scoreReader(data('wcxb'), pages, read)))
    return {
      ours: await score(outOfFold({ essentials: false })),
      defuddle: await score(await openDefuddle()),
      readability: await score(await openReadability()),
    }
  },
})

const openReadability = async (): Promise<Reader> => {
  const { Readability } = await loadPeer<ReadabilityModule>('@mozilla/readability')
  const { parseHTML } = await loadPeer<LinkedomModule>('linkedom')
  return orNothing(html => textOf(new Readability(parseHTML(html).document).parse()?.content))
}

const openDefuddle = async (): Promise<Reader> => {
  const file = join(installPeers(), 'node_modules', 'defuddle', 'dist', 'node.js')
  const { Defuddle } = (await import(pathToFileURL(file).href)) as DefuddleModule
  return orNothing(async (html, { url }) => textOf((await Defuddle(html, url)).content))
}

/** They throw on some pages: that page then has no text. */
const orNothing =
  (read: Reader): Reader =>
  async (html, page) => {
    try {
      return await read(html, page)
    } catch {
      return ''
    }
  }

type ReadabilityModule = {
  Readability: new (document: unknown) => { parse: () => { content?: string } | null }
}
type LinkedomModule = { parseHTML: (html: string) => { document: unknown } }
type DefuddleModule = { Defuddle: (html: string, url: string) => Promise<{ content?: string }> }

/** The same text rules for everybody: block elements break lines. */
const textOf = (html: string | undefined): string =>
  html === undefined ? '' : contentText(parseHtml(html).root)
