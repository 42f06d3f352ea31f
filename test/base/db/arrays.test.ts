import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseArray } from '../../../src/base/db/client/arrays.ts'

const text = 1009
const read = (array: string) => parseArray(array, undefined, text)

test('a list of the database is read element by element', () => {
  assert.deepEqual(read('{}'), [])
  assert.deepEqual(read('{a,NULL,"NULL",""}'), ['a', null, 'NULL', ''])
  assert.deepEqual(read('{"a,b","c}d"}'), ['a,b', 'c}d'])
  assert.deepEqual(read('{"say \\"no\\"","back\\\\slash"}'), ['say "no"', 'back\\slash'])
  assert.deepEqual(read('{{a,b},{c,"d"}}'), [
    ['a', 'b'],
    ['c', 'd'],
  ])
  assert.deepEqual(read('[0:1]={a,b}'), ['a', 'b'])
})

test('each element is read as its type, and nothing is none', () => {
  assert.deepEqual(parseArray('{1,"2",NULL}', Number, text), [1, 2, null])
})
