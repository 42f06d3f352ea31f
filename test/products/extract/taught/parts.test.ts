import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileSchema } from '../../../../src/products/extract/schema/compile.ts'
import { readFields } from '../../../../src/products/extract/schema/fields.ts'
import { taughtKinds } from '../../../../src/products/extract/taught/kinds.ts'
import { onlyFields, openFields, withValue } from '../../../../src/products/extract/taught/parts.ts'

const fieldsOf = (schema: object) => readFields(compileSchema(schema).schema)
const text = { type: 'string' }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

describe('a value at a place of the data', () => {
  it('is put there, what is on the way is made, and the given data stays as it is', () => {
    const data = { a: { b: 1 }, list: [1, { c: 2 }] }
    const before = structuredClone(data)
    assert.equal(withValue(data, '', 7), 7)
    assert.deepEqual(withValue(data, '/a/b', 7), { ...data, a: { b: 7 } })
    assert.deepEqual(withValue(data, '/a/x/y', 7), { ...data, a: { b: 1, x: { y: 7 } } })
    assert.deepEqual(withValue(data, '/list/1/c', 7), { ...data, list: [1, { c: 7 }] })
    assert.deepEqual(withValue(data, '/list/0', 7), { ...data, list: [7, { c: 2 }] })
    assert.deepEqual(withValue(undefined, '/a', 7), { a: 7 })
    assert.deepEqual(withValue({}, '/a~1b~0c/d', 7), { 'a/b~c': { d: 7 } })
    assert.deepEqual(Object.keys(withValue({}, '/__proto__/a', 7) as object), ['__proto__'])
    assert.deepEqual(data, before)
  })
})

describe('the fields that are open', () => {
  const schema = object({
    name: text,
    address: object({ street: text, city: text }),
    free: { type: 'object' },
    tags: { type: 'array', items: object({ tag: text }) },
    either: { anyOf: [object({ a: text }), text] },
  })
  it('are the outermost, in order, with objects looked through', () => {
    const all = openFields(fieldsOf(schema), () => true)
    assert.deepEqual(all, [
      '/name',
      '/address/street',
      '/address/city',
      '/free',
      '/tags',
      '/either',
    ])
    assert.deepEqual(
      openFields(fieldsOf(schema), pointer => pointer.endsWith('y') || pointer === '/tags'),
      ['/address/city', '/tags'],
    )
    assert.deepEqual(
      openFields(fieldsOf(object({})), () => true),
      [''],
    )
  })

  it('have a schema of their own, in which nothing must be there', () => {
    const more = { required: ['name'], title: 'T' }
    assert.deepEqual(onlyFields({ ...schema, ...more }, ['/address/city', '/tags']), {
      ...{ type: 'object', title: 'T' },
      properties: { address: object({ city: text }), tags: schema.properties['tags' as never] },
    })
    const strange = object({ 'a/b~c': text, d: true })
    assert.deepEqual(onlyFields(strange, ['/a~1b~0c', '/d']), strange)
    assert.deepEqual(onlyFields(strange, []), object({}))
    assert.deepEqual(onlyFields(text, ['/a']), text)
    assert.deepEqual(onlyFields(object({ a: true }), ['/a/b']), object({ a: true }))
  })
})

describe('what of a schema can be taught', () => {
  const kinds = (schema: object) => taughtKinds(fieldsOf(schema))
  it('is single values, and lists of them or of objects of them', () => {
    const { fields, lists } = kinds(
      object({
        name: text,
        place: object({
          city: text,
          either: { anyOf: [object({ a: text }), object({ b: text })] },
        }),
        tags: { type: 'array', items: text },
        rows: {
          type: 'array',
          items: object({ a: text, in: object({ b: text }), deep: { type: 'array', items: text } }),
        },
        lists: { type: 'array', items: { type: 'array', items: text } },
      }),
    )
    assert.deepEqual([...fields.keys()], ['/name', '/place/city'])
    assert.deepEqual(
      [...lists].map(([pointer, columns]) => [pointer, ...columns.keys()]),
      [
        ['/tags', ''],
        ['/rows', '/a', '/in/b'],
      ],
    )
  })

  const kind = (schema: object, name = 'value') =>
    kinds(object({ [name]: schema })).fields.get(`/${name}`)
  it('an address is read against its page, and only one that leads somewhere', () => {
    const page = 'https://a.example/x/'
    for (const one of [
      kind({ type: 'string', format: 'uri' }),
      kind({ type: 'string', format: 'uri-reference' }),
      kind(text, 'image'),
      kind(text, 'url'),
    ]) {
      assert.equal(one?.isAddress, true)
      assert.deepEqual(one.read('../y', page), {
        value: 'https://a.example/y',
        key: 'https://a.example/y',
      })
      assert.equal(one.read('mailto:a@b.c', page)?.key, 'mailto:a@b.c')
      assert.equal(one.read('javascript:x', page), undefined)
      assert.equal(one.read(`/${'x'.repeat(2_000)}`, page), undefined)
      assert.equal(one.read(`/${'x'.repeat(1_999)}`, page)?.key.length, 2_017)
      assert.equal(one.keyOf('https://A.example'), 'https://a.example/')
      assert.equal(one.keyOf('no address'), undefined)
      assert.equal(one.keyOf(7), undefined)
    }
    assert.equal(kind({ type: 'string', format: 'date' }, 'url')?.isAddress, false)
  })

  it('a number is read as extraction reads it, and found within a sentence', () => {
    const number = kind({ type: 'number' })
    assert.deepEqual(number?.read('1,234.50', ''), { value: 1_234.5, key: '1234.5' })
    assert.equal(number?.read('none', ''), undefined)
    assert.equal(number?.read(`${' '.repeat(299)}77`, ''), undefined)
    assert.equal(number?.keyOf(7), '7')
    assert.equal(number?.keyOf([7]), undefined)
    assert.deepEqual(number?.find('about 5 lamps for 1,250 in 20 rooms', '1250', ''), {
      start: 18,
      end: 23,
    })
    assert.equal(number?.find('about 5 lamps', '6', ''), undefined)
    const choice = kind({ type: 'string', enum: ['red', 'blue'] })
    assert.deepEqual(choice?.read('Red', ''), { value: 'red', key: '"red"' })
    assert.equal(choice?.find('it is red', '"red"', ''), undefined)
  })
})
