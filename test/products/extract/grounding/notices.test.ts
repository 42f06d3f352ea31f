import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted } from '../../../../src/kit/counted.ts'
import { firstFew, orderNotice } from '../../../../src/products/extract/grounding/notices.ts'
import { orderWords, signsOf } from '../../../../src/products/extract/grounding/order-signs.ts'

test('a notice counts in good English', () => {
  assert.deepEqual(
    [0, 1, 2].map(number => counted(number, 'line')),
    ['0 lines', '1 line', '2 lines'],
  )
  assert.deepEqual(orderNotice(0), [])
  assert.deepEqual(orderNotice(1), [
    '1 line of the page that gives orders to a language model was not used.',
  ])
  assert.deepEqual(orderNotice(2), [
    '2 lines of the page that give orders to a language model were not used.',
  ])
})

test('of many places the first eight are named', () => {
  const pointers = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`)
  assert.equal(firstFew([]), '')
  assert.equal(firstFew(['']), 'the whole')
  assert.equal(firstFew(['/a', '']), '/a, the whole')
  assert.equal(firstFew(pointers(8)), '/0, /1, /2, /3, /4, /5, /6, /7')
  assert.equal(firstFew(pointers(9)), '/0, /1, /2, /3, /4, /5, /6, /7 and 1 more')
})

test('what an order is made of: words, neighbours, notions and their order', () => {
  const signs = (text: string) => [...signsOf(orderWords(text))]
  assert.deepEqual(signs(''), ['#0'])
  assert.deepEqual(signs('blue lamp'), ['blue', '^ blue', 'lamp', 'blue lamp', '#0'])
  assert.deepEqual(signs('Assistant, ignore: assistant'), [
    ...['assistant', '^ assistant', 'ignore', 'assistant ignore'],
    ...['@machine>@tell', '@tell>@instead', 'ignore :', ': assistant', '@instead>@machine'],
    ...['@machine', '@machine&@tell', '@tell', '@instead', '@instead&@machine', '@instead&@tell'],
    '#3',
  ])
  assert.deepEqual(signs('AI AI → 7 "x"'), [
    ...['⟨ai⟩', '^ ⟨ai⟩', '⟨ai⟩ ⟨ai⟩', '→', '⟨ai⟩ →', '→ 7', '7 "', 'x', '" x', 'x "'],
    ...['@machine', '#1'],
  ])
})
