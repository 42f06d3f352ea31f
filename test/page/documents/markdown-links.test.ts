import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '../../../src/page/documents/read-document.ts'

const read = async (text: string) => {
  const { markdown, links } = await readDocument('markdown', Buffer.from(text), {
    ...{ contentType: undefined, baseUrl: 'https://a.example/x/' },
  })
  return { markdown, links }
}

test('addresses of Markdown are whole, wherever their brackets end', async () => {
  const cases: [text: string, markdown: string, ...links: string[]][] = [
    ['[a](b)', '[a](https://a.example/x/b)', 'https://a.example/x/b'],
    ['[a](<b>) c', '[a](<https://a.example/x/b>) c', 'https://a.example/x/b'],
    [
      '[a](b "t") [c](d)',
      '[a](https://a.example/x/b "t") [c](https://a.example/x/d)',
      'https://a.example/x/b',
      'https://a.example/x/d',
    ],
    [
      '[![a](p.png)](b)',
      '[![a](https://a.example/x/p.png)](https://a.example/x/b)',
      'https://a.example/x/b',
    ],
    ['![a](p.png)', '![a](https://a.example/x/p.png)'],
    ['`[a](b)` [c](d)', '`[a](b)` [c](https://a.example/x/d)', 'https://a.example/x/d'],
    [
      'https://b.example `https://c.example`',
      'https://b.example `https://c.example`',
      'https://b.example/',
    ],
    [
      '[a](b) see https://b.example/y.',
      '[a](https://a.example/x/b) see https://b.example/y.',
      'https://a.example/x/b',
      'https://b.example/y',
    ],
    ['[r]: b', '[r]: https://a.example/x/b', 'https://a.example/x/b'],
    ['[a](mailto:a@b.example) [c](#d)', '[a](mailto:a@b.example) [c](#d)'],
  ]
  for (const [text, markdown, ...links] of cases) {
    const found = await read(text)
    assert.equal(found.markdown, markdown, text)
    assert.deepEqual(
      found.links?.filter(link => link.startsWith('http')).toSorted(),
      links.toSorted(),
      text,
    )
  }
})
