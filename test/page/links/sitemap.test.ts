import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSitemapReader } from '../../../src/page/links/sitemap.ts'

const maxEntries = 50_000
const at = 'https://a.com/sitemap.xml'
const read = (text: string, chunk = 7) => {
  const reader = createSitemapReader(at)
  const found = []
  for (let i = 0; i < text.length; i += chunk) found.push(...reader.write(text.slice(i, i + chunk)))
  found.push(...reader.end())
  return { found, fault: reader.fault() }
}
const urls = (text: string) => read(text).found.map(({ url }) => url)
const xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

test('a set of pages, with their dates', () => {
  assert.deepEqual(
    read(`<?xml version="1.0" encoding="UTF-8"?><!-- made by hand -->
    <urlset ${xmlns}><url><loc> https://a.com/1?x=1&amp;y=2
    </loc><lastmod>2024-05-03</lastmod><priority>0.5</priority></url>
    <url><lastmod>2024-05-03T10:00:00+02:00</lastmod><loc><![CDATA[https://a.com/2]]></loc></url>
    <url><loc>https://a.com/3</loc><lastmod>yesterday</lastmod></url></urlset>`),
    {
      found: [
        { is: 'page', url: 'https://a.com/1?x=1&y=2', lastModified: '2024-05-03' },
        { is: 'page', url: 'https://a.com/2', lastModified: '2024-05-03T10:00:00+02:00' },
        { is: 'page', url: 'https://a.com/3' },
      ],
      fault: undefined,
    },
  )
})

test('an index names sitemaps', () => {
  assert.deepEqual(
    read(
      `<sitemapindex ${xmlns}><sitemap><loc>https://a.com/s1.xml.gz</loc><lastmod>2024</lastmod></sitemap><sitemap><loc>/s2.xml</loc></sitemap></sitemapindex>`,
    ).found.map(({ is, url }) => [is, url]),
    [
      ['sitemap', 'https://a.com/s1.xml.gz'],
      ['sitemap', 'https://a.com/s2.xml'],
    ],
  )
})

test('one URL a line, with any line ends', () => {
  assert.deepEqual(
    urls('\uFEFFhttps://a.com/1\r\nhttps://a.com/2\r\rhttps://b.com/3\n\n  https://a.com/4  '),
    ['https://a.com/1', 'https://a.com/2', 'https://b.com/3', 'https://a.com/4'],
  )
  assert.deepEqual(urls('not a url\nhttps://a.com/1\nftp://a.com/2'), ['https://a.com/1'])
  assert.equal(read('just words\n'.repeat(200)).fault, 'broken')
  assert.deepEqual(read(''), { found: [], fault: undefined })
  assert.deepEqual(read(' \n '), { found: [], fault: undefined })
})

test('feeds are read for their entries', () => {
  assert.deepEqual(
    read(
      '<rss version="2.0"><channel><link>https://a.com/</link><item><title>x</title><link>https://a.com/1</link><pubDate>Fri, 03 May 2024 10:00:00 GMT</pubDate></item></channel></rss>',
    ).found,
    [{ is: 'page', url: 'https://a.com/1', lastModified: '2024-05-03T10:00:00Z' }],
  )
  assert.deepEqual(
    urls(
      '<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://a.com/"/><entry><link rel="edit" href="/e"/><link href="/1"/><updated>2024-05-03T10:00:00Z</updated></entry></feed>',
    ),
    ['https://a.com/1'],
  )
})

test('an item of a feed without a link stands at its guid, unless that is only a name', () => {
  const item = (inner: string) => urls(`<rss><channel><item>${inner}</item></channel></rss>`)
  assert.deepEqual(item('<guid isPermaLink="true">https://a.com/1</guid>'), ['https://a.com/1'])
  assert.deepEqual(item('<guid>https://a.com/1</guid>'), ['https://a.com/1'])
  assert.deepEqual(item('<guid>https://a.com/1</guid><link>/2</link>'), ['https://a.com/2'])
  assert.deepEqual(item('<guid isPermaLink="false">https://a.com/1</guid>'), [])
  assert.deepEqual(item('<guid>tag:a.com,2024:1</guid>'), [])
})

