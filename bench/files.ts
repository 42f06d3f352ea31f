import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { openOnDemand } from '../src/base/processes/on-demand.ts'
import { fileProcessLimits } from '../src/base/reader/file-limits.ts'
import { AppError } from '../src/kit/errors.ts'
import { contentText } from '../src/page/content/text.ts'
import type { ConvertedFile } from '../src/page/documents/office/convert.ts'
import { descendants, type HtmlElement, parseHtml, textContent } from '../src/page/html/html.ts'
import { atLeast, atMost, defineBench, figure, share } from './harness/bench.ts'
import { lettersOf, type OfficeTruth, readTruth } from './support/office-truth.ts'
import { installPackages } from './support/packages.ts'

const packages = { mammoth: '1.13.0', xlsx: '0.18.5', '@firecrawl/anydoc': '0.1.6' }

/** A file as one of the readers gives it: its letters, and its tables’ rows. */
type Read = { letters: string; rows: string[][] }

const note =
  'Truth is the XML of docx, pptx and odt files themselves, paragraph by paragraph. Slides are held against the order of their shapes, which is not always that of reading.'

export const bench = defineBench({
  name: 'files',
  part: 'Scrape',
  title:
    'Office files of public test suites, through the process that reads them, beside other readers',
  minutes: 2,
  needs: { data: ['files'], packages },
  rows: {
    runs: { what: 'paragraphs given, in order', limit: atLeast(99), note },
    anydoc: { what: 'the same by anydoc’s own Markdown' },
    docx: { what: 'those of docx alone' },
    mammoth: { what: 'the same by mammoth' },
    cells: { what: 'cells of xlsx given, row by row', limit: atLeast(98) },
    sheetjs: { what: 'the same by SheetJS 0.18.5' },
    read: { what: 'files of all kinds that gave text' },
    faults: { what: 'files whose error has no code of ours', limit: atMost(0) },
    slowest: { what: 'the slowest file', unit: 'ms' },
  },
  measure: async ({ data, sample, verbose, say }) => {
    const folder = data('files')
    const names = readdirSync(folder)
      .filter(name => officeName.test(name))
      .filter((_, at) => at % sample === 0)
    const peers = openPeers()
    const sums = new Map<string, Sum>()
    const add = (name: string, [found, all]: Sum) => {
      const [before, whole] = sums.get(name) ?? [0, 0]
      sums.set(name, [before + found, whole + all])
    }
    const processes = openOnDemand(
      new URL('../src/process/file-process.ts', import.meta.url),
      fileProcessLimits,
    )
    let read = 0
    let faults = 0
    let slowest = 0
    for (const name of names) {
      const bytes = readFileSync(join(folder, name))
      const begunMs = performance.now()
      const ours = await processes.run('convert', { bytes }).then(
        converted => readHtml((converted as ConvertedFile).html),
        (error: unknown) => {
          if (!(error instanceof AppError)) faults++
          if (verbose) say(`${name}: ${error}`)
          return undefined
        },
      )
      slowest = Math.max(slowest, performance.now() - begunMs)
      if (ours && ours.letters !== '') read++
      // A file that nobody can read has no truth either.
      const truth = ours && (await readTruth(bytes).catch(() => undefined))
      if (!truth) continue
      const right = runsOf(truth, ours)
      if (verbose && right[0] < right[1]) say(`${name}: ${right[0]} of ${right[1]} paragraphs`)
      const cells = cellsOf(truth, ours)
      if (verbose && cells[0] < cells[1]) say(`${name}: ${cells[0]} of ${cells[1]} cells`)
      add('runs', right)
      add('cells', cells)
      if (truth.rows.length === 0) add('anydoc', runsOf(truth, await peers.anydoc(bytes)))
      else add('sheetjs', cellsOf(truth, await peers.sheetjs(bytes)))
      if (!/\.doc[xm]$/.test(name)) continue
      add('docx', right)
      add('mammoth', runsOf(truth, await peers.mammoth(bytes)))
    }
    await processes.close()
    const shareOf = (name: string) => share(...(sums.get(name) ?? [0, 0]))
    return {
      ...{ runs: shareOf('runs'), anydoc: shareOf('anydoc') },
      ...{ docx: shareOf('docx'), mammoth: shareOf('mammoth') },
      ...{ cells: shareOf('cells'), sheetjs: shareOf('sheetjs') },
      ...{ read: share(read, names.length), faults: figure(faults), slowest: figure(slowest) },
    }
  },
})

