import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../../../src/kit/errors.ts'
import { compileSchema } from '../../../../src/products/extract/schema/compile.ts'
import { readFields } from '../../../../src/products/extract/schema/fields.ts'
import { stretched } from '../../../support/slowness.ts'

const refusal = (schema: unknown): string => {
  try {
    compileSchema(schema)
  } catch (error) {
    assert.ok(error instanceof AppError, String(error))
    assert.equal(error.code, 'invalid_schema')
    return error.message
  }
  return assert.fail('the schema was accepted')
}
const isValid = (schema: unknown, data: unknown) =>
  compileSchema(schema).validate(data).length === 0

describe('a caller’s schema', () => {
  it('is compiled once for pages that are read one after the other', () => {
    const schema = { type: 'object', properties: { price: { type: 'number' } } }
    const compiled = compileSchema(schema)
    assert.equal(compileSchema(structuredClone(schema)), compiled)
    const other = compileSchema({ ...schema, required: ['price'] })
    assert.deepEqual(
      [compiled, other].map(({ validate }) => validate({}).length),
      [0, 1],
    )
    assert.equal(compileSchema(true).validate({ price: 'x' }).length, 0)
    assert.equal(compileSchema(schema).validate({ price: 'x' }).length, 1)
  })

  it('is held with its formats, patterns and bounds', () => {
    const schema = {
      type: 'object',
      properties: {
        price: { type: 'number', minimum: 0 },
        day: { type: 'string', format: 'date' },
        code: { type: 'string', pattern: '^[A-Z]{3}$' },
      },
    }
    assert.ok(isValid(schema, { price: 1, day: '2024-02-29', code: 'ABC' }))
    assert.ok(!isValid(schema, { price: -1 }))
    assert.ok(!isValid(schema, { day: '2023-02-29' }))
    assert.ok(!isValid(schema, { code: 'abc' }))
  })

  it('may be of draft 4, 7 or 2020-12', () => {
    const draft4 = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      id: 'http://x.example/s',
      type: 'number',
      minimum: 1,
      exclusiveMinimum: true,
    }
    assert.ok(!isValid(draft4, 1))
    assert.ok(isValid(draft4, 2))
    const draft7 = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      items: [{ type: 'string' }, { type: 'number' }],
    }
    assert.ok(!isValid(draft7, ['a', 'b']))
    const newest = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      prefixItems: [{ type: 'string' }],
    }
    assert.ok(!isValid(newest, [1]))
    assert.ok(
      !isValid({ items: [{ type: 'string' }] }, [1]),
      'undeclared, but only old drafts say it so',
    )
  })

  it('may ask for an array, a scalar or anything at the root', () => {
    assert.ok(isValid({ type: 'array', items: { type: 'string' } }, ['a']))
    assert.ok(isValid({ type: 'integer' }, 3))
    assert.ok(isValid(true, { a: 1 }))
    assert.ok(!isValid(false, 1))
  })

  it('names the place of each problem', () => {
    const [problem] = compileSchema({ properties: { a: { items: { type: 'number' } } } }).validate({
      a: [1, 'x'],
    })
    assert.equal(problem?.path, '/a/1')
    assert.equal(problem?.keyword, 'type')
  })

  it('follows references within it, also to itself', () => {
    const tree = {
      $defs: {
        node: {
          type: 'object',
          properties: {
            kids: { type: 'array', items: { $ref: '#/$defs/node' } },
            id: { type: 'integer' },
          },
        },
      },
      $ref: '#/$defs/node',
    }
    assert.ok(isValid(tree, { kids: [{ kids: [], id: 1 }] }))
    assert.ok(!isValid(tree, { kids: [{ id: 'x' }] }))
    assert.ok(
      isValid(
        {
          definitions: { a: { properties: { b: { $ref: '#' } } } },
          properties: { c: { $ref: '#/definitions/a' } },
        },
        { c: { b: {} } },
      ),
    )
  })

  it('is refused with the reason and the place', () => {
    assert.match(refusal('nope'), /object or a boolean/)
    assert.match(refusal(null), /object or a boolean/)
    assert.match(refusal([]), /object or a boolean/)
    assert.match(refusal({ type: 'strin' }), /type/)
    assert.match(refusal({ properties: { a: { type: 7 } } }), /#\/properties\/a\/type/)
    assert.match(
      refusal({ properties: { a: { $ref: 'https://evil.example/s.json' } } }),
      /#\/properties\/a\/\$ref points outside/,
    )
    assert.match(refusal({ $ref: '//evil.example/s' }), /points outside/)
    assert.match(refusal({ $ref: '#/$defs/none' }), /#\/\$ref points to #\/\$defs\/none/)
    assert.match(refusal({ items: { $ref: 'a.json' } }), /#\/items\/\$ref points outside/)
    const circle = { properties: { a: { $ref: '#/properties/a' } } }
    assert.match(refusal(circle), /#\/properties\/a\/\$ref leads back to itself/)
    const pattern = { properties: { 'a/b': { pattern: '(' } } }
    assert.match(refusal(pattern), /#\/properties\/a~1b\/pattern: .*Unterminated group/)
    assert.match(refusal({ patternProperties: { '[': {} } }), /#\/patternProperties: /)
    assert.match(refusal({ not: { enum: [] } }), /#\/not\/enum must have/)
    assert.equal(refusal({ items: 5 }).match(/#\/items/g)?.length, 1)
    assert.match(refusal({ $schema: 5 }), /#\/\$schema must be string/)
    let deep: unknown = { type: 'string' }
    for (let i = 0; i < 100; i++) deep = { items: deep }
    assert.match(refusal(deep), /nested/)
    assert.match(refusal({ description: 'x'.repeat(200_000), properties: {} }), /larger than/)
    const many = Array.from({ length: 3001 }, (_, n) => [`f${n}`, { type: 'string' }])
    assert.match(refusal({ properties: Object.fromEntries(many) }), /more than 3000 fields/)
    assert.ok(compileSchema({ properties: Object.fromEntries(many.slice(1)) }))
    const wide = Array.from({ length: 25_000 }, (_, n) => n)
    assert.match(refusal({ enum: wide }), /larger|values/)
  })

  it('cannot hang the process with a pattern', () => {
    const schema = compileSchema({ type: 'string', pattern: '^(a+)+$' })
    const started = performance.now()
    const problems = schema.validate(`${'a'.repeat(60)}b`)
    assert.equal(problems[0]?.keyword, 'timeout')
    assert.ok(performance.now() - started < stretched(30_000))
    assert.deepEqual(
      compileSchema({ type: 'string', pattern: '^(a+)+$' }).validate('aaa'),
      [],
      'the next call works',
    )
  })

  it('is not refused because the machine is busy', () => {
    const schema = compileSchema({ properties: { a: { type: 'string' } } })
    const lock = new Int32Array(new SharedArrayBuffer(4))
    const slow = {
      get a() {
        // Longer than a check may take, and no work for a processor.
        Atomics.wait(lock, 0, 0, 700)
        return 'read'
      },
    }
    assert.deepEqual(schema.validate(slow), [])
  })

  it('keeps words of the data apart from references', () => {
    assert.ok(isValid({ enum: [{ $ref: 'https://x.example' }] }, { $ref: 'https://x.example' }))
  })

  it('forgives escapes that only the u flag forbids, and unknown formats', () => {
    assert.ok(isValid({ type: 'string', pattern: '^\\d+\\-\\d+$', format: 'grid' }, '1-2'))
  })
})

describe('the fields of a schema', () => {
  it('are read through references, allOf and nullable choices', () => {
    const root = readFields({
      $defs: {
        money: {
          type: 'object',
          required: ['amount'],
          properties: { amount: { type: 'number', description: 'How much' } },
        },
      },
      allOf: [{ properties: { price: { $ref: '#/$defs/money' } } }],
      required: ['price'],
      properties: {
        tags: { type: ['array', 'null'], items: { type: 'string' } },
        day: { anyOf: [{ type: 'null' }, { type: 'string', format: 'date' }] },
        kind: { enum: ['a', null] },
      },
    })
    const [price, tags, day, kind] = root.properties
    assert.equal(price?.properties[0]?.pointer, '/price/amount')
    assert.equal(price?.properties[0]?.required, true)
    assert.equal(price?.required, true)
    assert.equal(tags?.item?.pointer, '/tags/*')
    assert.equal(tags?.nullable, true)
    assert.deepEqual([day?.kind, day?.format, day?.nullable], ['string', 'date', true])
    assert.equal(kind?.nullable, true)
  })

  it('end, although a schema refers to itself', () => {
    const root = readFields({ properties: { a: { $ref: '#' }, b: { $ref: '#' } } })
    assert.ok(root.properties.length === 2)
    assert.ok(readFields({ $ref: '#' }).kind === 'any')
  })

  it('names the property that may not be there, not all that is around it', () => {
    const names = { type: 'object', propertyNames: { pattern: '^[a-z]+$' } }
    const paths = (schema: unknown, data: unknown) =>
      compileSchema(schema)
        .validate(data)
        .map(({ path }) => path)
    assert.deepEqual([...new Set(paths(names, { ok: 1, 'A b': 2 }))], ['/A b'])
    assert.deepEqual(paths({ type: 'object', additionalProperties: false }, { more: 1 }), ['/more'])
  })

  it('is followed to a part by its anchor, and a single value is called what it is about', () => {
    const anchored = {
      $defs: { price: { $anchor: 'price', type: 'number' } },
      type: 'object',
      properties: { price: { $ref: '#price' } },
    }
    assert.equal(readFields(compileSchema(anchored).schema).properties[0]?.kind, 'number')
    assert.equal(readFields({ type: 'number', description: 'price' }).name, 'price')
  })
})
