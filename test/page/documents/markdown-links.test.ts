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
    ['[^1]: The [a](b)', '[^1]: The [a](https://a.example/x/b)', 'https://a.example/x/b'],
    [
      '<p><img width="9" src="p.png"> <a href="b">a</a> `<a href="c">`',
      '<p><img width="9" src="https://a.example/x/p.png"> <a href="https://a.example/x/b">a</a> `<a href="c">`',
      'https://a.example/x/b',
    ],
    [
      '- [a](b)\n\n    [c](d)\n    - [e](f)\n\n        [g](h)\nwords\n\n    [i](j)',
      '- [a](https://a.example/x/b)\n\n    [c](https://a.example/x/d)\n    - [e](https://a.example/x/f)\n\n        [g](https://a.example/x/h)\nwords\n\n    [i](https://a.example/x/j)',
      ...['b', 'd', 'f', 'h', 'j'].map(name => `https://a.example/x/${name}`),
    ],
    ['- a\n\nwords\n\n    [i](j)', '- a\n\nwords\n\n    [i](j)'],
    [
      '```\n- a\n    ```\n[i](j)\n```\n\n    [i](j)',
      '```\n- a\n    ```\n[i](j)\n```\n\n    [i](j)',
    ],
    ['words\n    [i](j)', 'words\n    [i](https://a.example/x/j)', 'https://a.example/x/j'],
    ['1. a\n\n    ```\n    [i](j)\n    ```', '1. a\n\n    ```\n    [i](j)\n    ```'],
    ['[a](<b c.md>) d', '[a](<https://a.example/x/b%20c.md>) d', 'https://a.example/x/b%20c.md'],
    ['[a](b_(c).md) d)', '[a](https://a.example/x/b_(c).md) d)', 'https://a.example/x/b_(c).md'],
    ['> [r]: b', '> [r]: https://a.example/x/b', 'https://a.example/x/b'],
    ['- > [r]: <b c> "t"', '- > [r]: <https://a.example/x/b%20c> "t"', 'https://a.example/x/b%20c'],
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

test('comments that no reader of Markdown sees are left out, but not of code', async () => {
  const cases: [text: string, markdown: string][] = [
    ['a <!-- b --> c<!--d-->', 'a  c'],
    ['a\n<!-- b\n\n    c\n-->\nd', 'a\n\nd'],
    ['a\n<!-- b --> c <!-- d\ne --> f', 'a\n c \n f'],
    ['`<!-- a -->` b', '`<!-- a -->` b'],
    ['```\n<!-- a -->\n```', '```\n<!-- a -->\n```'],
    ['a\n\n    <!-- b -->', 'a\n\n    <!-- b -->'],
  ]
  for (const [text, markdown] of cases) assert.equal((await read(text)).markdown, markdown, text)
})

test('where Markdown leads is in page order, each once, with the page itself and without jumps in it', async () => {
  const at = (...names: string[]) => names.map(name => `https://a.example/x/${name}`)
  const cases: [text: string, ...links: string[]][] = [
    ['[a][r] https://b.example/\n\n[r]: b', ...at('b'), 'https://b.example/'],
    [
      'See [R  s], [a](c) and <https://b.example/>.\n\n[d][]\n\n[r s]: b\n[d]: d\n[e]: e\n[R S]: f',
      ...[...at('b', 'c'), 'https://b.example/', ...at('d', 'e', 'f')],
    ],
    ['`[a][r]` [a](c)\n\n[r]: b', ...at('c', 'b')],
    ['- [ ] task [^1] [a](c) ![r]\n\n[r]: p.png', ...at('c', 'p.png')],
    ['https://b.example/?q[r]=1\n\n[r]: b', 'https://b.example/?q[r]=1', ...at('b')],
    ['[self](.) [jump](.#a) [jump](#b) [view](.#/c)', ...at('', '#/c')],
  ]
  for (const [text, ...links] of cases) assert.deepEqual((await read(text)).links, links, text)
})
