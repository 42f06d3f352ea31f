import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { describe, test } from 'node:test'
import { contextOf } from '../../../src/page/content/context.ts'
import { describeBlocks } from '../../../src/page/content/features.ts'
import { firstOdds, type ModelFile, readModel } from '../../../src/page/content/model.ts'
import { pageTypes } from '../../../src/page/content/page.ts'
import { describePage } from '../../../src/page/content/page-features.ts'
import { describeAgain } from '../../../src/page/content/second-look.ts'
import { viewPage } from '../../../src/page/content/view.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { samplePages } from './pages.ts'

const path = new URL('../../../src/page/learned/content.generated.json', import.meta.url)
const file: ModelFile = JSON.parse(readFileSync(path, 'utf8'))

describe('the content model', () => {
  test('is small', () => {
    assert.ok(statSync(path).size <= 420_000)
  })

  test('was trained for the numbers this code computes', () => {
    const model = readModel(file)
    const view = viewPage(parseHtml(samplePages[0]?.html ?? ''), samplePages[0]?.url)
    assert.equal(model.types.length, pageTypes.length)
    const context = contextOf(view, model.lexicon)
    const rows = describeBlocks(view, context, [])
    const odds = Float64Array.from(rows, row => firstOdds(model.blocks, row))
    const all = [
      describePage(view, model.lexicon),
      ...rows,
      ...describeAgain(view, context, rows, odds),
    ]
    for (const row of all) assert.ok(row.every(value => Number.isFinite(value)))
  })

  test('is refused where its numbers have changed places', () => {
    for (const part of ['types', 'blocks', 'second'] as const) {
      const columns = file[part].columns.toReversed()
      assert.throws(() => readModel({ ...file, [part]: { ...file[part], columns } }), /columns/)
    }
  })
})
