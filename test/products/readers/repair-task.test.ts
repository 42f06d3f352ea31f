import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../src/page/html/parse-page.ts'
import { readByReader } from '../../../src/products/extract/taught/read.ts'
import { teachReader } from '../../../src/products/readers/learn-task.ts'
import { repairReader } from '../../../src/products/readers/repair-task.ts'
import { lampData, lampPage, lampSchema, redesignedLampPage } from '../../support/lamp-shop.ts'

const { reviews: _, ...properties } = lampSchema.properties
const schema = { type: 'object', properties }
const dataOf = (n: number) => {
  const { reviews: __, ...data } = lampData(n)
  return data
}
const urlOf = (n: number) => `https://lamps.test/lamp/${n}`

describe('a repair', () => {
  const examples = [1, 3, 4].map(n => ({ url: urlOf(n), data: dataOf(n), source: lampPage(n) }))
  const { reader } = teachReader({ schema, examples, others: [] })
  const repairFrom = (first: number) =>
    repairReader({
      ...{ schema, current: reader, kept: examples },
      pages: Array.from({ length: 12 }, (__, at) => first + at).map(n => ({
        ...{ url: urlOf(n), source: redesignedLampPage(n) },
      })),
    })

  // Whichever twelve pages come after the change.
  for (const first of [50, 51, 52, 53])
    it(`from pages ${first} on gives what later pages have, and nothing where they have none`, () => {
      const repaired = repairFrom(first)
      assert.ok(repaired?.passes && repaired.helps, JSON.stringify(repaired?.gate))
      for (let n = 70; n < 82; n++) {
        const document = parsePage(redesignedLampPage(n))
        const said = readByReader({ document, url: urlOf(n) }, schema, repaired.lesson.reader)
        assert.deepEqual({ material: null, ...Object(said.data) }, dataOf(n))
        assert.deepEqual(said.flagged, {})
      }
    })
})
