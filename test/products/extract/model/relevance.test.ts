import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryOf, scoreTexts } from '../../../../src/products/extract/model/relevance.ts'
import type { Field } from '../../../../src/products/extract/schema/fields.ts'

const field = (pointer: string, some: Partial<Field> = {}): Field =>
  ({ pointer, kind: 'string', title: '', description: '', ...some }) as never
const query = (...fields: Field[]) => queryOf(fields, undefined)
const near = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? 0) - expected) < 1e-9, `${actual} is not ${expected}`)

test('words of a name weigh more than those of a description or of a prompt', () => {
  const asked = queryOf([field('/zorbel', { description: 'quandle' })], 'a frimble')
  const weights = ['zorbel', 'quandl', 'frimbl'].map(
    stem => [...asked.terms].find(([term]) => term.startsWith(stem))?.[1],
  )
  assert.deepEqual(weights, [1, 0.4, 0.4])
  // The name counts, wherever else the word stands.
  const both = queryOf(
    [field('/zorbel', { title: 'zorbel' }), field('/x', { title: 'zorbel' })],
    'zorbel',
  )
  assert.equal([...both.terms].find(([term]) => term.startsWith('zorbel'))?.[1], 1)
  assert.ok(asked.isNamedIn('the zorbel here'))
  assert.ok(!asked.isNamedIn('the quandle here'))
  assert.equal(queryOf([], undefined).terms.size, 0)
})

test('a text scores by the words of the question that it has, as BM25 counts them', () => {
  const asked = query(field('/zorbel'))
  const [one, none, twice, long] = scoreTexts(
    ['zorbel', 'quandle', 'zorbel zorbel', `zorbel ${'frimble '.repeat(8)}`],
    asked,
  )
  assert.equal(none, 0)
  // Three of four texts have it; their lengths are 1, 1, 2 and 9, and 3.25 on average.
  const idf = Math.log(1 + (4 - 3 + 0.5) / (3 + 0.5))
  const score = (count: number, length: number) =>
    (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / 3.25))
  near(one, score(1, 1))
  near(twice, score(2, 2))
  near(long, score(1, 9))
  assert.deepEqual(scoreTexts([], asked), [])
  assert.deepEqual(scoreTexts(['', ''], asked), [0, 0])
})

test('a rare word says more than one that every text has', () => {
  const asked = query(field('/zorbel'), field('/quandle'))
  const scores = scoreTexts(['zorbel quandle', 'zorbel frimble', 'zorbel', 'zorbel'], asked)
  assert.ok((scores[0] ?? 0) > 3 * (scores[1] ?? 0))
})

test('of a long text its beginning is read', () => {
  const asked = query(field('/zorbel'))
  const behind = (chars: number) => `${'frimblefrimblefrimble '.repeat(99).slice(0, chars)} zorbel`
  assert.ok((scoreTexts([behind(1_790), 'x'], asked)[0] ?? 0) > 0)
  assert.equal(scoreTexts([behind(2_100), 'x'], asked)[0], 0)
})
