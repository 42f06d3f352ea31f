import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { explainFault } from '../../../src/base/http/faults.ts'

const ajv = new Ajv({ strict: false, verbose: true })
const explain = (schema: object, value: unknown, part: 'body' | 'query' = 'body') => {
  const validate = ajv.compile(schema)
  validate(value)
  const [fault] = validate.errors ?? []
  return fault && explainFault(fault, part)
}
const inField = (schema: object, value: unknown) =>
  explain({ properties: { a: schema } }, { a: value })

describe('a fault in a request', () => {
  const wrongTypes: [type: string | string[], value: unknown, sentence: string][] = [
    ['string', 7, '"a" must be a string, not 7.'],
    ['string', true, '"a" must be a string, not true.'],
    ['string', null, '"a" must be a string, not null.'],
    ['number', 'x', '"a" must be a number, not a string.'],
    ['boolean', [], '"a" must be true or false, not a list.'],
    [['array', 'integer'], {}, '"a" must be a list or a whole number, not an object.'],
  ]
  for (const [type, value, sentence] of wrongTypes)
    it(`says what stands there instead: ${sentence}`, () =>
      assert.equal(inField({ type }, value), sentence))

  it('does not name what is not there, nor what a query has only as text', () => {
    assert.equal(explain({ type: 'object' }, null), 'The body must be an object.')
    const query = { properties: { a: { type: 'integer' } } }
    assert.equal(explain(query, { a: 'x' }, 'query'), '"a" must be a whole number.')
  })

  const sizes: [schema: object, value: unknown, sentence: string][] = [
    [{ minLength: 3 }, '', '"a" is empty.'],
    [{ minLength: 3 }, 'xy', '"a" needs at least 3 characters.'],
    [{ minItems: 2 }, [], '"a" is empty.'],
    [{ minItems: 2 }, [1], '"a" needs at least 2 items.'],
    [{ minProperties: 2 }, {}, '"a" is empty.'],
    [{ minProperties: 2 }, { b: 1 }, '"a" needs at least 2 fields.'],
    [{ maxLength: 2 }, 'xyz', '"a" may have at most 2 characters.'],
    [{ maxItems: 2 }, [1, 2, 3], '"a" may have at most 2 items.'],
    [{ maxLength: 1 }, 'xyz', '"a" may have at most 1 character.'],
    [{ required: ['b/c~d'] }, {}, '"a.b/c~d" is missing.'],
  ]
  for (const [schema, value, sentence] of sizes)
    it(`says how much is missing or too much: ${JSON.stringify(value)}, ${sentence}`, () =>
      assert.equal(inField(schema, value), sentence))

  const milliseconds = { minimum: 1_000, maximum: 60_000, description: 'In milliseconds.' }
  const bounds: [schema: object, value: number, sentence: string][] = [
    [{ minimum: 1 }, 0, '"a" must be 1 or more.'],
    [{ maximum: 5 }, 6, '"a" must be at most 5.'],
    [{ minimum: 1, maximum: 5 }, 6, '"a" must be from 1 to 5.'],
    [milliseconds, 30, '"a" must be from 1000 to 60000 milliseconds. Did you mean 30000?'],
    [milliseconds, 60, '"a" must be from 1000 to 60000 milliseconds. Did you mean 60000?'],
    [milliseconds, 1, '"a" must be from 1000 to 60000 milliseconds. Did you mean 1000?'],
    [milliseconds, 61, '"a" must be from 1000 to 60000 milliseconds.'],
    [milliseconds, 0, '"a" must be from 1000 to 60000 milliseconds.'],
    [
      { ...milliseconds, description: 'In seconds.' },
      30,
      '"a" must be from 1000 to 60000 seconds.',
    ],
  ]
  for (const [schema, value, sentence] of bounds)
    it(`names the bounds: ${value}, ${sentence}`, () =>
      assert.equal(inField(schema, value), sentence))

  it('names the field as a program would', () => {
    const list = { properties: { a: { items: { properties: { b: { type: 'string' } } } } } }
    assert.equal(explain(list, { a: [{ b: 1 }] }), '"a[0].b" must be a string, not 1.')
    const odd = { properties: { 'b/c~d': { type: 'string' } } }
    assert.equal(inField(odd, { 'b/c~d': 1 }), '"a.b/c~d" must be a string, not 1.')
    assert.equal(inField({ required: ['b'] }, {}), '"a.b" is missing.')
  })
})
