import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readHits } from '../../../src/products/search/hits.ts'

const read = (answer: unknown) => readHits(JSON.stringify(answer))
const hitOf = (result: object) => read({ results: [result] })?.hits[0]

describe('what a search engine answered', () => {
  it('that is no list of results is nothing', () => {
    for (const text of ['', '<html>', 'null', '[]', '{}', '{"results": {}}'])
      assert.equal(readHits(text), undefined, text)
    assert.deepEqual(read({ results: [] }), { hits: [], silent: [] })
  })
  it('is taken as far as it can be used', () => {
    assert.deepEqual(
      read({
        results: [
          {
            ...{ url: 'https://a.example/x', title: ' Lamps\n of  brass ', content: 'Made here.' },
            ...{ publishedDate: '2024-03-04T00:00:00', img_src: '//i.example/a.png' },
          },
          null,
          'words',
          { title: 'without an address' },
          { url: '/on-the-engine' },
          { url: 'javascript:alert(1)' },
          { url: 7 },
          {
            url: 'http://b.example',
            title: 7,
            publishedDate: 'soon',
            thumbnail: 'https://i.example/b.png',
          },
        ],
        unresponsive_engines: [['one', 'timeout'], ['two'], 'three', 4, [5, 'x'], ['six', 6]],
      }),
      {
        hits: [
          {
            ...{ url: 'https://a.example/x', title: 'Lamps of brass', description: 'Made here.' },
            ...{ publishedAt: '2024-03-04T00:00:00', imageUrl: 'https://i.example/a.png' },
          },
          {
            ...{ url: 'http://b.example/', title: '', description: '' },
            imageUrl: 'https://i.example/b.png',
          },
        ],
        silent: ['one (timeout)', 'two', 'three', 'six'],
      },
    )
    assert.deepEqual(read({ results: [], unresponsive_engines: 'none' })?.silent, [])
  })
  it('is cut where it is too long', () => {
    const url = `https://a.example/${'x'.repeat(8_192 - 18)}`
    assert.equal(hitOf({ url })?.url, url)
    assert.equal(hitOf({ url: `${url}y` }), undefined)
    const hit = hitOf({
      url: 'https://a.example/',
      title: 't'.repeat(501),
      content: 'c'.repeat(2_001),
    })
    assert.deepEqual([hit?.title.length, hit?.description.length], [500, 2_000])
    const [engine] =
      read({ results: [], unresponsive_engines: [['e'.repeat(51), 'w'.repeat(51)]] })?.silent ?? []
    assert.equal(engine, `${'e'.repeat(50)} (${'w'.repeat(50)})`)
  })
})
