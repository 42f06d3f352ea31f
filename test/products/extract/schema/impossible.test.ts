import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkSatisfiable } from '../../../../src/products/extract/schema/satisfiable.ts'

const price = (schema: unknown, more: object = {}) => ({
  type: 'object',
  properties: { price: schema },
  ...more,
})

describe('a schema that nothing can satisfy', () => {
  for (const [what, schema] of Object.entries({
    false: false,
    'minimum over maximum': price({ type: 'number', minimum: 5, maximum: 3 }),
    'an empty open range': price({ type: 'number', exclusiveMinimum: 5, maximum: 5 }),
    'no whole number': price({ type: 'integer', minimum: 1.2, maximum: 1.8 }),
    'longer than the longest': price({ type: 'string', minLength: 5, maxLength: 4 }),
    'more items than the most': price({ type: 'array', minItems: 3, maxItems: 2 }),
    'more properties than the most': { type: 'object', minProperties: 2, maxProperties: 1 },
    'an enum of another type': price({ type: 'number', enum: ['a', 'b'] }),
    'a constant of another type': price({ type: 'string', const: 3 }),
    'a required property that is false': price(false, { required: ['price'] }),
    'a required property that is forbidden': price(
      {},
      {
        required: ['name'],
        additionalProperties: false,
      },
    ),
    'an enum out of its bounds': price({ type: 'integer', enum: [1, 2], minimum: 5 }),
    'an enum that its pattern refuses': price({ type: 'string', enum: ['a', 'b'], pattern: '^c' }),
    'a constant that is too long': price({ const: 'lamp', maxLength: 3 }),
    'a constant that the enum lacks': price({ enum: ['a', 'b'], const: 'c' }),
    'no multiple between its bounds': price({
      ...{ type: 'integer', multipleOf: 10 },
      ...{ minimum: 11, maximum: 19 },
    }),
    'more to contain than the most': price({ type: 'array', minContains: 3, maxContains: 2 }),
    'parts that exclude each other': price({ allOf: [{ type: 'string' }, { type: 'number' }] }),
    'parts whose bounds do': price({ type: 'number', minimum: 5, allOf: [{ maximum: 3 }] }),
    'not anything': price({ not: {} }),
    'no branch that can be': price({
      anyOf: [false, { type: 'string', minLength: 2, maxLength: 1 }],
    }),
    'a part that cannot be': price({ allOf: [{ type: 'string' }, false] }),
    'a reference to it': { ...price({ $ref: '#/$defs/never' }), $defs: { never: false } },
    'without a type': price({ minimum: 5, maximum: 3 }),
    'inside of a list': price({ type: 'array', items: { type: 'number', minimum: 5, maximum: 3 } }),
  }))
    it(`is refused: ${what}`, () =>
      assert.throws(() => checkSatisfiable(schema), /Nothing can satisfy the JSON Schema: #/))

  for (const [what, schema] of Object.entries({
    'an optional property that is false': price(false),
    'null beside an empty range': price({ type: ['number', 'null'], minimum: 5, maximum: 3 }),
    'one branch that can be': price({ anyOf: [false, { type: 'string' }] }),
    'an enum with one member in its bounds': price({ enum: [1, 7], minimum: 5 }),
    'a constant of two words for one': price({ enum: ['a', 'b'], const: 'a' }),
    'parts that agree': price({ allOf: [{ type: 'number' }, { type: 'integer', maximum: 3 }] }),
    'a multiple on its bound': price({ type: 'integer', multipleOf: 10, minimum: 10, maximum: 19 }),
    'equal bounds': price({ type: 'integer', minimum: 3, maximum: 3 }),
    'an empty list': price({ type: 'array', maxItems: 0 }),
    'a reference to itself': {
      type: 'object',
      properties: { child: { $ref: '#' } },
    },
  }))
    it(`is not: ${what}`, () => assert.doesNotThrow(() => checkSatisfiable(schema)))
})
