import assert from 'node:assert/strict'
import { it } from 'node:test'
import { promptKeyOf, schemaKeyOf } from '../../../src/products/readers/schema-key.ts'

const keyOf = (schema: unknown, prompt?: string) => schemaKeyOf(schema, promptKeyOf(prompt))

const base = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } }

const same: [what: string, schema: object][] = [
  [
    'members in another order',
    { properties: { price: { type: 'number' }, name: { type: 'string' } }, type: 'object' },
  ],
  ['a description', { ...base, description: 'A lamp', title: 'Lamp', examples: [{}], $id: 'x' }],
  [
    'descriptions of its members',
    {
      ...base,
      properties: {
        name: { type: 'string', description: 'What it is called', default: '' },
        price: { type: 'number' },
      },
    },
  ],
]
for (const [what, schema] of same)
  it(`${what}: the same fields are asked for`, () => assert.equal(keyOf(schema), keyOf(base)))

const others: [what: string, schema: unknown][] = [
  [
    'a member called “title”',
    { ...base, properties: { ...base.properties, title: { type: 'string' } } },
  ],
  ['another type', { ...base, properties: { ...base.properties, price: { type: 'string' } } }],
  ['what is required', { ...base, required: ['name'] }],
  ['a list of choices', { ...base, enum: ['a', null, 1] }],
  ['nothing', null],
]
for (const [what, schema] of others)
  it(`${what}: other fields are asked for`, () => assert.notEqual(keyOf(schema), keyOf(base)))

it('a member called “properties” is a member, and its own annotations say nothing', () => {
  const inner = (more: object) => ({ properties: { properties: { type: 'object', ...more } } })
  assert.equal(keyOf(inner({ title: 'x' })), keyOf(inner({})))
  assert.notEqual(keyOf(inner({ properties: { title: {} } })), keyOf(inner({ properties: {} })))
})

it('is 22 letters that fit into an address', () => {
  assert.match(keyOf(base), /^[\w-]{22}$/)
})

it('another prompt asks for something else, and white space says nothing', () => {
  const keys = [undefined, 'The number', 'The name'].map(prompt => keyOf(base, prompt))
  assert.equal(new Set(keys).size, 3)
  assert.equal(keyOf(base, '  The\n\tname '), keyOf(base, 'The name'))
  for (const empty of ['', ' \n']) assert.equal(keyOf(base, empty), keyOf(base))
})
