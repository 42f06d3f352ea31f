import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { explainFault } from '../../../src/base/http/faults.ts'

const ajv = new Ajv({ strict: false, verbose: true, discriminator: true })
const explain = (schema: object, value: unknown, part: 'body' | 'query' = 'body') => {
  const validate = ajv.compile(schema)
  validate(value)
  const [fault] = validate.errors ?? []
  return fault && explainFault(fault, part)
}
const closed = (properties: object) => ({ properties, additionalProperties: false })

test('a name that nobody knows is told with the one that was meant', () => {
  const known = closed({ timeout: {}, maxAge: {} })
  assert.equal(
    explain(known, { timeuot: 1 }),
    '"timeuot" is not a known field. Did you mean "timeout"?',
  )
  assert.equal(
    explain(known, { max_age: 1 }, 'query'),
    '"max_age" is not a known parameter. Did you mean "maxAge"?',
  )
  assert.equal(explain(known, { other: 1 }), '"other" is not a known field.')
  assert.equal(explain(known, { other: 1 }, 'query'), '"other" is not a known parameter.')
  assert.equal(explain(closed({}), { other: 1 }), '"other" is not a known field.')
  assert.equal(
    explain(closed({}), { other: 1 }, 'query'),
    '"other" is not a known parameter: there is none here.',
  )
  assert.equal(
    explain({ properties: { a: known } }, { a: { 'x/y': 1 } }),
    '"a.x/y" is not a known field.',
  )
})

test('a value that is none of a list is told with the list, and the one that was meant', () => {
  const of = (value: unknown, schema: object = { enum: ['markdown', 'html', 5] }) =>
    explain({ properties: { a: schema } }, { a: value })
  const list = '"a" must be one of: markdown, html, 5.'
  assert.equal(of('markdwon'), `${list} Did you mean "markdown"?`)
  assert.equal(of('pdf'), list)
  assert.equal(of(6), list)
  assert.equal(of(6, { const: 'x' }), '"a" must be "x".')
  const kinds = {
    ...{ type: 'object', discriminator: { propertyName: 'type' }, required: ['type'] },
    oneOf: [
      { properties: { type: { const: 'click' } } },
      { properties: { type: { const: 'wait' } } },
    ],
  }
  assert.equal(of({ type: 'x' }, kinds), '"a.type" must be one of: click, wait.')
})

test('other faults are told too', () => {
  const of = (schema: object, value: unknown) =>
    explain({ properties: { a: schema } }, { a: value })
  assert.equal(of({ pattern: '^x' }, 'y'), '"a" has the wrong format.')
  assert.equal(
    of({ pattern: '^x', description: 'It begins with x.' }, 'y'),
    '"a" has the wrong format: It begins with x.',
  )
  assert.equal(of({ uniqueItems: true }, [1, 1]), '"a" has the same value twice.')
  assert.equal(of({ multipleOf: 2 }, 3), '"a" must be multiple of 2.')
  assert.equal(of({ maxProperties: 1 }, { b: 1, c: 2 }), '"a" may have at most 1 field.')
  assert.equal(of({ minProperties: 1 }, {}), '"a" is empty.')
  assert.equal(
    of({ minimum: 1_000, maximum: 9_000, description: 'Seconds to wait.' }, 1),
    '"a" must be from 1000 to 9000 seconds.',
  )
  assert.equal(
    of({ maximum: 9_000, description: 'In milliseconds.' }, 10_000),
    '"a" must be at most 9000 milliseconds.',
  )
  assert.equal(
    of({ minimum: 2_000, description: 'In milliseconds.' }, 2),
    '"a" must be 2000 or more milliseconds. Did you mean 2000?',
  )
  assert.equal(
    of({ minimum: 2_000, description: 'In milliseconds.' }, 1.9),
    '"a" must be 2000 or more milliseconds.',
  )
  assert.equal(
    of({ minimum: 2_000, description: 'In milliseconds.' }, -5),
    '"a" must be 2000 or more milliseconds.',
  )
  assert.equal(explain({ required: ['a'] }, {}), '"a" is missing.')
  assert.equal(explain({ minProperties: 1 }, {}), 'The body is empty.')
  assert.equal(explain({ minProperties: 1 }, {}, 'query'), 'The request is empty.')
  assert.equal(explain({ type: 'object' }, undefined), 'The body must be an object.')
  assert.equal(explain({ type: 'object' }, []), 'The body must be an object, not a list.')
})
