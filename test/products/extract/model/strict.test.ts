import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mergeAnswers } from '../../../../src/products/extract/model/merge.ts'
import { restore } from '../../../../src/products/extract/model/restore.ts'
import { toStrict } from '../../../../src/products/extract/model/strict.ts'
import { followsForm, unwrap } from '../../../../src/products/extract/model/unwrap.ts'
import { compileSchema } from '../../../../src/products/extract/schema/compile.ts'
import { readFields } from '../../../../src/products/extract/schema/fields.ts'

const fieldsOf = (schema: unknown) => readFields(compileSchema(schema).schema)
const strictOf = (schema: unknown) => toStrict(fieldsOf(schema)).schema
const restored = (schema: unknown, answer: unknown) => restore(fieldsOf(schema), answer).data

type Shape = {
  type?: unknown
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
}
const lines = { type: 'array', items: { type: 'integer' } }
const text = { type: 'string' }

/** Every provider's strict mode takes this: walks all of it. */
const assertStrict = (shape: Shape, depth = 0) => {
  const allowed =
    /^(type|description|properties|required|additionalProperties|items|anyOf|enum|format)$/
  for (const keyword of Object.keys(shape)) assert.match(keyword, allowed)
  assert.ok(depth <= 10, 'too deep')
  assert.ok(shape.type !== undefined || shape.anyOf !== undefined)
  if (shape.properties) {
    assert.deepEqual(Object.keys(shape.properties), shape.required)
    assert.equal((shape as { additionalProperties?: unknown }).additionalProperties, false)
  }
  for (const inner of Object.values(shape.properties ?? {})) assertStrict(inner, depth + 1)
  if (shape.items) assertStrict(shape.items, depth + 1)
  for (const inner of shape.anyOf ?? []) assertStrict(inner, depth)
}

describe('a schema in the strict dialect', () => {
  it('takes a text, a number or a yes where anything is allowed', () => {
    const anything = { anyOf: ['string', 'number', 'boolean'].map(type => ({ type })) }
    const { properties } = strictOf({
      type: 'object',
      properties: { x: {}, y: { type: 'array', items: {} } },
    }) as Shape
    assert.deepEqual(properties?.x, { anyOf: [...anything.anyOf, { type: 'null' }] })
    assert.deepEqual(properties?.y, { type: 'array', items: anything })
  })

  it('asks for every property, with null for what is not there', () => {
    const schema = strictOf({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 2, description: 'Its name' },
        size: { enum: ['S', 'M'] },
        count: { type: 'integer', minimum: 0 },
        day: { type: 'string', format: 'date' },
        tags: { type: 'array', items: text },
        maker: { type: 'object', properties: { city: text }, required: ['city'] },
        sold: { type: 'boolean', description: 'Gone' },
      },
      required: ['name'],
    })
    assert.deepEqual(schema, {
      type: 'object',
      properties: {
        _lines: lines,
        name: { type: ['string', 'null'], description: 'Its name. minLength 2' },
        size: { anyOf: [{ type: 'string', enum: ['S', 'M'] }, { type: 'null' }] },
        count: { type: ['integer', 'null'], description: 'minimum 0' },
        day: { type: ['string', 'null'], description: 'as YYYY-MM-DD' },
        tags: { type: 'array', items: text },
        maker: {
          anyOf: [
            {
              type: 'object',
              properties: { city: { type: ['string', 'null'] } },
              required: ['city'],
              additionalProperties: false,
            },
            { type: 'null' },
          ],
        },
        sold: {
          type: 'object',
          description: 'Gone',
          properties: { _lines: lines, value: { type: ['boolean', 'null'] } },
          required: ['_lines', 'value'],
          additionalProperties: false,
        },
      },
      required: ['_lines', 'name', 'size', 'count', 'day', 'tags', 'maker', 'sold'],
      additionalProperties: false,
    })
  })

  it('asks each entry of a list for its lines', () => {
    const schema = strictOf({
      type: 'array',
      items: { type: 'object', properties: { name: text } },
    }) as Shape
    assert.deepEqual(schema.required, ['_lines', 'value'])
    assert.deepEqual(schema.properties?.value?.items?.required, ['_lines', 'name'])
  })

  const odd: Record<string, unknown> = {
    'a choice': { properties: { a: { oneOf: [text, { type: 'number' }, { type: 'null' }] } } },
    'several types': { properties: { a: { type: ['string', 'integer', 'null'] } } },
    'a choice of objects': {
      anyOf: [{ properties: { a: text } }, { properties: { b: { type: 'number' } } }],
    },
    'open names': { type: 'object', additionalProperties: { type: 'number' } },
    'names that providers refuse': { properties: { 'preis in €': text, _lines: text } },
    recursion: { $ref: '#/$defs/n', $defs: { n: { properties: { n: { $ref: '#/$defs/n' } } } } },
    'recursion with lists': {
      properties: { name: text, children: { type: 'array', items: { $ref: '#' } } },
    },
    'deep nesting': Array.from({ length: 30 }).reduce(
      inner => ({ type: 'object', properties: { a: inner, b: text } }),
      text,
    ),
    'anything at all': true,
    'a tuple': { type: 'array', prefixItems: [text, { type: 'number' }] },
    'mixed values': { properties: { a: { enum: [1, 'two', null] } } },
    allOf: { allOf: [{ properties: { a: text } }, { properties: { b: text } }] },
  }
  for (const [what, schema] of Object.entries(odd))
    it(`holds nothing that a provider refuses: ${what}`, () => assertStrict(strictOf(schema)))

  it('says what is too deep or too much to ask for', () => {
    assert.ok(toStrict(fieldsOf(odd['deep nesting'])).leftOut.length > 0)
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`p${n}`, text]))
    const { schema, leftOut } = toStrict(readFields({ type: 'object', properties: many }))
    assert.ok(JSON.stringify(schema).length < 60_000)
    assert.ok(leftOut.length > 0)
  })
})

