import assert from 'node:assert/strict'
import { it } from 'node:test'
import { conceptsOf, stemOf, wordsOf } from '../../../../../src/page/words/words.ts'
import type { Query } from '../../../../../src/products/extract/embedded/rank/query.ts'
import { wordsSpoken } from '../../../../../src/products/extract/embedded/rank/vocabulary.ts'

/** On a page that says “zeppelin” and “price”. */
const spoken = (...names: [name: string, weight: number][]) => {
  const stems = new Set(['zeppelin', 'price'].map(stemOf))
  const concepts = new Set([...stems].flatMap(stem => [...conceptsOf(stem)]))
  const query = { names: names.map(([name, weight]) => ({ words: wordsOf(name), weight })) }
  return wordsSpoken({ stems, concepts }, { intent: 'other', ...query } as unknown as Query)
}

it('a page speaks of a field as far as it uses the field’s words', () => {
  assert.equal(spoken(['zeppelin', 1]), 1)
  assert.equal(spoken(['balloon', 1]), 0)
  assert.equal(spoken(['zeppelin balloon', 1]), 0.5)
  assert.equal(spoken(['balloon cost', 1]), 0.5)
  // The best way of saying it counts, by its weight.
  assert.equal(spoken(['balloon', 1], ['zeppelin', 0.6]), 0.6)
  assert.equal(spoken(['zeppelin', 0.4], ['zeppelin balloon', 1]), 0.5)
})

it('nobody expects a page to say short words and words with digits', () => {
  assert.equal(spoken(['zeppelin qx', 1]), 1)
  assert.equal(spoken(['zeppelin lz129', 1]), 1)
  assert.equal(spoken(['zeppelin qxz', 1]), 0.5)
})
