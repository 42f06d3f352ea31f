import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Document, finishDocument } from '../../../src/base/http/openapi-document.ts'

type Json = Record<string, unknown>
const finish = (operation: Json) => {
  const { paths, components } = finishDocument({ paths: { '/a': { get: operation } } } as Document)
  const { schemas } = components as { schemas: Json }
  return { operation: paths?.['/a']?.get as Json, schemas }
}
/** A schema, as the answer of a route has it. */
const schemaOf = (schema: Json) => {
  const { operation, schemas } = finish({
    responses: { 200: { content: { 'application/json': { schema } } } },
  })
  const { responses } = operation as {
    responses: Record<string, { content: Record<string, Json> }>
  }
  return { schema: responses['200']?.content['application/json']?.schema, schemas }
}

describe('the description of the API', () => {
  it('names schemas that have a title, once and in order', () => {
    const lamp = { title: 'Lamp', type: 'object', properties: { name: { type: 'string' } } }
    const { schema, schemas } = schemaOf({
      title: 'Shop',
      properties: { lamps: { type: 'array', items: lamp }, best: { ...lamp, description: 'It.' } },
    })
    assert.deepEqual(schema, { $ref: '#/components/schemas/Shop' })
    assert.deepEqual(Object.keys(schemas), ['Lamp', 'Shop'])
    const { title: _, ...named } = lamp
    assert.deepEqual(schemas.Lamp, named)
    assert.deepEqual(schemas.Shop, {
      properties: {
        lamps: { type: 'array', items: { $ref: '#/components/schemas/Lamp' } },
        best: { $ref: '#/components/schemas/Lamp', description: 'It.' },
      },
    })
  })

  it('repeats no description that the named schema has, and refuses two schemas of a name', () => {
    const of = (a: Json, b: Json) => schemaOf({ properties: { a, b } }).schema
    const one = { title: 'One', type: 'string', description: 'Same.' }
    const $ref = '#/components/schemas/One'
    assert.deepEqual(of(one, one), { properties: { a: { $ref }, b: { $ref } } })
    assert.deepEqual(of(one, { ...one, description: 'Else.' }), {
      properties: { a: { $ref }, b: { $ref, description: 'Else.' } },
    })
    assert.throws(() => of(one, { ...one, type: 'integer' }), /Two schemas are called One/)
  })

  it('leaves values as they are, and keeps a property called title', () => {
    const values = { title: 'Value', properties: { a: { default: 1 } } }
    const schema = {
      ...{ type: 'object', default: values, examples: [values], enum: [values], const: values },
      properties: { title: { type: 'string' } },
    }
    assert.deepEqual(schemaOf(schema).schema, schema)
    assert.deepEqual(schemaOf(schema).schemas, {})
  })

  it('says a default in words, and does not ask for what has one', () => {
    const { schema } = schemaOf({
      required: ['a', 'b'],
      properties: {
        a: { type: 'integer', default: 5, description: 'How many.' },
        b: { type: 'string' },
        c: { type: 'boolean', default: false },
      },
    })
    assert.deepEqual(schema, {
      required: ['b'],
      properties: {
        a: { type: 'integer', description: 'How many. Default: `5`.' },
        b: { type: 'string' },
        c: { type: 'boolean', description: 'Default: `false`.' },
      },
    })
    const all = schemaOf({ required: ['a'], properties: { a: { default: 1 } } }).schema
    assert.ok(!('required' in (all as Json)))
    const bare = { required: ['a'], type: 'object' }
    assert.deepEqual(schemaOf(bare).schema, bare)
  })

  it('drops the words of our validator only where a schema has a name', () => {
    const tagged = { discriminator: { propertyName: 'a' }, oneOf: [] }
    assert.deepEqual(schemaOf({ ...tagged, title: 'Tagged' }).schemas.Tagged, { oneOf: [] })
  })

  it('asks for a parameter that has no default, and has none without parameters', () => {
    const parameters = [
      { name: 'a', required: true, schema: { type: 'string' } },
      { name: 'b', required: true, schema: { type: 'integer', default: 3 } },
      { name: 'c', required: false, schema: { type: 'string' } },
      { name: 'd', required: true },
    ]
    const { operation } = finish({ parameters })
    const required = (operation.parameters as Json[]).map(one => one.required ?? false)
    assert.deepEqual(required, [true, false, false, true])
    assert.ok(!('parameters' in finish({}).operation))
    assert.deepEqual(finish({ operationId: 'x' }).operation, { operationId: 'x', responses: {} })
  })

  it('lists the headers of each answer', () => {
    const shown = (...statuses: number[]) => {
      const responses = Object.fromEntries(statuses.map(status => [status, { description: 'x' }]))
      const { operation } = finish({ responses })
      return Object.entries(operation.responses as Record<string, { headers: Json }>).map(
        ([status, { headers }]) => `${status}: ${Object.keys(headers).join(' ')}`,
      )
    }
    const rate = 'RateLimit-Limit RateLimit-Remaining RateLimit-Reset'
    const credits = 'X-Credits-Used X-Credits-Remaining'
    assert.deepEqual(shown(200, 399, 400, 503), [
      '200: X-Request-Id',
      '399: X-Request-Id',
      '400: X-Request-Id X-Error-Code',
      '503: X-Request-Id X-Error-Code Retry-After',
    ])
    assert.deepEqual(shown(200, 401, 402, 429), [
      `200: X-Request-Id ${rate} ${credits}`,
      '401: X-Request-Id X-Error-Code',
      `402: X-Request-Id ${rate} X-Error-Code ${credits}`,
      `429: X-Request-Id ${rate} X-Error-Code Retry-After ${credits}`,
    ])
    const own = finish({ responses: { 200: { headers: { ETag: {} } } } }).operation.responses
    assert.deepEqual((own as Record<string, Json>)['200']?.headers, {
      ETag: {},
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
    })
  })

  it('does not say twice what an answer is', () => {
    const content = (description: string) =>
      finish({
        responses: {
          200: {
            description: 'A lamp.',
            content: { x: { schema: { type: 'string', description } } },
          },
        },
      }).operation.responses as Record<string, { content: { x: Json } }>
    assert.deepEqual(content('A lamp.')['200']?.content.x, { schema: { type: 'string' } })
    assert.deepEqual(content('Its name.')['200']?.content.x, {
      schema: { type: 'string', description: 'Its name.' },
    })
  })

  it('keeps what else the document has', () => {
    const document = { info: { title: 'A' }, components: { securitySchemes: { key: {} } } }
    const { info, components, paths } = finishDocument(document)
    assert.deepEqual([info, paths], [document.info, {}])
    assert.deepEqual(components?.securitySchemes, { key: {} })
    assert.ok(Object.hasOwn(Object(components?.headers), 'Retry-After'))
  })
})
