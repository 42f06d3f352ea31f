import { test } from 'node:test'
import { compileSchema } from '../../../../src/products/extract/schema/compile.ts'
import { orEmpty } from '../../../../src/products/extract/schema/empty.ts'
import {
  type Field,
  holdsList,
  isSingle,
  leaves,
  readFields,
} from '../../../../src/products/extract/schema/fields.ts'
import { impossibility } from '../../../../src/products/extract/schema/impossible.ts'
import { checkSchema, type JsonSchema } from '../../../../src/products/extract/schema/limits.ts'
import { prune } from '../../../../src/products/extract/schema/prune.ts'
import { outcomeRefusal } from '../../../../src/products/extract/schema/refusal.ts'

const text = { type: 'string' }
const nested = (levels: number): JsonSchema =>
  levels === 0 ? text : { type: 'object', properties: { a: nested(levels - 1) } }
const wide = (count: number): JsonSchema => ({
  properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, text])),
})
/** A list of lists of lists. */
const many = (count: number): unknown[] =>
  [10, 10, 10, count].reduceRight<unknown[]>(
    (inner, size) => Array(size).fill(inner.length > 0 ? inner : 1),
    [],
  )
const tree = { properties: { name: text, children: { type: 'array', items: { $ref: '#' } } } }

/** Each beside one that differs in what decides. */
const schemas: Record<string, unknown> = {
  nothing: {},
  everything: true,
  'no schema': 'string',
  'a list of schemas': [text],
  'a text': text,
  'a text with a title': { ...text, title: 'Name of the lamp' },
  'a text with a short description': { ...text, description: 'd'.repeat(40) },
  'a text with a longer description': { ...text, description: 'd'.repeat(41) },
  'one of several': { enum: ['a', 'b', null] },
  'one of several numbers': { enum: [1, 2] },
  'one value': { const: 'a' },
  'only null': { enum: [null] },
  'none of several': { enum: [] },
  'a format alone': { format: 'date' },
  'a pattern alone': { pattern: '^a' },
  'a bad pattern': { pattern: '(' },
  'properties without a type': { properties: { a: text } },
  'items without a type': { items: text },
  'items one by one': { prefixItems: [text, { type: 'number' }], minItems: 2 },
  'two types': { type: ['string', 'number'] },
  'a type or null': { type: ['integer', 'null'] },
  'null first': { type: ['null', 'array'], items: text },
  'an unknown type': { type: 'str' },
  'another unknown type': { type: 'zzz' },
  'a word for a schema': { properties: { a: 'string', b: 'zzz' } },
  'fields instead of a schema': { name: 'string', price: 'number', lamp: 'x', more: 'y' },
  'three fields instead of a schema': { name: 'string', price: 'number', lamp: 'x' },
  'a map': { type: 'object', additionalProperties: { type: 'number' } },
  'a map by pattern': { type: 'object', patternProperties: { '^x': text } },
  'an object without a name': { type: 'object', additionalProperties: false },
  'a forbidden property': { properties: { a: false, b: text }, required: ['b'] },
  'a forbidden property that is required': { properties: { a: false }, required: ['a'] },
  'a choice': { anyOf: [{ type: 'number' }, text, { type: 'null' }] },
  'a choice of one': { oneOf: [{ type: 'null' }, text] },
  'all of it': {
    allOf: [
      { properties: { a: text }, required: ['a'] },
      { properties: { b: text }, required: ['b'] },
    ],
  },
  'a reference': { $ref: '#/$defs/a~1b', $defs: { 'a/b': text } },
  'a reference to nothing': { $ref: '#/$defs/none' },
  'a reference outside': { $ref: 'https://a.test/schema' },
  'a reference to itself': { $ref: '#' },
  'two that refer to each other': {
    $ref: '#/$defs/a',
    $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
  },
  'a reference by name': { $ref: '#x', $defs: { y: { $anchor: 'x', type: 'number' } } },
  'a reference in data': { const: { $ref: 'https://a.test/' } },
  'a tree': tree,
  'nullable as OpenAPI has it': { ...text, nullable: true },
  'twelve deep': nested(12),
  'thirteen deep': nested(13),
  'sixty-four deep': nested(32),
  'too deep': nested(33),
  'three thousand fields': wide(3_000),
  'more fields': wide(3_001),
  'a map behind many fields': {
    properties: {
      ...(wide(2_998).properties as object),
      map: { type: 'object' },
      list: { type: 'array', items: text },
    },
  },
  'as large as may be': { ...text, description: 'd'.repeat(131_072 - 29) },
  'too large': { ...text, description: 'd'.repeat(131_073 - 29) },
  'many values': { enum: many(18) },
  'too many values': { enum: many(19) },
  'bounds that cross': { type: 'number', minimum: 3, maximum: 2 },
  'bounds that meet': { type: 'number', minimum: 3, maximum: 3 },
  'bounds that meet outside': { type: 'number', exclusiveMinimum: 3, maximum: 3 },
  'no whole number between': { type: 'integer', minimum: 1.2, maximum: 1.8 },
  'lengths that cross': { type: 'string', minLength: 3, maxLength: 2 },
  'items that cross': { type: 'array', minItems: 3, maxItems: 2 },
  'properties that cross': { type: 'object', minProperties: 2, maxProperties: 1 },
  'a value that is too long': { const: 'abc', maxLength: 2 },
  'a value that is too large': { enum: [5, 6], maximum: 4 },
  'a value of another type': { type: 'number', const: 'a' },
  'nothing but not': { not: {} },
  'a multiple': { type: 'number', multipleOf: 3, minimum: 1, maximum: 2 },
}

