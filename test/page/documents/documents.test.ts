import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../../src/kit/errors.ts'
import { contentText } from '../../../src/page/content/text.ts'
import { parseCsv } from '../../../src/page/documents/csv.ts'
import { indentJson } from '../../../src/page/documents/indent-json.ts'
import { readDocument } from '../../../src/page/documents/read-document.ts'
import { type ContentKind, sniffContentType } from '../../../src/page/documents/sniff.ts'
import { parseXml } from '../../../src/page/documents/xml.ts'
import { readLinks } from '../../../src/page/html/links.ts'
import { toCleanHtml } from '../../../src/page/markdown/clean-html.ts'
import { cpuMs } from '../../support/cpu-time.ts'

const baseUrl = 'https://example.com/dir/file'
type Kind = Exclude<ContentKind, 'html'>
const read = (kind: Kind, text: string, contentType?: string) =>
  readDocument(kind, Buffer.from(text), { contentType, baseUrl })
const markdown = async (kind: Kind, text: string) => (await read(kind, text)).markdown

test('plain text stays as it is, in its own encoding', async () => {
  assert.equal(await markdown('text', '# not a *heading*\r\n  x\n'), '# not a *heading*\n  x')
  const latin = await readDocument('text', Buffer.from([0x63, 0xe9]), {
    contentType: 'text/plain; charset=latin1',
    baseUrl,
  })
  assert.equal(latin.markdown, 'cé')
})

test('JSON is fenced and indented, its values untouched', async () => {
  assert.equal(
    await markdown('json', '{"a":[1.10,12345678901234567890,{}],"b":"x,{y}\\""}'),
    '```json\n{\n  "a": [\n    1.10,\n    12345678901234567890,\n    {}\n  ],\n  "b": "x,{y}\\""\n}\n```',
  )
  assert.equal(await markdown('json', '{\n "a": 1\n}'), '```json\n{\n "a": 1\n}\n```')
  assert.equal(await markdown('json', '{"a": broken'), '```json\n{"a": broken\n```')
  assert.equal(indentJson('[]'), '[]')
})

test('XML is fenced, its fences made longer where it holds some', async () => {
  assert.equal(
    await markdown('xml', '<a>\n  <b>```</b>\n</a>'),
    '````xml\n<a>\n  <b>```</b>\n</a>\n````',
  )
})

test('Markdown passes, relative addresses made absolute outside code', async () => {
  const source = `# T\n[a](b.md) ![c](/d.png "t") [e](https://x.y) [f](#g) \`[h](i)\` [j]( k)\n\n[r]: ../s 'T'\n\n\`\`\`\n[a](b.md)\n\`\`\`\n\n    [a](b.md)`
  assert.equal(
    await markdown('markdown', source),
    `# T\n[a](https://example.com/dir/b.md) ![c](https://example.com/d.png "t") [e](https://x.y) [f](#g) \`[h](i)\` [j]( k)\n\n[r]: https://example.com/s 'T'\n\n\`\`\`\n[a](b.md)\n\`\`\`\n\n    [a](b.md)`,
  )
})

test('the text, HTML and links of Markdown are those of the document', async () => {
  const { root, links } = await read(
    'markdown',
    '# Lamps\n\nSee [the list](list.md) and https://bare.test/x.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n<b>bold</b> `<i>`',
  )
  const html = toCleanHtml(root, { baseUrl })
  assert.match(html, /<h1>Lamps<\/h1>/)
  assert.match(html, /<td>2<\/td>/)
  assert.match(html, /<b>bold<\/b>/)
  const expected = ['https://example.com/dir/list.md', 'https://bare.test/x']
  assert.deepEqual(links, expected)
  assert.deepEqual(readLinks(root, { baseUrl }), expected)
})

