import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contentText } from '../src/site/content/text.ts'
import { parseHtml } from '../src/site/html.ts'

/**
 * Other readers of the field, installed on first use into a folder of the benchmark's own, so
 * that the project does not depend on what it is compared with.
 */
const packages = ['@mozilla/readability@0.6.0', 'linkedom@0.18.12', 'defuddle@0.19.4']

export type Peer = { name: string; read: (html: string, page: { url: string }) => Promise<string> }

export const loadPeers = async (): Promise<Peer[]> => {
  const folder = join(tmpdir(), 'siteray-bench-peers')
  if (!existsSync(join(folder, 'node_modules', 'defuddle'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', '--no-save', '--prefix', folder, ...packages], {
      stdio: 'inherit',
    })
  }
  const require = createRequire(join(folder, 'package.json'))
  const load = async <T>(name: string): Promise<T> =>
    (await import(pathToFileURL(require.resolve(name)).href)) as T
  const { Readability } = await load<ReadabilityModule>('@mozilla/readability')
  const { parseHTML } = await load<LinkedomModule>('linkedom')
  const defuddle = join(folder, 'node_modules', 'defuddle', 'dist', 'node.js')
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