const outline = (field: Field, depth = 0): string => {
  const { name, kind, nullable, required, values, format, minItems } = field
  const signs = [
    `${field.pointer || '/'} ${name}:${kind}`,
    required && 'required',
    nullable && 'nullable',
    values && `of ${JSON.stringify(values).slice(0, 40)}`,
    format,
    minItems > 0 && `≥${minItems}`,
  ].filter(Boolean)
  const below = [...field.properties.slice(0, 3), field.entry, field.item, ...field.branches]
  const inside = below.flatMap(one => (one && depth < 16 ? [outline(one, depth + 1)] : []))
  const more = field.properties.length > 3 ? ` … ${field.properties.length} in all` : ''
  return `${signs.join(' ')}${inside.length > 0 ? ` {${inside.join('; ')}${more}}` : ''}`
}

test('what a schema asks for, and why one is refused', t => {
  const shown = Object.entries(schemas).map(([name, source]) => {
    try {
      const checked = checkSchema(source)
      const root = readFields(checked)
      // To compile a large one takes seconds.
      const schema =
        JSON.stringify(source).length > 20_000 ? checked : compileSchema(checked).schema
      return [
        name,
        {
          asks: outline(root).slice(0, 600),
          leaves: [...leaves(root)].length,
          ...(isSingle(root) && { single: true }),
          ...(holdsList(root) && { list: true }),
          impossible: impossibility(schema),
        },
      ]
    } catch (error) {
      return [name, (error as Error).message]
    }
  })
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/schemas.json')
})

test('what is left of data that breaks its schema, and why nothing is', t => {
  const item = {
    properties: { name: text, price: { type: 'number', maximum: 9 } },
    required: ['name'],
  }
  const schema = {
    properties: {
      title: { ...text, maxLength: 5 },
      note: { type: ['string', 'null'], maxLength: 5 },
      size: { type: 'integer', minimum: 1 },
      box: { properties: { width: { type: 'number', minimum: 1 } } },
      tags: { type: 'array', items: { ...text, pattern: '^a' } },
      items: { type: 'array', items: item },
      must: { type: 'array', items: text },
      __proto__: text,
    },
    required: ['must'],
  }
  const cases: Record<string, unknown> = {
    nothing: undefined,
    'all that fits': {
      title: 'Lamp',
      note: 'n',
      size: 2,
      box: { width: 3 },
      tags: ['a'],
      items: [{ name: 'b', price: 9 }],
      must: ['c'],
    },
    'values that do not': {
      title: 'A lamp',
      note: 'too long',
      size: 0,
      box: { width: 0 },
      must: [],
    },
    'entries that do not': { tags: ['a', 'b', 'ab', 'c', 'ad'], must: ['x'] },
    'records that lack a name': {
      items: [{ name: 'a' }, { price: 2 }, { name: 'b', price: 10 }, { price: 3 }, { name: 'c' }],
      must: [],
    },
    'what nobody asked for': { other: 1, must: ['x'] },
    'null and nothing': { title: null, note: null, box: {}, tags: null, must: null },
  }
  const compiled = compileSchema(schema)
  const root = readFields(schema)
  const pointers = (value: unknown, at = ''): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) => pointers(one, `${at}/${key}`))
      : [at]
  const shown = Object.entries(cases).map(([name, raw]) => {
    const sources = new Map(pointers(raw).map(pointer => [pointer, pointer]))
    const pruned = prune(compiled, root, structuredClone(raw), sources)
    const { data, problems } = orEmpty(compiled, pruned)
    return [
      name,
      {
        data,
        problems: problems.map(({ path, keyword }) => `${path} ${keyword}`),
        sources: [...sources].map(pair => pair.join(' was ')).join(', '),
      },
    ]
  })
  const empties = [
    { type: 'array' },
    { type: ['null', 'string'] },
    { type: 'object', required: ['a'] },
    text,
  ].map(schema => [
    JSON.stringify(schema),
    orEmpty(compileSchema(schema), { data: undefined, problems: [] }),
  ])
  const refused = ['required', 'grounded', 'false schema', 'not', 'timeout', 'maximum'].flatMap(
    keyword =>
      ['/a', ''].flatMap(field =>
        [true, false].map(hasModel => {
          const problem = { path: field, field, keyword, message: 'must be <= 9' }
          const { code, message } = outcomeRefusal(
            { problems: [{ ...problem, keyword: 'type' }, problem], needsModel: ['/a'] },
            { hasModel },
          )
          const alone = outcomeRefusal({ problems: [problem], needsModel: ['/a'] }, { hasModel })
          return [
            `${keyword} of "${field}" ${hasModel ? 'with' : 'without'} a model`,
            [code, message, alone.message],
          ]
        }),
      ),
  )
  t.assert.fileSnapshot(
    Object.fromEntries([
      ...shown,
      ...empties,
      ...refused,
      ['none', outcomeRefusal({ problems: [], needsModel: [] }, { hasModel: true }).message],
    ]),
    'test/fixtures/schemas-pruned.json',
  )
})