test('a notebook is its text, its code and what that printed', async () => {
  const cell = (type: string, source: string | string[], outputs?: object[]) => ({
    ...{ cell_type: type, metadata: {}, source },
    ...(outputs && { outputs, execution_count: 1 }),
  })
  const notebook = {
    nbformat: 4,
    metadata: { kernelspec: { language: 'python' } },
    cells: [
      cell('markdown', ['# Sales\n', 'by *month*']),
      cell('code', ['x = 1\n', 'print(x)'], [{ output_type: 'stream', text: ['1\n'] }]),
      cell('code', 'table', [
        { data: { 'text/html': '<table><tr><th>a</th></tr><tr><td>7</td></tr></table>' } },
        { data: { 'image/png': 'iVBOR' } },
      ]),
      cell('code', 'fail()', [{ traceback: ['\u001b[31mNameError\u001b[0m: fail'] }]),
    ],
  }
  assert.equal(
    await markdown('json', JSON.stringify(notebook)),
    '# Sales\n\nby *month*\n\n```python\nx = 1\nprint(x)\n```\n\n```\n1\n```\n\n```python\ntable\n```\n\n| a |\n| --- |\n| 7 |\n\n```python\nfail()\n```\n\n```\nNameError: fail\n```',
  )
})

test('what a notebook printed over is gone, as in a terminal', async () => {
  const text = [
    '  1%|#   |\r 50%|##  |\r100%|####|\n',
    'a\r\nlonger\rshort\n',
    '\u001b[2K\u001b[1;32mok\u001b[0m\r',
  ]
  const outputs = [
    { output_type: 'stream', text },
    { data: { 'text/plain': '<matplotlib.axes.Axes at 0x7f01>', 'image/png': 'iVBOR' } },
    { data: { 'text/plain': 'x**2', 'text/latex': '$\\displaystyle x^{2}$' } },
  ]
  assert.equal(
    await markdown(
      'json',
      JSON.stringify({ nbformat: 4, cells: [{ cell_type: 'code', outputs }] }),
    ),
    '```\n100%|####|\na\nshort\nok\n```\n\n$\\displaystyle x^{2}$',
  )
})

test('a notebook of the third format is read as one, too', async () => {
  const cells = [
    { cell_type: 'heading', level: 2, source: ['Sales'] },
    { cell_type: 'code', language: 'python', input: ['1 + 1'], outputs: [{ text: ['2'] }] },
    {
      cell_type: 'code',
      input: 'table',
      outputs: [{ html: ['<table><tr><th>a</th></tr><tr><td>7</td></tr></table>'], text: ['a 7'] }],
    },
  ]
  const notebook = { nbformat: 3, metadata: { name: '' }, worksheets: [{ cells }, {}] }
  assert.equal(
    await markdown('json', JSON.stringify(notebook)),
    '## Sales\n\n```python\n1 + 1\n```\n\n```\n2\n```\n\n```python\ntable\n```\n\n| a |\n| --- |\n| 7 |',
  )
})

test('a source file is fenced with its language', async () => {
  const { markdown: fenced } = await readDocument('text', Buffer.from('def a():\n  return 1\n'), {
    ...{ baseUrl: 'https://example.com/a', name: 'file:///lamps.py' },
  })
  assert.equal(fenced, '```python\ndef a():\n  return 1\n```')
  const { markdown: whole } = await readDocument('text', Buffer.from('FROM node\n'), {
    ...{ baseUrl: 'https://example.com/a', name: 'file:///lamps/Dockerfile' },
  })
  assert.equal(whole, '```dockerfile\nFROM node\n```')
  assert.equal(
    await markdown('text', '#!/usr/bin/env -S python3 -u\nprint(1)\n'),
    '```python\n#!/usr/bin/env -S python3 -u\nprint(1)\n```',
  )
  assert.equal(await markdown('text', '#!/bin/sh\nls\n'), '```bash\n#!/bin/sh\nls\n```')
  assert.equal(
    await markdown('text', '#!/usr/bin/env Rscript\n1\n'),
    '```r\n#!/usr/bin/env Rscript\n1\n```',
  )
  assert.equal(await markdown('text', '#! Lamps'), '#! Lamps')
})

test('CSV becomes a table', async () => {
  const source = 'Name,"Note, long",N\r\nA,"x ""y""\nz|w",1\r\n\r\nB,*b*\r\n'
  assert.equal(
    await markdown('csv', source),
    '| Name | Note, long | N |\n| --- | --- | --- |\n| A | x "y"<br>z\\|w | 1 |\n| B | \\*b\\* |  |',
  )
})

test('the separator of a table is found', () => {
  for (const source of ['a;b\n1;2', 'a\tb\n1\t2', 'a,b\n1,2', '"x;y",b\n1,2', 'a|b\n1|2'])
    assert.equal(parseCsv(source).rows[1]?.join(), '1,2', source)
  assert.deepEqual(parseCsv('a,b,\n"open').rows, [['a', 'b', ''], ['open']])
  assert.deepEqual(parseCsv('a"b,c').rows, [['a"b', 'c']])
})

