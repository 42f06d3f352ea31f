import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadModel } from '../src/page/content/load.ts'
import { type Model, readModel } from '../src/page/content/model.ts'
import { pageTypes } from '../src/page/content/page.ts'
import { selectContent } from '../src/page/content/select.ts'
import { contentText } from '../src/page/content/text.ts'
import { parseHtml } from '../src/page/html/html.ts'
import { isScriptNote, judgePage } from '../src/page/verdict/judge.ts'
import { loadPeers } from './content-peers.ts'
import { foldCount, foldOf } from './train/content.ts'
import { readHtml, readTruth, type Score, scoreWords, type TruthPage, wordsOf } from './wcxb.ts'

/**
 * How well the main content of 1,393 real pages of seven types is found (WCXB):
 *
 *     node bench/content.ts <wcxb folder> --folds <folder> [--peers] [--every n]
 *
 * "out of fold" is the figure that counts: each page is read by a model that has seen no page of
 * its domain (`npm run train -- content --data <folder> --keep <folder>` makes those). Without
 * `--folds` it is the shipped model on pages it was trained on, for information only. `--every 10` reads a tenth of
 * the pages; some peers take a quarter of a second for each.
 */
type Reader = {
  name: string
  read: (html: string, page: TruthPage) => string | Promise<string>
}

const main = async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      folds: { type: 'string' },
      peers: { type: 'boolean' },
      every: { type: 'string', default: '1' },
    },
  })
  const folder = positionals[0]
  if (!folder) throw new Error('Usage: node bench/content.ts <wcxb folder> --folds <folder>')
  const every = Number(values.every)
  const truth = readTruth(folder).filter((_, at) => at % every === 0)
  const readers: Reader[] = []
  if (values.folds) readers.push(outOfFold(values.folds), outOfFold(values.folds, true))
  else readers.push({ name: 'siteray, in sample', read: readWith(() => loadModel()) })
  if (values.peers) readers.push(...(await loadPeers()))
  for (const reader of readers) report(await measure(reader, truth, folder))
}

/** The truths mostly leave headlines and prices out, a scrape keeps them: both are measured. */
const outOfFold = (folder: string, essentials = false): Reader => {
  const models = Array.from({ length: foldCount }, (_, fold): Model => {
    const file = join(folder, `${fold}.json`)
    if (!existsSync(file)) throw new Error(`No fold model ${file}: see bench/train/README.md.`)
    return readModel(JSON.parse(readFileSync(file, 'utf8')))
  })
  const modelOf = (page: TruthPage) => models[foldOf(page.url)] ?? loadModel()
  const name = essentials
    ? 'siteray, out of fold, as scraped (with headline and price)'
    : 'siteray, out of fold'
  return { name, read: readWith(modelOf, essentials) }
}

/** A page that a scrape would refuse gives no text, be that right or wrong. */
const readWith =
  (modelOf: (page: TruthPage) => Model, essentials = false) =>
  (html: string, page: TruthPage) => {
    const document = parseHtml(html)
    const origin = { requestedUrl: page.url, finalUrl: page.url, status: 200, headers: {} }
    const verdict = judgePage(document, origin)
    if (verdict.is !== 'page' && verdict.is !== 'shell') return ''
    const options = { url: page.url, model: modelOf(page), essentials }
    const content = selectContent(document, options)
    const text = content.hasContent ? contentText(content.tree) : ''
    return verdict.is === 'shell' && isScriptNote(text) ? '' : text
  }

type Measured = Score & { page: TruthPage; with: number; without: number }
type Result = { name: string; pages: Measured[]; msPerPage: number }

const measure = async (reader: Reader, truth: TruthPage[], folder: string): Promise<Result> => {
  let cpuMicros = 0
  const pages: Measured[] = []
  for (const page of truth) {
    const html = readHtml(folder, page.id)
    const before = process.cpuUsage()
    const text = await reader.read(html, page)
    const { user, system } = process.cpuUsage(before)
    cpuMicros += user + system
    const words = wordsOf(text)
    const flat = ` ${words.join(' ')} `
    const holds = (part: string) => flat.includes(` ${wordsOf(part).join(' ')} `)
    pages.push({
      ...scoreWords(words, wordsOf(page.main_content)),
      page,
      with: share(page.with, holds),
      without: share(page.without, part => !holds(part)),
    })
  }
  return { name: reader.name, pages, msPerPage: cpuMicros / 1000 / truth.length }
}

const share = (parts: string[], test: (part: string) => boolean): number =>
  parts.length === 0 ? 1 : parts.filter(test).length / parts.length

const report = ({ name, pages, msPerPage }: Result) => {
  console.log(`\n${name}: ${msPerPage.toFixed(1)} ms CPU a page (with its parse)`)
  console.log('type           pages      F1  precision  recall    with  without')
  line('all', pages)
  // 16 pages have an empty truth; no text can score there.
  line(
    'truth not empty',
    pages.filter(({ page }) => page.main_content.trim() !== ''),
  )
  for (const type of pageTypes)
    line(
      type,
      pages.filter(({ page }) => page.type === type),
    )
}

const line = (label: string, pages: Measured[]) => {
  const mean = (pick: (page: Measured) => number) =>
    (pages.reduce((sum, page) => sum + pick(page), 0) / Math.max(1, pages.length)).toFixed(4)
  console.log(
    `${label.padEnd(15)} ${String(pages.length).padStart(4)}  ${mean(page => page.f1)}     ${mean(page => page.precision)}  ${mean(page => page.recall)}  ${mean(page => page.with)}   ${mean(page => page.without)}`,
  )
}

await main()
