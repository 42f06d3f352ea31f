import assert from 'node:assert/strict'
import { it } from 'node:test'
import { form, outline } from '../../../src/doors/mcp/outline.ts'

const schema = {
  type: 'object',
  title: 'Wishes',
  additionalProperties: false,
  description: 'What is wished for.',
  required: ['kind'],
  properties: {
    kind: { enum: ['a', 'b'], description: 'One of two.' },
    size: { type: 'integer', minimum: 1, maximum: 9, default: 0 },
    isFast: { type: 'boolean', default: false },
    isShown: { type: 'boolean', default: true },
    tags: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 9, format: 'uri' } },
  },
}

it('a form has what a model needs to fill it in, and no limits that few calls come near', () => {
  assert.deepEqual(form(schema), {
    type: 'object',
    description: 'What is wished for.',
    required: ['kind'],
    properties: {
      kind: { type: 'string', enum: ['a', 'b'], description: 'One of two.' },
      size: { type: 'integer', maximum: 9 },
      isFast: { type: 'boolean' },
      isShown: { type: 'boolean', default: true },
      tags: { type: 'array', items: { type: 'string', format: 'uri' } },
    },
  })
  assert.deepEqual(form({ type: 'object' }), { type: 'object', properties: {} })
})

it('an outline has the types and names of a schema, down to some depth', () => {
  const deep = { type: 'object', properties: { list: { type: 'array', items: schema }, any: {} } }
  assert.deepEqual(outline(deep, 0), { type: 'object' })
  assert.deepEqual(outline(deep, 1), {
    type: 'object',
    properties: { list: { type: 'array' }, any: {} },
  })
  assert.deepEqual(outline(deep, 2).properties, {
    list: { type: 'array', items: { type: 'object' } },
    any: {},
  })
  assert.deepEqual(outline(schema, 1).properties, {
    kind: { enum: ['a', 'b'] },
    size: { type: 'integer' },
    isFast: { type: 'boolean' },
    isShown: { type: 'boolean' },
    tags: { type: 'array' },
  })
})