test('the separator of a table is the one that its lines agree on', () => {
  const cases: [source: string, lastRow: string[]][] = [
    ['Sales of May\n\nDay;Sum\n1 May;1,50\n2 May;2,75', ['2 May', '2,75']],
    ['Day;Sum, net;Sum, gross;Text, short\n1 May;1,0;2,0;x', ['1 May', '1,0', '2,0', 'x']],
    ['Day;Sum, net;Sum, gross\n1 May;1,0;2,0', ['1 May', '1,0', '2,0']],
    ['Name|Note\n"a,\nb"|c, d\nx|y', ['x', 'y']],
    ['Name,Tags\nlamp,a;b;c\nbulb,d;e;f', ['bulb', 'd;e;f']],
  ]
  for (const [source, row] of cases) assert.deepEqual(parseCsv(source).rows.at(-1), row, source)
})

test('lines above a table are its titles, not its head', async () => {
  const table = '| Day | Sum | Tax |\n| --- | --- | --- |\n| 1 May | 2 | 3 |'
  for (const titles of ['Sales of May\nin euros\n', 'Sales of May,,\n\nin euros,,\n,,\n'])
    assert.equal(
      await markdown('csv', `${titles}Day,Sum,Tax\n1 May,2,3`),
      `Sales of May\n\nin euros\n\n${table}`,
    )
  assert.equal(await markdown('csv', 'Lamps\nA\nB'), '| Lamps |\n| --- |\n| A |\n| B |')
  assert.equal(await markdown('csv', 'Lamp,\nA,1'), '| Lamp |  |\n| --- | --- |\n| A | 1 |')
})

test('long tables are cut with a warning', async () => {
  const { markdown: text, warning } = await read('csv', `a,b\n${'1,2\n'.repeat(3_000)}`)
  assert.equal(warning, 'Only the first 2000 rows were read.')
  assert.equal(text.split('\n').length, 2_001)
})

const expected = `# [The Feed](https://example.com/)

About things

- [One & two](https://example.com/1) (2024-01-02T03:04:05Z, Ann)

  Some **bold** text

- [Second](https://example.com/2) (2024-01-03)`

