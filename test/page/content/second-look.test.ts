import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contextOf } from '../../../src/page/content/context.ts'
import { describeBlocks } from '../../../src/page/content/features.ts'
import { loadModel } from '../../../src/page/content/load.ts'
import { describeAgain, secondColumns } from '../../../src/page/content/second-look.ts'
import { viewPage } from '../../../src/page/content/view.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { placeOf } from '../../../src/page/learned/columns.ts'
import { sigmoid } from '../../../src/page/learned/forest.ts'

const html = `<main><h2>Lamps</h2><ul><li>Oak lamp</li><li>Ash lamp</li><li>Elm lamp</li></ul>
  <p>All of them are made by hand.</p></main>`
const odds = Float64Array.of(1, -2, 0, 2, 3)

/** The numbers of each block under one name. */
const columnOf = (name: string, of = odds): number[] => {
  const view = viewPage(parseHtml(html), undefined)
  const context = contextOf(view, loadModel().lexicon)
  const rows = describeBlocks(view, context, [])
  const column = placeOf(secondColumns, name)
  return describeAgain(view, context, rows, of).map(row => row[column] ?? Number.NaN)
}

describe('the second look at the blocks of a page', () => {
  test('sees what the first thinks of a block and of those beside it', () => {
    assert.deepEqual(columnOf('odds'), [1, -2, 0, 2, 3])
    assert.deepEqual(columnOf('odds -1'), [-9, 1, -2, 0, 2])
    assert.deepEqual(columnOf('odds 2'), [0, 2, 3, -9, -9])
  })

  test('sees blocks of one look as one', () => {
    const shape = columnOf('shape odds')
    assert.deepEqual(shape.slice(1, 4), [0, 0, 0])
    assert.deepEqual([shape[0], shape[4]], [1, 3])
  })

  test('sees a block under its heading', () => {
    assert.deepEqual(columnOf('heading odds'), [-9, 1, 1, 1, 1])
  })

  test('sees how many words of the page are at least as likely', () => {
    const words = columnOf('likelier').map(share => Math.round(share * 14))
    assert.deepEqual(words, [10, 14, 12, 9, 7])
    const certain = columnOf('likely share', Float64Array.of(50, 50, 50, 50, 50))
    assert.deepEqual(certain, [1, 1, 1, 1, 1])
    assert.ok(Math.abs((columnOf('likely share', new Float64Array(5))[0] ?? 0) - sigmoid(0)) < 1e-6)
  })
})
