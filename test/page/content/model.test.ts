import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { describe, test } from 'node:test'
import { contextOf } from '../../../src/page/content/context.ts'
import { describeBlocks, featureNames } from '../../../src/page/content/features.ts'
import {
  decodeModel,
  type ModelFile,
  modelVersion,
  scoreRow,
} from '../../../src/page/content/model.ts'
import { pageTypes } from '../../../src/page/content/page.ts'
import { describePage } from '../../../src/page/content/page-features.ts'
import { describeAgain, secondNames } from '../../../src/page/content/second-look.ts'
import { firstOdds } from '../../../src/page/content/select.ts'
import { viewPage } from '../../../src/page/content/view.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { samplePages } from './pages.ts'

const path = new URL('../../../src/page/learned/content.generated.json', import.meta.url)
const file: ModelFile = JSON.parse(readFileSync(path, 'utf8'))

describe('the content model', () => {
  test('is small and of the version this code reads', () => {
    assert.ok(statSync(path).size <= 400_000)
    assert.equal(file.version, modelVersion)
    assert.throws(() => decodeModel({ ...file, version: modelVersion + 1 }), /version/)
  })

  test('was trained for the features this code computes', () => {
    const model = decodeModel(file)
    const view = viewPage(parseHtml(samplePages[0]?.html ?? ''), samplePages[0]?.url)
    assert.equal(file.blockFeatures, featureNames.length)
    assert.equal(file.pageFeatures, describePage(view, model.lexicon).length)
    assert.equal(model.types.length, pageTypes.length)
    assert.equal(file.secondFeatures, secondNames.length)
    const context = contextOf(view, model.lexicon)
    const rows = describeBlocks(view, context, [])
    const odds = Float64Array.from(rows, row => firstOdds(model.blocks, row))
    for (const row of [...rows, ...describeAgain(view, context, rows, odds)])
      assert.ok(row.every(value => Number.isFinite(value)))
  })

  test('feature names are told apart', () => {
    for (const names of [featureNames, secondNames]) {
      assert.equal(new Set(names).size, names.length)
      assert.ok(names.every(name => name !== ''))
    }
  })

  test('trees answer by their splits', () => {
    const model = decodeModel({
      ...file,
      blocks: [
        {
          base: 0.5,
          sizes: base64(Uint8Array.of(2, 0)),
          features: base64(Uint16Array.of(1, 0)),
          thresholds: base64(Float32Array.of(10, 3)),
          lefts: base64(Int8Array.of(1, -1)),
          rights: base64(Int8Array.of(-3, -2)),
          leaves: base64(Int16Array.of(1, 2, 4, 8)),
          leafScale: 1,
        },
      ],
    })
    const forest = model.blocks[0]
    assert.ok(forest)
    const score = (...row: number[]) => scoreRow(forest, Float32Array.from(row))
    assert.equal(score(3, 10), 0.5 + 1 + 8)
    assert.equal(score(4, 10), 0.5 + 2 + 8)
    assert.equal(score(0, 11), 0.5 + 4 + 8)
  })

  test('word tables give back what was stored', () => {
    const table = {
      hashes: base64(Uint8Array.of(7, 0x81, 0x92, 0x28)),
      odds: base64(Int8Array.of(24, -48)),
    }
    const { markup } = decodeModel({ ...file, lexicon: { ...file.lexicon, markup: table } }).lexicon
    assert.deepEqual(
      [markup.get(7), markup.get(7 + 1 + (0x12 << 7) + (0x28 << 14)), markup.get(8)],
      [1, -2, undefined],
    )
  })
})

const base64 = (array: Uint8Array | Uint16Array | Int8Array | Int16Array | Float32Array) =>
  Buffer.from(array.buffer).toString('base64')