test('RSS becomes a list', async () => {
  const source = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x "y">]><rss version="2.0" xmlns:dc="d"><channel>
    <title>The Feed</title><link>https://example.com/</link><description>About things</description>
    <item><title>One &amp;amp; two</title><link>/1</link><pubDate>Tue, 02 Jan 2024 03:04:05 GMT</pubDate>
    <dc:creator><![CDATA[Ann]]></dc:creator><description><![CDATA[<p>Some <b>bold</b> text</p><script>x</script>]]></description></item>
    <item><title>Second</title><guid>https://example.com/2</guid><pubDate>3 Jan 2024</pubDate></item>
    </channel></rss>`
  const { markdown: text, title, root } = await read('feed', source)
  assert.equal(text, expected)
  assert.equal(title, 'The Feed')
  assert.deepEqual(readLinks(root, { baseUrl }), [
    'https://example.com/',
    'https://example.com/1',
    'https://example.com/2',
  ])
  assert.match(
    toCleanHtml(root, { baseUrl }),
    /^<h1><a href="https:\/\/example.com\/">The Feed<\/a><\/h1>/,
  )
})

test('an item of a feed says nothing twice, and keeps what is only a picture', async () => {
  const item = (title: string, content: string) =>
    `<item><title>${title}</title><description><![CDATA[${content}]]></description></item>`
  const { markdown } = await read(
    'feed',
    `<rss version="2.0"><channel><title>Feed</title>${item('Same', '<p>Same</p>')}${item('Empty', '<p></p>')}${item('Plain', 'Plain')}${item('Picture', '<img src="/p.png" alt="P">')}${item('Words', '<p>More</p>')}</channel></rss>`,
  )
  assert.equal(markdown.match(/Same/g)?.length, 1)
  assert.equal(markdown.match(/Plain/g)?.length, 1)
  assert.match(markdown, /\*\*Picture\*\*\n\n.*!\[P\]\(.*\/p\.png\)/)
  assert.match(markdown, /\*\*Words\*\*\n\n.*More/)
  assert.match(markdown, /\*\*Empty\*\*\n\n?-/)
})

test('Atom becomes a list', async () => {
  const source = `<feed xmlns="http://www.w3.org/2005/Atom"><title>The Feed</title><subtitle>About things</subtitle>
    <link rel="self" href="/self"/><link href="https://example.com/"/>
    <entry><title type="html">One &amp;amp; two</title><link rel="alternate" href="/1"/><published>2024-01-02T03:04:05Z</published>
    <author><name>Ann</name></author><content type="html">&lt;p&gt;Some &lt;b&gt;bold&lt;/b&gt; text&lt;/p&gt;</content></entry>
    <entry><title>Second</title><link href="/2"/><updated>2024-01-03</updated></entry></feed>`
  assert.equal(await markdown('feed', source), expected)
  const prefixed = source.replace('xmlns=', 'xmlns:atom=').replace(/<(\/?)(?=[a-z])/g, '<$1atom:')
  assert.equal(await markdown('feed', prefixed), expected)
})

test('RDF and JSON Feed become lists', async () => {
  const rdf = `<rdf:RDF><channel><title>The Feed</title><link>https://example.com/</link></channel>
    <item><title>Second</title><link>/2</link><dc:date>2024-01-03</dc:date></item></rdf:RDF>`
  assert.equal(
    await markdown('feed', rdf),
    '# [The Feed](https://example.com/)\n\n- [Second](https://example.com/2) (2024-01-03)',
  )
  const json = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'The Feed',
    home_page_url: 'https://example.com/',
    description: 'About things',
    items: [
      {
        title: 'One & two',
        url: '/1',
        date_published: '2024-01-02T03:04:05Z',
        authors: [{ name: 'Ann' }],
        content_html: '<p>Some <b>bold</b> text',
      },
      { title: 'Second', url: '/2', date_published: '2024-01-03' },
    ],
  })
  assert.equal(await markdown('json', json), expected)
})

test('a feed that is none is shown as what it is', async () => {
  assert.equal(await markdown('feed', '<x>1</x>'), '```xml\n<x>1</x>\n```')
})

test('broken XML is read as far as it goes', () => {
  for (const source of [
    '<a><b></a>',
    '</a>',
    '<a',
    '<a b="',
    '<![CDATA[x',
    '<!--',
    '<a>&#x110000;&bogus;</a>',
    '<',
  ])
    assert.ok(parseXml(source))
  const entities = `<!DOCTYPE a [<!ENTITY l "lol"><!ENTITY m "&l;&l;">]><a>&m;</a>`
  const source = entities + '<a>'.repeat(100_000) + '<b c="d">x</b>'.repeat(50_000)
  assert.ok(cpuMs(() => parseXml(source)) < 2_000)
})

test('what cannot be text is an error that says so', async () => {
  const code = async (kind: Kind, bytes: Uint8Array) => {
    const error = await readDocument(kind, bytes, { baseUrl }).catch((failure: unknown) => failure)
    assert.ok(error instanceof AppError)
    return error.code
  }
  assert.equal(await code('image', Buffer.from('x')), 'page_unsupported')
  assert.equal(await code('binary', Buffer.from('x')), 'page_unsupported')
  assert.equal(await code('text', Buffer.from(' \n')), 'page_empty')
  assert.equal(await code('pdf', Buffer.alloc(0)), 'page_empty')
  assert.equal(await code('csv', Buffer.from(',,\n')), 'page_empty')
})

test('content is known by its bytes, its header, its name and its look', () => {
  const samples: [kind: ContentKind, content: string, header?: string, url?: string][] = [
    ['html', '<p>x', 'text/html; charset=utf-8'],
    ['html', '<?xml version="1.0"?><!-- c --><html xmlns="x">', 'application/xml'],
    ['html', '  <!DOCTYPE html><title>x</title>'],
    ['html', '<div>x</div>', 'application/octet-stream'],
    ['html', '', 'text/html'],
    ['pdf', '%PDF-1.7 x', 'text/html'],
    ['pdf', '\n\n%PDF-1.4', 'application/pdf'],
    ['html', '<p>%PDF-1.4 is how it starts', 'text/html'],
    ['image', '\x89PNG\r\n\x1a\nx', 'text/html'],
    ['image', '<svg/>', 'image/svg+xml'],
    ['image', 'RIFFxxxxWEBPx'],
    ['office', 'PK\x03\x04x', 'application/zip'],
    ['binary', 'a\0b', 'application/octet-stream'],
    ['binary', 'a\0b', 'text/plain'],
    ['binary', 'x', 'video/mp4'],
    ['json', '{"a":1}', 'application/json'],
    ['json', '{"a":1}', 'application/ld+json'],
    ['json', ' [1]'],
    ['feed', '<rss>', 'application/rss+xml'],
    ['feed', '<?xml version="1.0"?>\n<!-- x --><rss>', 'text/xml'],
    ['feed', '<?xml version="1.0"?><feed>', 'text/html'],
    ['feed', '<?xml version="1.0"?><atom:feed>', 'text/xml'],
    ['feed', '<rdf:RDF>', 'application/rdf+xml'],
    ['xml', '<urlset>', 'application/xml'],
    ['xml', '<?xml version="1.0"?><x>'],
    ['csv', 'a,b', 'text/csv'],
    ['csv', 'a\tb', 'text/tab-separated-values'],
    ['csv', 'a,b', 'text/plain', 'https://a.b/c.csv?x=1'],
    ['markdown', '# x', 'text/markdown'],
    ['markdown', '# x', 'text/plain', 'https://a.b/README.md'],
    ['text', 'x', 'text/plain'],
    ['text', '<p>x', 'text/plain'],
    ['text', 'x'],
    ['text', 'a{}', 'text/css'],
    ['text', '\xff\xfea\0', 'text/plain'],
  ]
  for (const [kind, content, header, url] of samples)
    assert.equal(
      sniffContentType(Buffer.from(content, 'latin1'), header, url),
      kind,
      `${content} ${header}`,
    )
})

test('the items of a feed come whole, with their links, sounds and the base of their addresses', async () => {
  const long = 'A word. '.repeat(200).trim()
  const rss = `<rss xmlns:content="c"><channel><title>Pod</title><language>en-us</language><description>On sound</description>
    <item><title>One</title><link>https://example.com/one/</link><description>Short</description>
    <content:encoded><![CDATA[<p>See <a href="notes">notes</a></p><ul><li>${long}</li></ul>]]></content:encoded>
    <enclosure url="/1.mp3" type="audio/mpeg"/></item><item><description>No title</description></item></channel></rss>`
  const { markdown: text, language, description } = await read('feed', rss)
  assert.match(
    text,
    /- \[One\]\(https:\/\/example\.com\/one\/\) \[Audio\]\(https:\/\/example\.com\/1\.mp3\)/,
  )
  assert.match(text, /See \[notes\]\(https:\/\/example\.com\/one\/notes\)/)
  assert.ok(text.includes(`  - ${long}`))
  assert.ok(!text.includes('Short') && !text.includes('Untitled'))
  assert.match(text, /- No title$/)
  assert.deepEqual([language, description], ['en-us', 'On sound'])
  const atom = `<feed xml:base="https://example.org/blog/"><title>F</title><entry><title>E</title><link href="e1"/>
    <content type="xhtml"><div xmlns="x"><p>An <em>x</em> <a href="y">y</a></p></div></content></entry></feed>`
  assert.equal(
    await markdown('feed', atom),
    '# F\n\n- [E](https://example.org/blog/e1)\n\n  An *x* [y](https://example.org/blog/y)',
  )
})

test('what Markdown says of itself becomes metadata, and its links are found', async () => {
  const source =
    '---\ntitle: "My doc"\nauthor: Ann\ndate: 2024-01-02\ntags:\n  - a\n---\n# Head\n\n[a](b.md) ![p](p.png) `[c](c.md)` [![d](d.png)](e.md) https://example.org/f.\n\n```\n[x](x.md)\n```\n'
  const file = await read('markdown', source)
  assert.ok(file.markdown.startsWith('# Head'))
  assert.deepEqual([file.title, file.author, file.published], ['My doc', 'Ann', '2024-01-02'])
  assert.deepEqual(file.links, [
    new URL('b.md', baseUrl).href,
    new URL('e.md', baseUrl).href,
    'https://example.org/f',
  ])
  const beside =
    'See https://a.example/x and [b](/b) `[x](/x) https://no.example/ [y](/y)` [z](/z)\n'
  assert.deepEqual((await read('markdown', beside)).links, [
    'https://a.example/x',
    new URL('/b', baseUrl).href,
    new URL('/z', baseUrl).href,
  ])
  const plain = await read('markdown', '---\n\nJust a rule above.\n\n---\n# Named\n')
  assert.ok(plain.markdown.startsWith('---\n\nJust'))
  assert.equal(plain.title, 'Named')
})

