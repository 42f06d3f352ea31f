import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withFewUnions } from '../../../src/base/llm/few-unions.ts'

const object = (count: number, property: object) => {
  const names = Array.from({ length: count }, (_, n) => `f${n}`)
  const properties = Object.fromEntries(names.map(name => [name, property]))
  return { type: 'object', properties, required: names, additionalProperties: false }
}

test('a form with few unions is sent as it is, however many fields it has', () => {
  const schema = object(80, { type: 'string' })
  assert.equal(withFewUnions(schema), schema)
})

test('of too many fields that may be null some become optional', () => {
  for (const property of [
    { type: ['string', 'null'] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
  ]) {
    const schema = object(24, property)
    const fewer = withFewUnions(schema)
    const left = Object.values(Object(fewer?.properties)).filter(
      each => JSON.stringify(each) === JSON.stringify(property),
    ).length
    assert.ok(left > 0 && left < 24, `${left}`)
    assert.equal(Object(fewer?.required).length, left, 'what may be null must be there')
    assert.equal(Object.keys(Object(schema.properties)).length, 24)
    assert.equal(schema.required.length, 24, 'the given one stays as it is')
  }
})