test('files as they are', () => {
  const url = (inner: string) => `<urlset>${inner}</urlset>`
  const cases: [why: string, file: string, urls: string[]][] = [
    [
      'a byte order mark and blank lines',
      `\uFEFF\n\n<?xml version="1.0"?>${url('<url><loc>https://a.com/1</loc></url>')}`,
      ['https://a.com/1'],
    ],
    ['no namespace', url('<url><loc>https://a.com/1</loc></url>'), ['https://a.com/1']],
    [
      'a wrong namespace',
      '<urlset xmlns="http://x"><url><loc>https://a.com/1</loc></url></urlset>',
      ['https://a.com/1'],
    ],
    [
      'a prefix',
      '<s:urlset xmlns:s="http://x"><s:url><s:loc>https://a.com/1</s:loc></s:url></s:urlset>',
      ['https://a.com/1'],
    ],
    [
      'a prefix nobody declared',
      '<s:urlset><s:url><s:loc>https://a.com/1</s:loc></s:url></s:urlset>',
      ['https://a.com/1'],
    ],
    ['upper case', '<URLSET><URL><LOC>https://a.com/1</LOC></URL></URLSET>', ['https://a.com/1']],
    [
      'pictures are no pages',
      url(
        '<url><image:image><image:loc>https://a.com/p.jpg</image:loc></image:image><loc>https://a.com/1</loc><video:video><video:content_loc>https://a.com/v.mp4</video:content_loc></video:video></url>',
      ),
      ['https://a.com/1'],
    ],
    [
      'other languages are links of their own entries',
      url(
        '<url><loc>https://a.com/1</loc><xhtml:link rel="alternate" hreflang="de" href="https://a.com/de"/></url>',
      ),
      ['https://a.com/1'],
    ],
    [
      'bare ampersands',
      url('<url><loc>https://a.com/?a=1&b=2</loc></url><url><loc>https://a.com/2</loc></url>'),
      ['https://a.com/?a=1&b=2', 'https://a.com/2'],
    ],
    [
      'relative addresses',
      url('<url><loc>/1</loc></url><url><loc>2</loc></url>'),
      ['https://a.com/1', 'https://a.com/2'],
    ],
    [
      'entries without an address, or with a bad one',
      url(
        '<url></url><url><loc/></url><url><loc>mailto:x</loc></url><url><loc>http://[</loc></url><url><loc>/1</loc></url>',
      ),
      ['https://a.com/1'],
    ],
    [
      'two addresses in one entry',
      url('<url><loc>/1</loc><loc>/2</loc></url>'),
      ['https://a.com/1'],
    ],
    [
      'pages in an index',
      '<sitemapindex><url><loc>/1</loc></url></sitemapindex>',
      ['https://a.com/1'],
    ],
    [
      'an end that never came',
      '<urlset><url><loc>/1</loc></url><url><loc>/2</loc><lastmod>20',
      ['https://a.com/1', 'https://a.com/2'],
    ],
    [
      'an address that was cut off',
      '<urlset><url><loc>/1</loc></url><url><loc>/2',
      ['https://a.com/1'],
    ],
    [
      'a tag that was never closed',
      '<urlset><url><loc>/1</loc></url><br><url><loc>/2</loc></url></urlset>',
      ['https://a.com/1', 'https://a.com/2'],
    ],
    [
      'two documents in one file',
      `${url('<url><loc>/1</loc></url>')}${url('<url><loc>/2</loc></url>')}`,
      ['https://a.com/1', 'https://a.com/2'],
    ],
    [
      'control characters',
      url('<url><loc>/1\u0001</loc></url><url><loc>/2</loc></url>'),
      ['https://a.com/1', 'https://a.com/2'],
    ],
    [
      'addresses that are no addresses',
      url(`<url><loc>/${'a'.repeat(5_000)}</loc></url><url><loc>/1</loc></url>`),
      ['https://a.com/1'],
    ],
    [
      'entities of its own',
      `<!DOCTYPE urlset [<!ENTITY x "https://evil.com/"><!ENTITY y SYSTEM "file:///etc/passwd">]>${url('<url><loc>/1</loc></url>')}`,
      ['https://a.com/1'],
    ],
    [
      'words before the markup',
      `<!-- x --><?xml-stylesheet href="x.xsl"?>${url('<url><loc>/1</loc></url>')}`,
      ['https://a.com/1'],
    ],
  ]
  for (const [why, file, expected] of cases)
    for (const chunk of [1, 7, 1_000_000])
      assert.deepEqual(
        read(file, chunk).found.map(({ url }) => url),
        expected,
        `${why} (${chunk} a chunk)`,
      )
})

test('a web page is no sitemap', () => {
  for (const file of [
    '<!DOCTYPE html><html><body><url><loc>/1</loc></url></body></html>',
    '<html><head><title>404</title></head></html>',
    '\n<HTML>',
  ])
    assert.deepEqual(read(file), { found: [], fault: 'html' }, file)
})

test('what is broken in the middle keeps what was read', () => {
  const good = '<url><loc>/1</loc></url>'
  for (const middle of [
    '<<<<',
    '<url><loc>/x</url>',
    '<a b=c d>',
    ']]>',
    '&#xFFFFFFFF;',
    '\u0000',
    '<?xml version="9"?>',
    '</nothing>',
    '<!ELEMENT',
  ])
    assert.equal(urls(`<urlset>${good}${middle}${good}`)[0], 'https://a.com/1', middle)
})

test('no more than a file may hold, in linear time', () => {
  const started = process.cpuUsage()
  const row = (i: number) => `<url><loc>https://a.com/${i}</loc><lastmod>2024-05-03</lastmod></url>`
  const large = read(
    `<urlset>${Array.from({ length: maxEntries + 5_000 }, (_, i) => row(i)).join('')}</urlset>`,
    65_536,
  )
  assert.equal(large.found.length, maxEntries)
  assert.equal(large.fault, 'full')
  const exact = read(
    `<urlset>${Array.from({ length: maxEntries }, (_, i) => row(i)).join('')}</urlset>`,
    65_536,
  )
  assert.deepEqual([exact.found.length, exact.fault], [maxEntries, undefined])
  const lines = read(
    Array.from({ length: maxEntries + 5_000 }, (_, i) => `https://a.com/${i}`).join('\n'),
    65_536,
  )
  assert.deepEqual([lines.found.length, lines.fault], [maxEntries, 'full'])
  for (const bomb of [
    '<a>',
    '<',
    '&',
    '<url><loc>',
    'x',
    '<a b="',
    '<!--',
    '&lol;',
    '<url>',
    ' ',
    ']]>',
    '<![CDATA[',
    '</a>',
    '<!DOCTYPE [',
    '\n',
  ])
    for (const start of ['<urlset>', '<urlset><url><loc>', ''])
      read(start + bomb.repeat(300_000 / bomb.length), 65_536)
  const tookMs = process.cpuUsage(started).user / 1_000
  assert.ok(tookMs < 30_000, `${tookMs} ms`)
})