test('Markdown and notebooks without a title are named by their first heading, in plain words', async () => {
  const cases: [text: string, title: string | undefined][] = [
    ['Words\n# Lamps of brass ##\n# More', 'Lamps of brass'],
    ['---\nauthor: A\n---\n# Lamps', 'Lamps'],
    ['---\ntitle: Lamps\n---\n# More', 'Lamps'],
    ['```sh\n# install\n```\n\nLamps of brass\n===\n# More', 'Lamps of brass'],
    ['# The `lamp` of *brass*, [new](n.md) &amp; old', 'The lamp of brass, new & old'],
    ['# ![](logo.png)\n<h1 align="center">Lamps<br>\nof brass</h1>', 'Lamps of brass'],
    ['~~~~\n~~~\n# a\n~~~~', undefined],
    ['# ##\n\n## Lamps', undefined],
    [`# Lamps\n\n${'Brass. '.repeat(80_000)}`, 'Lamps'],
  ]
  for (const [text, title] of cases) assert.equal((await read('markdown', text)).title, title, text)
  const cells = [{ cell_type: 'markdown', source: '# Sales of *lamps*' }]
  assert.equal((await read('json', JSON.stringify({ nbformat: 4, cells }))).title, 'Sales of lamps')
})

test('addresses in data and text are links', async () => {
  const sitemap =
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.org/1?x=1&amp;y=2</loc></url><url><loc>https://a.org/2</loc></url></urlset>'
  assert.deepEqual((await read('xml', sitemap)).links, [
    'https://a.org/1?x=1&y=2',
    'https://a.org/2',
  ])
  assert.deepEqual((await read('json', '{"u":"https:\\/\\/a.org\\/1"}')).links, ['https://a.org/1'])
  const escaped = String.raw`{"a":"https://a.org/?b\u0026c\nd","e":"\\u0026"}`
  assert.deepEqual((await read('json', escaped)).links, ['https://a.org/?b&c'])
  assert.deepEqual((await read('markdown', 'See www.a.org, awww.b.org')).links, [
    'http://www.a.org/',
  ])
  assert.deepEqual((await read('text', 'See (https://a.org/b_(c)), https://a.org.')).links, [
    'https://a.org/b_(c)',
    'https://a.org/',
  ])
})

