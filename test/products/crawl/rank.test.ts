import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankLinks } from '../../../src/products/crawl/rank.ts'

test('the rarer a word and the shorter a text, the more it counts', () => {
  const documents = [
    'docs docs docs',
    'docs pricing',
    'pricing',
    'about',
    'docs and much more about it',
  ]
  assert.deepEqual(rankLinks({ search: 'pricing docs', documents }), [1, 2, 0, 4, 3])
})

test('words are letters of any script, in any case, in any number', () => {
  const first = (search: string, ...documents: string[]) => rankLinks({ search, documents })[0]
  assert.equal(first('PRICES', 'about', 'a.com/price'), 1)
  assert.equal(first('価格', 'a.com/会社', 'a.com/価格表'), 1)
  assert.equal(first('цены', 'о нас', 'Цены'), 1)
  assert.equal(first('glass', 'glas', 'glass'), 1)
  assert.deepEqual(rankLinks({ search: '!?', documents: ['a', 'b', 'c'] }), [0, 1, 2])
  assert.deepEqual(rankLinks({ search: 'a', documents: [] }), [])
})

test('a hundred thousand links are ranked in time', () => {
  const documents = Array.from(
    { length: 100_000 },
    (_, i) => `a.com/section/${i % 97}/page-${i} title of page ${i}`,
  )
  const started = process.cpuUsage()
  assert.equal(rankLinks({ search: `page 5 ${'x '.repeat(200)}`, documents }).length, 100_000)
  const tookMs = process.cpuUsage(started).user / 1_000
  assert.ok(tookMs < 10_000, `${tookMs} ms`)
})
