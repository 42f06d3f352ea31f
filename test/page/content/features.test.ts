import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { contextOf } from '../../../src/page/content/context.ts'
import { describeBlocks } from '../../../src/page/content/features.ts'
import { firstOdds, type ModelFile, readModel } from '../../../src/page/content/model.ts'
import { describePage } from '../../../src/page/content/page-features.ts'
import { describeAgain } from '../../../src/page/content/second-look.ts'
import { viewPage } from '../../../src/page/content/view.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { changePage } from '../../support/changed-pages.ts'
import { composePage } from '../../support/composed-page.ts'
import { createRandom } from '../../support/random.ts'
import { samplePages } from './pages.ts'

const path = new URL('../../../src/page/learned/content.generated.json', import.meta.url)
const file: ModelFile = JSON.parse(readFileSync(path, 'utf8'))

/** Pages of many kinds: what one feature does not see in a page, it sees in another. */
const pages = [
  ...samplePages,
  ...globSync('test/pages/*/asked.json')
    .sort()
    .flatMap((asked, at) => {
      const url = String(JSON.parse(readFileSync(asked, 'utf8')).url)
      const html = readFileSync(join(dirname(asked), 'page.html'), 'utf8')
      return [html, changePage(html, 1_000 + at)].map(html => ({ url, html }))
    }),
  ...Array.from({ length: 60 }, (_, seed) => ({
    url: `https://harbour.example/${['news', 'shop', 'docs', 'forum'][seed % 4]}/${seed}/tide-mill`,
    html: composePage(createRandom(5_000 + seed)),
  })),
]

/**
 * The weights are right only for numbers that are computed as in the training. After a change
 * on purpose train again: bench/train/README.md says how.
 */
test('the numbers that the content model judges by are those that it was trained on', t => {
  const model = readModel(file)
  const sums: Record<keyof typeof parts, number[]> = { types: [], blocks: [], second: [] }
  for (const { url, html } of pages) {
    const view = viewPage(parseHtml(html), url)
    const context = contextOf(view, model.lexicon)
    const rows = describeBlocks(view, context, [])
    const odds = Float64Array.from(rows, row => firstOdds(model.blocks, row))
    add(sums.types, [describePage(view, model.lexicon)])
    add(sums.blocks, rows)
    add(sums.second, describeAgain(view, context, rows, odds))
  }
  const shown = Object.entries(parts).map(([part, columns]) => {
    const own = sums[part as keyof typeof parts]
    return [part, Object.fromEntries(columns.map((name, at) => [name, rounded(own[at])]))]
  })
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/content-features.json')
})

const parts = {
  types: file.types.columns,
  blocks: file.blocks.columns,
  second: file.second.columns,
}

/** Each value counts by the place of its row, so that two that are exchanged are seen too. */
const add = (sums: number[], rows: readonly ArrayLike<number>[]): void => {
  for (const [place, row] of rows.entries())
    for (let at = 0; at < row.length; at++)
      sums[at] = (sums[at] ?? 0) + (row[at] ?? 0) * (1 + (place % 7) / 7)
}

const rounded = (sum: number | undefined): number => Number((sum ?? 0).toPrecision(9))