const officeName = /\.(?:docx?|docm|pptx?|xls[xmb]?|odt|rtf|epub)$/
type Sum = [found: number, all: number]

const runsOf = ({ runs }: OfficeTruth, { letters }: Read): Sum => {
  let found = 0
  let at = 0
  for (const run of runs) {
    const text = lettersOf(run)
    const next = letters.indexOf(text, at)
    if (next < 0) continue
    found++
    at = next + text.length
  }
  return [found, runs.length]
}

/** Each row is looked for behind the one before it, with all its cells in their order. */
const cellsOf = (truth: OfficeTruth, { rows }: Read): Sum => {
  let found = 0
  let all = 0
  let at = 0
  for (const row of truth.rows) {
    all += row.length
    const next = rows.findIndex((cells, index) => index >= at && isWithin(row, cells))
    if (next < 0) continue
    found += row.length
    at = next + 1
  }
  return [found, all]
}

const isWithin = (row: readonly string[], cells: readonly string[]): boolean => {
  let at = 0
  for (const cell of cells) if (cell === row[at]) at++
  return at === row.length
}

const readHtml = (html: string): Read => {
  const { root } = parseHtml(html)
  const cells = (row: HtmlElement) =>
    [...descendants(row)].filter(({ name }) => name === 'td' || name === 'th')
  const rows = [...descendants(root)]
    .filter(({ name }) => name === 'tr')
    .map(row => cells(row).map(cell => lettersOf(textContent(cell))))
  // The numbers of notes are no part of the text.
  for (const element of descendants(root)) if (element.name === 'sup') element.children = []
  return { letters: lettersOf(contentText(root)), rows }
}

type Reader = (bytes: Buffer) => Promise<Read>
type Mammoth = { convertToHtml(input: { buffer: Buffer }): Promise<{ value: string }> }
type SheetJs = {
  read(bytes: Buffer): { SheetNames: string[]; Sheets: Record<string, object> }
  utils: { sheet_to_json(sheet: object, options: object): unknown[][] }
}
type AnyDoc = { toMarkdownBytes(bytes: Buffer): Promise<string> }

/** They throw on some files: that file then has no text. */
const openPeers = (): Record<'mammoth' | 'sheetjs' | 'anydoc', Reader> => {
  const load = createRequire(join(installPackages('files', packages), 'package.json'))
  const nothing = (): Read => ({ letters: '', rows: [] })
  const mammoth = load('mammoth') as Mammoth
  const xlsx = load('xlsx') as SheetJs
  const anydoc = load('@firecrawl/anydoc') as AnyDoc
  return {
    mammoth: buffer =>
      mammoth.convertToHtml({ buffer }).then(({ value }) => readHtml(value), nothing),
    anydoc: bytes =>
      anydoc
        .toMarkdownBytes(bytes)
        .then(
          text => ({ letters: lettersOf(text.replace(/\[\^\w+\]|\\(.)/g, '$1')), rows: [] }),
          nothing,
        ),
    sheetjs: async bytes => {
      try {
        const { SheetNames, Sheets } = xlsx.read(bytes)
        const rows = SheetNames.flatMap(name =>
          xlsx.utils.sheet_to_json(Sheets[name] ?? {}, { header: 1, raw: false }),
        )
        return {
          letters: '',
          rows: rows.map(row => [...row].map(cell => lettersOf(String(cell ?? '')))),
        }
      } catch {
        return nothing()
      }
    },
  }
}
