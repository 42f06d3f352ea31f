import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tableOf } from '../../../src/products/extract/batch/table.ts'

const text = { type: 'string' }
const object = (properties: object) => ({ type: 'object', properties })
const url = 'https://a.example/'

describe('the data of many pages as a table', () => {
  it('has a column for each member, and a row for each page', () => {
    const { columns, rowsOf } = tableOf(object({ name: text, tags: { type: 'array' } }))
    assert.deepEqual(columns, ['url', 'name', 'tags', 'code', 'error', 'warning'])
    assert.deepEqual(rowsOf({ url, data: { name: 'Lamp', tags: ['a', 1] }, warning: 'W' }), [
      [url, 'Lamp', '["a",1]', '', '', 'W'],
    ])
    assert.deepEqual(rowsOf({ url, data: { name: null } }), [[url, '', '', '', '', '']])
    assert.deepEqual(rowsOf({ url, code: 'page_timeout', error: 'Slow.' }), [
      [url, '', '', 'page_timeout', 'Slow.', ''],
    ])
  })

  it('has a row for each entry where all that is asked for is one list of objects', () => {
    const entry = object({ name: text, price: { type: 'number' } })
    const data = [{ name: 'A', price: 0 }, { name: 'B' }]
    const rows = [
      [url, 'A', '0', '', '', ''],
      [url, 'B', '', '', '', ''],
    ]
    const root = tableOf({ type: 'array', items: entry })
    assert.deepEqual(root.columns, ['url', 'name', 'price', 'code', 'error', 'warning'])
    assert.deepEqual(root.rowsOf({ url, data }), rows)
    const member = tableOf(object({ lamps: { type: 'array', items: entry } }))
    assert.deepEqual(member.columns, root.columns)
    assert.deepEqual(member.rowsOf({ url, data: { lamps: data } }), rows)
    const none = { url, data: { lamps: [] }, warning: 'W' }
    assert.deepEqual(root.rowsOf({ ...none, data: [] }), [[url, '', '', '', '', 'W']])
    assert.deepEqual(member.rowsOf(none), [[url, '', '', '', '', 'W']])
    assert.deepEqual(member.rowsOf({ url, data: {} }), [[url, '', '', '', '', '']])
    assert.deepEqual(member.rowsOf({ url, error: 'Gone.', code: 'x' }), [
      [url, '', '', 'x', 'Gone.', ''],
    ])
  })

  it('has a row for each page where more is asked for, or the list holds no objects', () => {
    const list = { type: 'array', items: object({ name: text }) }
    assert.deepEqual(tableOf(object({ a: list, b: text })).columns.slice(1, 3), ['a', 'b'])
    assert.deepEqual(tableOf(object({ a: { type: 'array', items: text } })).columns[1], 'a')
    const whole = tableOf({ type: 'array', items: text })
    assert.deepEqual(whole.columns, ['url', 'data', 'code', 'error', 'warning'])
    assert.deepEqual(whole.rowsOf({ url, data: ['a'] }), [[url, '["a"]', '', '', '']])
    assert.deepEqual(tableOf(undefined).rowsOf({ url, data: 7 }), [[url, '7', '', '', '']])
  })

  it('names its own columns otherwise where the schema has members of these names', () => {
    assert.deepEqual(tableOf(object({ url: text, error: text })).columns, [
      ...['page_url', 'url', 'error', 'code', 'page_error', 'warning'],
    ])
  })
})
