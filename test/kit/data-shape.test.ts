import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listOf, number, objectOf, oneOf, orElse, tableOf, text } from '../../src/kit/data-shape.ts'

type Row = { name: string; kind: 'a' | 'b'; least: number }
const rows = listOf(objectOf<Row>({ name: text, kind: oneOf('a', 'b'), least: orElse(number, 1) }))

describe('a file of data', () => {
  it('is read with what most rows leave out', () => {
    assert.deepEqual(rows([{ name: 'x', kind: 'b' }], 'rows.json'), [
      { name: 'x', kind: 'b', least: 1 },
    ])
  })

  for (const [data, message] of [
    [{}, 'rows.json is not a list.'],
    [['x'], 'rows.json[0] is not an object.'],
    [[{ kind: 'a' }], 'rows.json[0].name is not a text.'],
    [[{ name: 'x', kind: 'c' }], 'rows.json[0].kind is not one of a, b.'],
    [[{ name: 'x', kind: 'a', least: '2' }], 'rows.json[0].least is not a number.'],
    [[{ name: 'x', kind: 'a', lest: 2 }], 'rows.json[0].lest is not a known member.'],
  ] as const)
    it(`is refused when it is wrong: ${message}`, () => {
      assert.throws(() => rows(data, 'rows.json'), { message })
    })

  it('has no names in a table but its own', () => {
    const table = tableOf(number)({ one: 1 }, 'table.json')
    assert.equal(table.one, 1)
    assert.equal(table.constructor, undefined)
  })
})
