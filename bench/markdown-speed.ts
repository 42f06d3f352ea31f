/**
 * Processor time of HTML → Markdown beside turndown with its GFM plugin, on the same pages in one
 * run. `toMarkdown` works on a tree that is parsed anyway; turndown takes a string and parses it,
 * as its users run it. So three figures: ours alone, ours with the parse, turndown.
 *
 *   node bench/markdown-speed.ts <wcxb folder> <folder with turndown and turndown-plugin-gfm> [pages]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parseHtml } from '../src/site/html.ts'
import { toMarkdown } from '../src/site/markdown/markdown.ts'

const [folder, peers, wanted = '300'] = process.argv.slice(2)
if (!folder || !peers || !existsSync(join(folder, 'html'))) {
  console.error('Usage: node bench/markdown-speed.ts <wcxb folder> <peers folder> [pages]')
  process.exit(1)
}

type Turndown = { use: (plugin: unknown) => void; turndown: (html: string) => string }
const require = createRequire(join(resolve(peers), 'index.js'))
const TurndownService = require('turndown') as new () => Turndown
const { gfm } = require('turndown-plugin-gfm') as { gfm: unknown }
const turndown = new TurndownService()
turndown.use(gfm)

const pages = readdirSync(join(folder, 'html'))
  .slice(0, Number(wanted))
  .map(name => gunzipSync(readFileSync(join(folder, 'html', name))).toString())

const cpuMs = (work: () => void): number => {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

const total = { markdown: 0, parse: 0, turndown: 0, failed: 0 }
const options = { baseUrl: 'https://example.com/' }
const measure = (html: string, count: boolean) => {
  let tree = parseHtml('')
  const parse = cpuMs(() => {
    tree = parseHtml(html)
  })
  const markdown = cpuMs(() => toMarkdown(tree.root, options))
  let failed = 0
  const peer = cpuMs(() => {
    try {
      turndown.turndown(html)
    } catch {
      failed = 1
    }
  })
  if (!count) return
  total.parse += parse
  total.markdown += markdown
  total.turndown += peer
  total.failed += failed
}

for (const html of pages.slice(0, 30)) measure(html, false)
for (const html of pages) measure(html, true)

const perPage = (ms: number) => (ms / pages.length).toFixed(2)
console.log(`${pages.length} pages, processor ms a page`)
console.log(`toMarkdown on the tree   ${perPage(total.markdown)}`)
console.log(`parseHtml + toMarkdown   ${perPage(total.markdown + total.parse)}`)
console.log(`turndown + gfm           ${perPage(total.turndown)} (${total.failed} failed)`)
console.log(`ratio tree / turndown    ${(total.markdown / total.turndown).toFixed(3)}`)
console.log(
  `ratio whole / turndown   ${((total.markdown + total.parse) / total.turndown).toFixed(3)}`,
)
