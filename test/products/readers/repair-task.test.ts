import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../src/page/html/parse-page.ts'
import { readByReader } from '../../../src/products/extract/taught/read.ts'
import { teachReader } from '../../../src/products/readers/learn-task.ts'
import { repairReader } from '../../../src/products/readers/repair-task.ts'
import {
  lampData,
  lampPage,
  lampSchema,
  lampUrl,
  plainData,
  redesignedLampPage,
  plainSchema as schema,
} from '../../support/lamp-shop.ts'

describe('a repair', () => {
  const examples = [1, 3, 4].map(n => ({
    url: lampUrl(n),
    data: plainData(n),
    source: lampPage(n),
  }))
  const { reader } = teachReader({ schema, examples, others: [] })
  const repairFrom = (first: number) =>
    repairReader({
      ...{ schema, current: reader, kept: examples },
      pages: Array.from({ length: 12 }, (_, at) => first + at).map(n => ({
        ...{ url: lampUrl(n), source: redesignedLampPage(n) },
      })),
    })

  // Whichever twelve pages come after the change.
  for (const first of [50, 51, 52, 53])
    it(`from pages ${first} on gives what later pages have, and nothing where they have none`, () => {
      const repaired = repairFrom(first)
      assert.ok(repaired?.passes && repaired.helps, JSON.stringify(repaired?.gate))
      for (let n = 70; n < 82; n++) {
        const document = parsePage(redesignedLampPage(n))
        const said = readByReader({ document, url: lampUrl(n) }, schema, repaired.lesson.reader)
        assert.deepEqual({ material: null, ...Object(said.data) }, plainData(n))
        assert.deepEqual(said.flagged, {})
      }
    })

  it('names what it did not find again', () => {
    const bare = (n: number) => redesignedLampPage(n).replace(/<span class="v7">.*?<\/span>/, '')
    const pages = [50, 51, 52, 53, 54, 55, 56].map(n => ({ url: lampUrl(n), source: bare(n) }))
    const repaired = repairReader({ schema, current: reader, kept: examples, pages })
    assert.deepEqual(repaired?.lost, ['/price'])
    assert.deepEqual(repairFrom(50)?.lost, [])
  })

  it('finds a list where its entries were known for the same address', () => {
    const examples = [1, 3].map(n => ({ url: lampUrl(n), data: lampData(n), source: lampPage(n) }))
    const { reader } = teachReader({ schema: lampSchema, examples, others: [] })
    const repairWith = (known: (n: number) => object) =>
      repairReader({
        ...{ schema: lampSchema, current: reader, kept: examples },
        pages: [50, 51, 52, 53, 54, 55, 56].map(n => ({
          ...{ url: lampUrl(n), source: redesignedLampPage(n), known: known(n) },
        })),
      })
    const repaired = repairWith(lampData)
    assert.ok(repaired?.passes && repaired.helps, JSON.stringify(repaired?.gate))
    const page = { document: parsePage(redesignedLampPage(70)), url: lampUrl(70) }
    const said = readByReader(page, lampSchema, repaired.lesson.reader)
    assert.deepEqual(said.data, lampData(70))
    // Nobody knows the list any more: that counts as a flag on every page.
    assert.ok((repairWith(plainData)?.gate.flagsAfter ?? 0) >= 7)
  })
})
