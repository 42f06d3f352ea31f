import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '../../../../../src/page/html/parse-page.ts'
import { placeOf } from '../../../../../src/page/learned/columns.ts'
import {
  chooseRegions,
  rankRegions,
} from '../../../../../src/products/extract/embedded/regions/records.ts'
import { regionColumns } from '../../../../../src/products/extract/embedded/regions/region-features.ts'
import { findRegions } from '../../../../../src/products/extract/embedded/regions/regions.ts'
import { shipped } from '../../../../../src/products/extract/embedded/state/learned.ts'
import { readPage } from '../../../../../src/products/extract/source/page.ts'
import { reviewedPages } from '../../../../support/reviewed-pages.ts'

/**
 * The forest is right only for numbers that are computed as in the training. After a change
 * on purpose train again: bench/train/README.md says how.
 */
test('the numbers by which repeated boxes are taken for records, and what is chosen', t => {
  const columns = regionColumns.names.map(() => 0)
  const pages = reviewedPages().map(({ name, url, html }) => {
    const page = readPage(parsePage(html), { url })
    const regions = rankRegions(page, shipped.regions)
    for (const [place, { features }] of regions.entries())
      for (const [at, value] of features.entries())
        columns[at] = (columns[at] ?? 0) + value * (1 + (place % 7) / 7)
    const chosen = chooseRegions(regions).map(({ records, score }) => {
      const lines = records.flatMap(({ nodes }) => nodes.map(({ id }) => id))
      return `${records.length} records, lines ${lines[0]} to ${lines.at(-1)}, ${score.toFixed(3)}`
    })
    return [name, { regions: regions.length, chosen }]
  })
  const sums = regionColumns.names.map((name, at) => [name, Number(columns[at]?.toPrecision(9))])
  const shown = { columns: Object.fromEntries(sums), pages: Object.fromEntries(pages) }
  t.assert.fileSnapshot(shown, 'test/fixtures/region-features.json')
})

test('boxes inside a record are looked for among its first fifty children, in its first five', () => {
  const boxesIn = (...records: string[]): number | undefined => {
    const html = `<main><h1>Lamps</h1><ul>${records.map(record => `<li>${record}</li>`).join('')}</ul></main>`
    const options = { url: 'https://a.example/' }
    const list = findRegions(readPage(parsePage(html), options)).find(
      ({ records: [first] }) => first?.element.name === 'li',
    )
    return list?.features[placeOf(regionColumns, 'fanIn')]
  }
  const record = (rules: number) =>
    `${'<hr>'.repeat(rules)}<p>A lamp of brass</p><p>It burns oil</p>`
  for (const [rules, boxes] of [
    [0, 2],
    [49, 2],
    [50, 0],
  ] as const)
    assert.equal(boxesIn(...Array(4).fill(record(rules))), boxes, `${rules}`)
  const bare = Array(4).fill(record(50))
  assert.equal(boxesIn(...bare, record(0)), 2)
  assert.equal(boxesIn(...bare, record(50), record(0)), 0)
})
