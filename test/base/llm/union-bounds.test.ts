import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withFewUnions } from '../../../src/base/llm/few-unions.ts'

type Json = Record<string, unknown>
const nullable = { type: ['string', 'null'], description: 'd' }
const object = (properties: Json) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
const many = (count: number, property: unknown = nullable, at = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${at + n}`, property]))
const unionsLeft = (schema: Json | undefined) =>
  schema && JSON.stringify(schema).split(/"null"/).length - 1

test('sixteen unions are taken, ten more become optional, and more is too many', () => {
  const of = (count: number) => withFewUnions(object(many(count)))
  const most = object(many(16))
  assert.equal(withFewUnions(most), most)
  assert.equal(unionsLeft(of(17)), 16)
  assert.equal(unionsLeft(of(26)), 16)
  assert.equal(of(27), undefined)
  // The first ones, which keep what is said of them.
  const fewer = of(18) as { properties: Json; required: string[] }
  assert.deepEqual(fewer.properties.f0, { type: 'string', description: 'd' })
  assert.deepEqual(fewer.properties.f2, nullable)
  assert.deepEqual(fewer.required.slice(0, 2), ['f2', 'f3'])
})

test('outer ones go first, then those of entries and of choices', () => {
  const schema = object({
    list: { type: 'array', items: object(many(2, nullable, 50)) },
    choice: { anyOf: [object(many(1, nullable, 70)), { type: 'string' }] },
    ...many(14),
    inner: object(many(1, nullable, 90)),
  })
  const fewer = withFewUnions(schema) as { properties: Record<string, Json> }
  assert.equal(unionsLeft(fewer), (unionsLeft(schema) as number) - 3)
  assert.deepEqual(fewer.properties.f2, { type: 'string', description: 'd' })
  assert.deepEqual(fewer.properties.f3, nullable)
})

test('only what is no union any more without null becomes optional', () => {
  const number = { type: 'number' }
  const cases: [property: Json, plain: Json | undefined][] = [
    [
      { anyOf: [number, { type: 'null' }], description: 'd' },
      { ...number, description: 'd' },
    ],
    [{ type: ['string', 'number', 'null'] }, undefined],
    [{ type: ['null'] }, undefined],
    [{ anyOf: [number, { type: 'string' }, { type: 'null' }] }, undefined],
    [{ anyOf: [{ type: 'null' }] }, undefined],
    [{ anyOf: [{ type: 'object' }, { type: 'null' }] }, undefined],
    [{ anyOf: [{ type: ['string', 'number'] }, { type: 'null' }] }, undefined],
  ]
  for (const [property, plain] of cases) {
    const extra = JSON.stringify(property).includes('["string","number"]') ? 1 : 0
    const schema = object({
      first: property,
      ...many(16 - extra, { anyOf: [number, { type: 'string' }] }),
    })
    const fewer = withFewUnions(schema) as { properties: Json; required: string[] } | undefined
    assert.deepEqual(fewer?.properties.first, plain, JSON.stringify(property))
    if (fewer) assert.ok(!fewer.required.includes('first'))
  }
})
