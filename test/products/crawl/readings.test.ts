import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reading, saysTheSame } from '../../../src/products/crawl/readings.ts'

const reading = (more: Partial<Reading>): Reading =>
  ({
    key: 'a',
    contentHash: 'one',
    simhash: '0000000000000000',
    canonical: null,
    narrows: false,
    ...more,
  }) as Reading

test('pages with the same words, or nearly the same, say the same', () => {
  assert.ok(
    saysTheSame(reading({ contentHash: 'x', simhash: 'ff' }), reading({ contentHash: 'x' })),
  )
  const other = (simhash: string) => reading({ key: 'b', contentHash: 'two', simhash })
  assert.ok(saysTheSame(reading({}), other('00000000000003ff')))
  assert.ok(!saysTheSame(reading({}), other('00000000000007ff')))
})

test('a page that names a third one is not said by whoever does not name it', () => {
  const other = reading({ key: 'b', contentHash: 'two', canonical: 'c' })
  assert.ok(!saysTheSame(reading({ canonical: null }), other))
  assert.ok(saysTheSame(reading({ canonical: 'c' }), other))
})

test('a narrowed list says what the list says that it names', () => {
  const list = reading({ key: 'list', contentHash: 'two', simhash: 'ffffffffffffffff' })
  assert.ok(saysTheSame(reading({ narrows: true, canonical: 'list' }), list))
  assert.ok(!saysTheSame(reading({ narrows: false, canonical: 'list' }), list))
  assert.ok(!saysTheSame(reading({ narrows: true, canonical: 'other' }), list))
})
