import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { parseForgivingJson } from '../../../src/page/metadata/forgiving-json.ts'
import { toIsoDate } from '../../../src/page/metadata/iso-date.ts'
import { readJsonLd, typesOf } from '../../../src/page/metadata/json-ld.ts'
import { readMetadata } from '../../../src/page/metadata/metadata.ts'
import { cpuMs } from '../../support/cpu-time.ts'

const baseUrl = 'https://example.com/docs/page'
const metadata = (html: string) => readMetadata(parseHtml(html).root, { baseUrl })
const jsonLd = (value: unknown) =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`

test('a full head is read', () => {
  assert.deepEqual(
    metadata(`<html lang="en-GB"><head><title> A
      title </title><meta name="Description" content="D"><meta name=author content="Ann">
      <meta property="article:published_time" content="2024-05-06T07:08:09+02:00">
      <meta property="article:modified_time" content="2024-05-07">
      <meta property="og:site_name" content="Site"><meta property="og:title" content="OG">
      <meta property="og:image" content="/og.png"><meta name="twitter:card" content="summary">
      <meta name="keywords" content="a, b,,a"><meta name="robots" content="noindex">
      <link rel="canonical" href="/c"><link rel="shortcut icon" href="/f.ico"></head>`),
    {
      title: 'A title',
      description: 'D',
      language: 'en-GB',
      author: 'Ann',
      published: '2024-05-06T07:08:09+02:00',
      modified: '2024-05-07',
      siteName: 'Site',
      canonical: 'https://example.com/c',
      ogImage: 'https://example.com/og.png',
      favicon: 'https://example.com/f.ico',
      robots: 'noindex',
      keywords: ['a', 'b'],
      openGraph: { site_name: 'Site', title: 'OG', image: '/og.png' },
      twitter: { card: 'summary' },
    },
  )
})

test('what was escaped twice is read as it was meant', () => {
  const { title, description, siteName } = metadata(
    `<title>Fish &amp;amp; chips</title><meta name=description content="Why &lt;b&gt; is bold&amp;hellip;">
    <meta property="og:site_name" content="Tom&amp;#39;s">`,
  )
  assert.deepEqual([title, description, siteName], ['Fish & chips', 'Why <b> is bold…', "Tom's"])
})

test('an empty page has no metadata', () => {
  assert.deepEqual(metadata(''), { openGraph: {}, twitter: {} })
})

test('JSON-LD: graph, references, several authors, escaped text', () => {
  const found = metadata(
    jsonLd({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebSite', name: 'The Site' },
        {
          '@type': ['Article', 'NewsArticle'],
          headline: 'H &amp; I',
          datePublished: '2020-01-02',
          author: [{ '@id': '#a' }, { '@type': 'Person', name: 'Bo' }, 'Cy'],
        },
        { '@type': 'Person', '@id': '#a', name: 'Ann' },
      ],
    }),
  )
  assert.equal(found.title, 'H & I')
  assert.equal(found.author, 'Ann, Bo, Cy')
  assert.equal(found.published, '2020-01-02')
  assert.equal(found.siteName, 'The Site')
})

test('JSON-LD: arrays at the top, type with its vocabulary', () => {
  const found = metadata(
    jsonLd([{ '@type': 'http://schema.org/BlogPosting', headline: 'A', author: { name: 'Di' } }]),
  )
  assert.equal(found.author, 'Di')
})

test('broken JSON-LD is still read', () => {
  for (const source of [
    '{"@type":"Article","headline":"A",}',
    '/* c */ {"@type":"Article",// x\n"headline":"A"}',
    '<!-- {"@type":"Article","headline":"A"} -->',
    '//<![CDATA[\n{"@type":"Article","headline":"A"}\n//]]>',
    '{"@type":"Article","x":"line\nbreak\u0001","headline":"A"}',
    '{&quot;@type&quot;:&quot;Article&quot;,&quot;headline&quot;:&quot;A&quot;}',
    '{"@type":"Article","headline":"A"};',
    '{"@type":"Article","headline":"A"}{"@type":"Thing"}',
    '{"@type":"Article","headline":"A","cut":"of',
    '[{"@type":"Article","headline":"A"},]',
  ])
    assert.equal(metadata(jsonLd(source)).title, 'A', source)
})

test('what is no JSON gives nothing, and no prototype is touched', () => {
  for (const source of ['', 'x', '{', '[[[[', 'null', '"a"', '{"a":'.repeat(5_000)])
    assert.deepEqual(
      readJsonLd(parseHtml(jsonLd(source)).root).all.filter(o => '@type' in o),
      [],
    )
  const value = parseForgivingJson('{"__proto__":{"polluted":1},}') as object
  assert.equal(({} as { polluted?: number }).polluted, undefined)
  assert.ok(Object.hasOwn(value, '__proto__'))
})

test('JSON-LD: things in page order, everything inside them, references across blocks', () => {
  const { root } = parseHtml(
    `<script type="Application/LD+JSON; charset=utf-8">[{"@graph":[{"@id":"#a","x":{"@type":"B"}}]},{"@type":"s:C"}]</script>
    ${jsonLd({ '@type': ['D', 'http://schema.org/E'], a: { '@id': '#a', '@type': 'A' }, b: [[{ '@id': '#b' }]] })}`,
  )
  const { things, all, resolve } = readJsonLd(root)
  assert.deepEqual(things.map(typesOf), [[], ['C'], ['D', 'E']])
  assert.deepEqual(all.map(typesOf), [[], ['B'], ['C'], ['D', 'E'], ['A'], []])
  assert.equal(resolve(things[2]?.a), things[0])
  assert.deepEqual(resolve({ '@id': '#b' }), { '@id': '#b' })
  assert.deepEqual(resolve({ '@id': '#a', name: 'N', url: 'U' }), {
    '@id': '#a',
    name: 'N',
    url: 'U',
  })
})

test('references in a circle end', () => {
  const found = metadata(
    jsonLd([
      { '@type': 'Article', headline: 'A', author: { '@id': '#x' } },
      { '@id': '#x', author: { '@id': '#x' } },
    ]),
  )
  assert.equal(found.author, undefined)
})

test('microdata and the visible page are the last resort', () => {
  const found = metadata(`<body><h1>Big <i>words</i></h1>
    <div itemprop="author" itemscope><span itemprop="name">Eva</span> writes</div>
    <time datetime="2023-03-04" itemprop="datePublished">March</time><time class="updated" datetime="2023-04-05"></time>`)
  assert.equal(found.title, 'Big words')
  assert.equal(found.author, 'Eva')
  assert.equal(found.published, '2023-03-04')
  assert.equal(found.modified, '2023-04-05')
  const plain = metadata(
    '<p class="byline">By Jo Smith</p><span class="post-date">Posted on May 4, 2021</span>',
  )
  assert.equal(plain.author, 'Jo Smith')
  assert.equal(plain.published, '2021-05-04')
  assert.equal(metadata('<a rel="author" href="/x">Kim</a>').author, 'Kim')
})

test('microdata: blocks are words apart, an item is known by its own name', () => {
  const found = metadata(`<div itemprop="author" itemscope><div itemprop="worksFor" itemscope>
    <b itemprop="name">Mill</b></div><b itemprop="name">Eva</b></div>
    <div itemprop="description"><p>One</p><p>two</p></div>`)
  assert.equal(found.author, 'Eva')
  assert.equal(found.description, 'One two')
})

test('markup inside markup is read in time', () => {
  for (const html of [
    `${'<p itemprop="description">'.repeat(3_000)}${'words '.repeat(50_000)}`,
    `${'<div itemprop="author">'.repeat(500)}${'<i></i>'.repeat(100_000)}`.repeat(2),
    '<div itemprop="author" itemscope><i itemprop="name">'.repeat(20_000),
  ])
    assert.ok(cpuMs(() => metadata(html)) < 5_000)
})

test('an author is a name, never an address or a handle', () => {
  const html =
    '<meta property="article:author" content="https://facebook.com/x"><meta name="twitter:creator" content="@x">'
  assert.equal(metadata(html).author, undefined)
})

test('the title of a drawing is not the title of the page', () => {
  assert.equal(metadata('<body><svg><title>icon</title></svg>').title, undefined)
})

test('dates in every usual form become ISO 8601', () => {
  const samples: Record<string, string | undefined> = {
    '2024-01-02': '2024-01-02',
    '20240102': '2024-01-02',
    '2024-01-02T03:04': '2024-01-02T03:04:00',
    '2024-01-02 03:04:05': '2024-01-02T03:04:05',
    '2024-01-02T03:04:05.678Z': '2024-01-02T03:04:05Z',
    '2024-01-02T03:04:05+0530': '2024-01-02T03:04:05+05:30',
    'January 2, 2024': '2024-01-02',
    '2nd Jan 2024': '2024-01-02',
    'Tue, 02 Jan 2024 03:04:05 GMT': '2024-01-02T03:04:05Z',
    'Tue, 02 Jan 2024 03:04:05 +0000 (UTC)': '2024-01-02T03:04:05Z',
    'Tue, 02 Jan 2024 03:04:05 +02:00': '2024-01-02T01:04:05Z',
    'Tue Jan 02 2024 03:04:05 GMT+0100 (CET)': '2024-01-02T02:04:05Z',
    '2024-01-02 03:04:05+01': '2024-01-02T03:04:05+01:00',
    '2024/01/02 03:04 GMT': '2024-01-02T03:04:00Z',
    '1704164645': '2024-01-02T03:04:05Z',
    '2024-13-02': undefined,
    '2024-02-31': undefined,
    yesterday: undefined,
    '': undefined,
  }
  for (const [value, expected] of Object.entries(samples))
    assert.equal(toIsoDate(value), expected, value)
})

test('a date that cannot be read is given as it stands', () => {
  assert.equal(metadata('<meta name="date" content="le 2 mai">').published, 'le 2 mai')
})

test('dates of other languages are read as the day they name', () => {
  for (const [written, day] of [
    ['12. März 2021', '2021-03-12'],
    ['le 3 février 2022 à 10h30', '2022-02-03'],
    ['5 de mayo de 2023', '2023-05-05'],
    ['4 марта 2021', '2021-03-04'],
    ['2021年3月4日', '2021-03-04'],
    ['2021. 3. 4. 오후 3:20', '2021-03-04'],
    ['2021.03.04 14:30', '2021-03-04'],
    ['2021.03.04.', '2021-03-04'],
    ['2021. március 4.', '2021-03-04'],
    ['2021 m. kovo 4 d.', '2021-03-04'],
    ['04.03.2021, 12:00', '2021-03-04'],
  ] as const)
    assert.equal(toIsoDate(written), day)
  assert.equal(toIsoDate('31. Februar 2021'), undefined)
  assert.equal(toIsoDate('Version 12 beta 2021'), undefined)
  assert.equal(toIsoDate('2021.03.04.1'), undefined)
})

test('of 03/04/2024 the day is first where people write it so', () => {
  const published = (lang: string, url: string, written = '03/04/2024') => {
    const html = `<html lang="${lang}"><body><h1>A</h1><p class="published">Published ${written}</p>`
    const { published } = readMetadata(parseHtml(html).root, { baseUrl: url })
    const declared = `<html lang="${lang}"><meta name="date" content="${written}">`
    assert.equal(readMetadata(parseHtml(declared).root, { baseUrl: url }).published, published)
    return published
  }
  assert.equal(published('en', 'https://news.example/a'), '2024-03-04')
  assert.equal(published('en-GB', 'https://news.example/a'), '2024-04-03')
  assert.equal(published('en-US', 'https://news.co.uk/a'), '2024-04-03')
  assert.equal(published('pt-BR', 'https://news.example/a', '03/04/2024 05h00'), '2024-04-03')
  assert.equal(published('de', 'https://news.example/a', '25/12/2024 18:30'), '2024-12-25')
  assert.equal(published('en-GB', 'https://news.example/a', '03/25/2024'), '2024-03-25')
  assert.equal(toIsoDate('03/04/2024 05:00 GMT', 'day'), '2024-03-04T05:00:00Z')
})

test('a day that nobody set, or of another calendar, is none', () => {
  const told = (content: string, more = '') =>
    metadata(`<meta name="article:published_time" content="${content}">${more}`).published
  for (const content of [
    '1970-01-01T00:00:00+00:00',
    '1970-01-01T01:00:00+01:00',
    '1969-12-31T19:00:00-05:00',
    '0001-01-01T00:00:00',
    '0000-00-00 00:00:00',
  ])
    assert.equal(told(content), undefined, content)
  assert.equal(
    told('1970-01-01T00:00:00Z', '<meta name="date" content="2024-05-12">'),
    '2024-05-12',
  )
  assert.equal(told('1970-01-01'), '1970-01-01')
  assert.equal(told('1403/02/22'), '1403/02/22')
})

test('papers are known by what they tell to indexes', () => {
  const { title, author } = metadata(
    '<meta name="citation_title" content="On rivers"><meta name="citation_author" content="Lee, A."><meta name="citation_author" content="Roe, B.">',
  )
  assert.deepEqual([title, author], ['On rivers', 'Lee, A.; Roe, B.'])
  assert.equal(metadata('<meta name="DC.title" content="Mills">').title, 'Mills')
})

test('the first title with words, a language behind its encoding, no date of a comment', () => {
  const read = metadata(
    '<html lang="en_US.UTF-8"><title></title><title>Second</title><p>x</p><div class="comments"><time datetime="2024-01-01">1 Jan</time></div>',
  )
  assert.deepEqual([read.title, read.language, read.published], ['Second', 'en-US', undefined])
})

test('who wrote it and when is read below the headline, where nothing names them for machines', () => {
  const below = (lines: string) =>
    metadata(
      `<header><a href="/">News</a></header><article><h1>The mill turns again</h1>${lines}<p>Text.</p></article>`,
    )
  const english = below('<div><span>By Jane Doe</span> <span>March 3rd, 2024</span></div>')
  assert.deepEqual([english.author, english.published], ['Jane Doe', '2024-03-03'])
  const german = below('<p>Von Uwe Klein | 12. März 2021</p>')
  assert.deepEqual([german.author, german.published], ['Uwe Klein', '2021-03-12'])
  assert.equal(below('<p>2025年11月2日 5時00分</p>').published, '2025-11-02')
  assert.equal(below('<p>Updated on 3 May 2022</p>').published, undefined)
  assert.equal(below('<p>By the river stood a mill of old</p>').author, undefined)
  const comment = '<div class="comments"><p>By Ann Hill, 3 May 2022</p></div>'
  assert.equal(below(comment).published, undefined)
})

test('an author is a person before it is the site, and no date', () => {
  const { author } = metadata(
    '<meta property="og:site_name" content="Oak Clinic"><meta name="author" content="Oak Clinic"><h1>Sleep</h1><p>In short</p><a href="/authors/ida-brandt">Ida Brandt</a>',
  )
  assert.equal(author, 'Ida Brandt')
  const alone =
    '<meta property="og:site_name" content="Oak Clinic"><meta name="author" content="Oak Clinic">'
  assert.equal(metadata(alone).author, 'Oak Clinic')
  assert.equal(metadata('<div class="author">Sat, 20 Dec 2025</div>').author, undefined)
  assert.equal(
    metadata('<span class="post-hero__author">Posted by Lisa Pham</span>').author,
    'Lisa Pham',
  )
})
