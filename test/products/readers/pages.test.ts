import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReadPage } from '../../../src/base/reader/read-page.ts'
import {
  folderOf,
  inTurns,
  type PageAsked,
  packSource,
  readSources,
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

  it('are known by the address that was asked for, and stand on the one that they were found at', async () => {
    const [page] = asked(1)
    assert.ok(page)
    const read = async (source: string, url: string) => {
      const readPage = async () => ({ source, url }) as Awaited<ReturnType<ReadPage>>
      const [one] = await readSources(readPage, [page], new AbortController().signal)
      assert.equal(one?.url, 'https://a.example/0')
      return one?.source
    }
    const html = '<!doctype html><html><head lang="en"><title>A</title></head></html>'
    assert.equal(await read(html, 'https://a.example/0'), html)
    assert.equal(await read(html, 'https://a.example/0#top'), html)
    const found = 'https://www.a.example/x/0?a=1&b=2'
    const base = '<base href="https://www.a.example/x/0?a=1&amp;b=2">'
    assert.equal(await read(html, found), html.replace('<title>', `${base}<title>`))
    assert.equal(await read('<p>A</p>', found), `${base}<p>A</p>`)
    assert.equal(await read('<!doctype html><p>A', found), `<!doctype html>${base}<p>A`)
    assert.equal(await read(`<base href="/">${html}`, found), `<base href="/">${html}`)
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