test('JSON is known under any name, and shown as JSON', async () => {
  const sniff = (text: string, type: string) => sniffContentType(Buffer.from(text), type)
  assert.equal(sniff('{"a":[1]}', 'text/html'), 'json')
  assert.equal(sniff('[{"a":1}]', 'text/plain'), 'json')
  assert.equal(sniff('{{ template }}', 'text/html'), 'html')
  assert.equal(sniff('{"a":1}\n{"a":2}', 'application/x-ndjson'), 'json')
  assert.equal(await markdown('json', '"word"'), '```json\n"word"\n```')
})

test('a page that is called plain text is a page, a snippet is not', () => {
  const sniff = (text: string) => sniffContentType(Buffer.from(text), 'text/plain')
  assert.equal(sniff('<!DOCTYPE html><html><p>x'), 'html')
  assert.equal(sniff('<p>a snippet of HTML</p>'), 'text')
  assert.equal(sniffContentType(Buffer.from('{\\rtf1 Hello}'), 'application/rtf'), 'office')
})

test('the tasks of a Markdown file have their boxes in every format', async () => {
  const { root, markdown } = await read('markdown', '- [x] done\n- [ ] open\n\n  more\n')
  assert.equal(contentText(root), '[x] done\n[ ] open\nmore')
  const html = toCleanHtml(root, { baseUrl: 'https://a.b/' })
  assert.match(html, /\[x\] done.*\[ \] open/)
  assert.match(markdown, /^- \[x\] done\n- \[ \] open/)
})
