import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { storableJson } from '../../../src/base/db/storable-json.ts'

describe('JSON for the database', () => {
  it('holds no NUL and no half of a surrogate pair, in values and in names', () => {
    const value = { 'a\ud83d': ['b\0c', 'd\ude00'], e: '😀' }
    assert.deepEqual(JSON.parse(storableJson(value)), { 'a\ufffd': ['bc', 'd\ufffd'], e: '😀' })
  })

  it('leaves alone what only looks like an escape', () => {
    const value = ['\\ud83d', '\\u0000', '\\\\u0000', '\u0001\n"']
    assert.deepEqual(JSON.parse(storableJson(value)), value)
    assert.deepEqual(JSON.parse(storableJson([...value, '\0'])), [...value, ''])
  })
})