describe('an answer in the caller’s shape', () => {
  const schema = {
    type: 'object',
    properties: {
      name: text,
      note: { type: ['string', 'null'] },
      tags: { type: 'array', items: text },
      'preis in €': { type: 'number' },
      offers: {
        type: 'array',
        items: { type: 'object', properties: { price: { type: 'number' } } },
      },
    },
    required: ['tags'],
  }

  it('has no nulls but where the schema knows null, and the caller’s names', () => {
    assert.deepEqual(
      restored(schema, {
        _lines: [1],
        name: null,
        note: null,
        tags: null,
        _name_4: 3,
        offers: null,
      }),
      { note: null, tags: [], 'preis in €': 3 },
    )
  })

  it('keeps the lines of the nearest object for each value', () => {
    const { data, cited } = restore(fieldsOf(schema), {
      _lines: [1, 2],
      name: 'Lamp',
      offers: [{ _lines: [7], price: 3 }, { price: 4 }],
    })
    assert.deepEqual(data, { name: 'Lamp', offers: [{ price: 3 }, { price: 4 }] })
    assert.deepEqual([...(cited.get('/name') ?? [])], [1, 2])
    assert.deepEqual([...(cited.get('/offers/0/price') ?? [])], [7])
    assert.deepEqual([...(cited.get('/offers/1/price') ?? [])], [1, 2])
  })

  it('is understood when a model bends the shape', () => {
    assert.deepEqual(restored(schema, { name: 'Lamp', offers: { price: 3 }, more: 1 }), {
      name: 'Lamp',
      offers: [{ price: 3 }],
    })
    const list = { type: 'array', items: text }
    assert.deepEqual(restored(list, ['a']), ['a'])
    assert.deepEqual(restored(list, { value: ['a'] }), ['a'])
    const map = { type: 'object', additionalProperties: { type: 'number' } }
    assert.deepEqual(restored(map, { value: [{ name: 'a', value: 1 }] }), { a: 1 })
    assert.deepEqual(restored(map, { a: 1, b: 2 }), { a: 1, b: 2 })
  })

  it('is understood when a single value stands in a box or in another type', () => {
    const singles = {
      properties: { name: text, price: { type: 'number' }, stock: { type: 'boolean' } },
    }
    const bent = { name: ['Lamp'], price: { value: '39.99', _lines: [4] }, stock: 'True' }
    const { data, cited } = restore(fieldsOf(singles), bent)
    assert.deepEqual(data, { name: 'Lamp', price: 39.99, stock: true })
    assert.deepEqual([...(cited.get('/price') ?? [])], [4])
    assert.deepEqual(restored(singles, { name: 7, price: '€ 1,50' }), { name: '7', price: 1.5 })
    for (const price of ['1,500', '3 for 10', 'cheap'])
      assert.deepEqual(restored(singles, { price }), { price })
  })

  it('is found in a box of the model’s own, if nothing else is in there', () => {
    const root = fieldsOf(schema)
    const form = { name: 'Lamp' }
    for (const box of [{ data: form }, [form], { result: [{ page: form }] }, form])
      assert.deepEqual(unwrap(root, box), form)
    for (const box of [{ a: form, b: form }, [form, form], { data: {} }, 'text', null])
      assert.equal(unwrap(root, box), box)
    assert.ok(followsForm(root, form) && followsForm(root, {}) && followsForm(root, { _lines: [] }))
    assert.ok(!followsForm(root, { other: 1 }) && !followsForm(root, []))
  })

  it('may hold any branch of a choice', () => {
    const choice = {
      type: 'object',
      properties: {
        price: {
          anyOf: [
            { type: 'number' },
            { type: 'object', properties: { from: { type: 'number' }, to: { type: 'number' } } },
          ],
        },
      },
    }
    assert.deepEqual(restored(choice, { price: 3 }), { price: 3 })
    const map = { type: 'object', additionalProperties: text }
    const either = { properties: { notes: { anyOf: [map, { type: 'array', items: text }] } } }
    const pairs = [{ name: 'Size', value: '12 cm' }]
    assert.deepEqual(restored(either, { notes: pairs }), { notes: { Size: '12 cm' } })
    assert.deepEqual(restored(either, { notes: ['a', 'b'] }), { notes: ['a', 'b'] })
    assert.deepEqual(restored(choice, { price: { from: 1, to: 2 } }), { price: { from: 1, to: 2 } })
  })

  it('has a property called __proto__ as a property', () => {
    const answer = JSON.parse('{"value":[{"name":"__proto__","value":"x"}]}')
    const data = restored({ type: 'object' }, answer) as object
    assert.deepEqual(Object.keys(data), ['__proto__'])
    assert.equal(({} as { x?: unknown }).x, undefined)
  })
})

describe('several answers about one page', () => {
  const entry = (line: number, name: string, price?: number | null) => ({
    _lines: [line],
    name,
    ...(price !== undefined && { price }),
  })

  it('are joined in order; single values come from the first that has them', () => {
    assert.deepEqual(
      mergeAnswers([
        { _lines: [1], title: null, items: [entry(1, 'a')] },
        { _lines: [9], title: 'T', items: [entry(9, 'b')] },
        { title: 'Other', items: [] },
      ]),
      { _lines: [1, 9], title: 'T', items: [entry(1, 'a'), entry(9, 'b')] },
    )
  })

  it('hold an entry once that both saw, with what either knows of it', () => {
    const { items } = mergeAnswers([
      { items: [entry(1, 'a', 1), entry(2, 'b', null)] },
      { items: [entry(2, 'b', 5), entry(3, 'a', 2), entry(4, 'c')] },
      { items: [entry(4, 'c')] },
    ]) as { items: unknown[] }
    assert.deepEqual(items, [entry(1, 'a', 1), entry(2, 'b', 5), entry(3, 'a', 2), entry(4, 'c')])
  })
})
