import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dropVainPrices } from '../../../../../src/products/extract/embedded/rank/old-price.ts'
import { compileSchema } from '../../../../../src/products/extract/schema/compile.ts'
import { readFields } from '../../../../../src/products/extract/schema/fields.ts'

const number = { type: 'number' }
const lamp = {
  type: 'object',
  properties: {
    price: number,
    list_price: number,
    old_price: number,
    sale_price: number,
    size: number,
  },
}
/** What is taken out of the data, and what stays. */
const drop = (schema: object, data: unknown) => {
  const kept = structuredClone(data)
  return [dropVainPrices(readFields(compileSchema(schema).schema), kept), kept]
}

describe('a former price', () => {
  const cases: [what: string, data: object, dropped: string[]][] = [
    ['higher than now', { price: 20, old_price: 28 }, []],
    ['the same as now', { price: 20, old_price: 20 }, ['/old_price']],
    ['lower than now', { price: 20, old_price: 12 }, ['/old_price']],
    [
      'lower than one of those of now',
      { price: 20, sale_price: 15, old_price: 18 },
      ['/old_price'],
    ],
    ['without any other', { old_price: 12 }, []],
    ['beside a list price alone', { list_price: 20, old_price: 12 }, []],
    ['in words', { price: '20.00', old_price: '$ 20' }, ['/old_price']],
    ['in words of no amount', { price: 20, old_price: 'sold' }, []],
    ['beside an amount of something else', { size: 30, old_price: 12 }, []],
  ]
  for (const [what, data, dropped] of cases)
    it(`${what}: ${dropped.length > 0 ? 'goes' : 'stays'}`, () => {
      const left = Object.entries(data).filter(([name]) => !dropped.includes(`/${name}`))
      assert.deepEqual(drop(lamp, data), [dropped, Object.fromEntries(left)])
    })

  it('a price that is no former one stays, however low', () => {
    const data = { price: 20, list_price: 12, sale_price: 5 }
    assert.deepEqual(drop(lamp, data), [[], data])
  })

  it('is looked for in each entry and object, and named by its place', () => {
    const shop = {
      type: 'object',
      properties: { 'a/b': { type: 'array', items: lamp }, one: lamp },
    }
    const data = {
      'a/b': [{ price: 2, old_price: 3 }, { price: 2, old_price: 1 }, null],
      one: { price: 2, old_price: 2 },
    }
    assert.deepEqual(drop(shop, data), [
      ['/a~1b/1/old_price', '/one/old_price'],
      { 'a/b': [{ price: 2, old_price: 3 }, { price: 2 }, null], one: { price: 2 } },
    ])
    assert.deepEqual(drop(shop, null), [[], null])
  })
})
