import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readTaught } from '../../../src/page/taught/read.ts'
import { likeness } from '../../../src/page/taught/template.ts'

test('where nothing is always there, no page is of another template', () => {
  const { root } = parseHtml('<p class=a>x</p>')
  const reader = { fields: {}, lists: {}, common: [], template: { boxes: [], least: 1 } }
  const none = { fields: new Map(), lists: new Map() }
  assert.equal(readTaught(root, 'https://a.example/', reader, none).isOther, false)
})

test('two skeletons are alike by what they share of all they have', () => {
  assert.equal(likeness([], []), 0)
  assert.equal(likeness(['a'], ['a']), 1)
  assert.equal(likeness(['a', 'b'], ['b', 'c']), 1 / 3)
  assert.equal(likeness(['a', 'b', 'c'], ['a']), 1 / 3)
})
