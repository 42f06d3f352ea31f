import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  folderOf,
  inTurns,
  type PageAsked,
  packSource,
  unpackSource,
} from '../../../src/products/readers/pages.ts'

const asked = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => ({ url: new URL(`https://a.example/${at}`) }) as PageAsked,
  )

describe('pages of one host', () => {
  it('are read two at a time, each once, and come in the order they were asked for', async () => {
    for (const count of [0, 1, 2, 3, 5]) {
      let open = 0
      let most = 0
      const read = await inTurns(asked(count), async ({ url }) => {
        most = Math.max(most, ++open)
        // The later one is done first.
        for (let turn = 0; turn < (Number(url.pathname.slice(1)) % 2 ? 1 : 5); turn++)
          await Promise.resolve()
        open--
        return url.pathname
      })
      assert.deepEqual(
        read,
        Array.from({ length: count }, (_, at) => `/${at}`),
      )
      assert.equal(most, Math.min(2, count))
    }
  })

  it('are kin where they stand in one folder', () => {
    const cases: [url: string, folder: string][] = [
      ['https://a.example', 'a.example/'],
      ['https://a.example/lamps', 'a.example/'],
      ['https://a.example/lamps/', 'a.example/lamps/'],
      ['https://a.example:8443/lamps/brass?x=/y/#/z', 'a.example:8443/lamps/'],
    ]
    for (const [url, folder] of cases) assert.equal(folderOf(url), folder)
  })

  it('are kept packed, and come back as they were', async () => {
    const packed = await packSource({ url: 'https://a.example/', source: 'Läuft. '.repeat(1_000) })
    assert.ok(packed.length < 200)
    assert.equal(await unpackSource(packed), 'Läuft. '.repeat(1_000))
  })
})
