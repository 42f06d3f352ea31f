import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contentText } from '../src/page/content/text.ts'
import { parseHtml } from '../src/page/html/html.ts'
import { installPeers, loadPeer } from './peer-packages.ts'

export type Peer = { name: string; read: (html: string, page: { url: string }) => Promise<string> }

export const loadPeers = async (): Promise<Peer[]> => {
  const { Readability } = await loadPeer<ReadabilityModule>('@mozilla/readability')
  const { parseHTML } = await loadPeer<LinkedomModule>('linkedom')
  const defuddle = join(installPeers(), 'node_modules', 'defuddle', 'dist', 'node.js')
  const { Defuddle } = (await import(pathToFileURL(defuddle).href)) as DefuddleModule
  return [
    {
      name: '@mozilla/readability + linkedom',
      read: orNothing(async html =>
        textOf(new Readability(parseHTML(html).document).parse()?.content),
      ),
    },
    {
      name: 'defuddle',
      read: orNothing(async (html, { url }) => textOf((await Defuddle(html, url)).content)),
    },
  ]
}

/** They throw on some pages: that page then has no text. */
const orNothing =
  (read: Peer['read']): Peer['read'] =>
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
