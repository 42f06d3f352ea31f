import { chromium } from 'playwright-core'
import { contentText } from '../src/page/content/text.ts'
import { readDocument } from '../src/page/documents/read-document.ts'
import { descendants, type HtmlElement, textContent } from '../src/page/html/html.ts'
import { atLeast, defineBench, figure, share } from './harness/bench.ts'
import { browserPath } from './harness/needs.ts'
import { type PrintedPage, printedPage } from './support/printed-pages.ts'

const pages = 60
const note =
  'Pages of known words, printed without tags: one or two columns, tables with and without rules, lists, headings, hyphens, running heads and page numbers. The second half was never looked into.'

export const bench = defineBench({
  name: 'pdf',
  part: 'Scrape',
  title: '60 PDFs printed by Chromium, against the pages they were printed from',
  minutes: 2,
  needs: { browser: true },
  rows: {
    words: { what: 'F1 of words, first half', limit: atLeast(0.98), note },
    wordsUnseen: { what: 'F1 of words, second half', limit: atLeast(0.98) },
    order: { what: 'blocks whole and in reading order, first half', limit: atLeast(95) },
    orderUnseen: { what: 'blocks whole and in reading order, second half', limit: atLeast(95) },
    cells: { what: 'cells of tables in their row, first half', limit: atLeast(95) },
    cellsUnseen: { what: 'cells of tables in their row, second half', limit: atLeast(95) },
    headings: { what: 'headings, first half' },
    headingsUnseen: { what: 'headings, second half' },
    items: { what: 'items of lists, first half' },
    itemsUnseen: { what: 'items of lists, second half' },
  },
  measure: async ({ sample, verbose, say }) => {
    const browser = await chromium.launch({
      executablePath: browserPath() ?? '',
      chromiumSandbox: process.getuid?.() !== 0,
    })
    const halves = [createSums(), createSums()] as const
    const tab = await browser.newPage()
    for (let seed = 0; seed < pages; seed += sample) {
      const truth = printedPage(seed)
      await tab.setContent(truth.html)
      const style = 'font-size: 8px; width: 100%; text-align: center'
      const bytes = await tab.pdf({
        ...{ format: 'A4', displayHeaderFooter: true },
        margin: { top: '60px', bottom: '60px', left: '60px', right: '60px' },
        headerTemplate: `<div style="${style}">Yearly letters</div>`,
        footerTemplate: `<div style="${style}"><span class="pageNumber"></span> / <span class="totalPages"></span></div>`,
      })
      const { root } = await readDocument('pdf', bytes, { baseUrl: 'file:///a.pdf' })
      const half = seed < pages / 2 ? 0 : 1
      const lost = halves[half].add(truth, root)
      if (verbose && half === 0 && lost.length > 0) say(`${seed}: ${lost.slice(0, 6).join(' | ')}`)
    }
    await browser.close()
    const [first, second] = halves.map(half => half.figures())
    return {
      ...first,
      ...Object.fromEntries(
        Object.entries(second ?? {}).map(([name, value]) => [`${name}Unseen`, value]),
      ),
    } as never
  },
})

type Sum = [found: number, all: number]

const createSums = () => {
  const sums: Record<'order' | 'cells' | 'headings' | 'items', Sum> = {
    ...{ order: [0, 0], cells: [0, 0], headings: [0, 0], items: [0, 0] },
  }
  let f1 = 0
  let count = 0
  const add = (sum: Sum, found: number, all: number) => {
    sum[0] += found
    sum[1] += all
  }
  return {
    add(truth: PrintedPage, root: HtmlElement): string[] {
      const text = lettersOf(contentText(root))
      f1 += f1Of(truth.blocks.join(' '), contentText(root))
      count++
      const lost = truth.blocks.filter(block => !text.includes(lettersOf(block)))
      add(sums.order, inOrder(truth.blocks, text), truth.blocks.length)
      const rows = namedIn(root, ['tr']).map(row =>
        namedIn(row, ['td', 'th']).map(cell => lettersOf(textContent(cell))),
      )
      for (const row of truth.tables.flat()) {
        const wanted = row.map(lettersOf)
        const isThere = rows.some(cells => wanted.join('\n') === cells.join('\n'))
        add(sums.cells, isThere ? row.length : 0, row.length)
        if (!isThere) lost.push(`row ${row.join('/')}`)
      }
      const texts = (names: string[]) =>
        namedIn(root, names).map(element => lettersOf(textContent(element)))
      for (const [name, wanted, tags] of [
        ['headings', truth.headings, ['h1', 'h2', 'h3']],
        ['items', truth.items, ['li']],
      ] as const) {
        const there = texts([...tags])
        const missing = wanted.filter(one => !there.includes(lettersOf(one)))
        add(sums[name], wanted.length - missing.length, wanted.length)
        lost.push(...missing.map(one => `${name} ${one.slice(0, 60)}`))
      }
      return lost
    },
    figures: () => ({
      words: figure(f1 / Math.max(1, count), (f1 / Math.max(1, count)).toFixed(4)),
      order: share(...sums.order),
      cells: share(...sums.cells),
      headings: share(...sums.headings),
      items: share(...sums.items),
    }),
  }
}

const lettersOf = (text: string): string => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')

const namedIn = (root: HtmlElement, names: readonly string[]) =>
  [...descendants(root)].filter(({ name }) => names.includes(name))

const inOrder = (blocks: readonly string[], text: string): number => {
  let at = 0
  let found = 0
  for (const block of blocks) {
    const next = text.indexOf(lettersOf(block), at)
    if (next < 0) continue
    found++
    at = next
  }
  return found
}

const f1Of = (truth: string, read: string): number => {
  const count = (text: string) => {
    const counts = new Map<string, number>()
    for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu))
      counts.set(word, (counts.get(word) ?? 0) + 1)
    return counts
  }
  const [wanted, got] = [count(truth), count(read)]
  let same = 0
  for (const [word, times] of wanted) same += Math.min(times, got.get(word) ?? 0)
  const size = (counts: Map<string, number>) =>
    [...counts.values()].reduce((sum, times) => sum + times, 0)
  return (2 * same) / (size(wanted) + size(got))
}
