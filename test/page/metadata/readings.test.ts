import { test } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readMicrodata, readRdfa } from '../../../src/page/metadata/annotations.ts'
import { parseForgivingJson } from '../../../src/page/metadata/forgiving-json.ts'
import { nameBehindBy } from '../../../src/page/metadata/headline-lines.ts'
import { dateIn, toIsoDate } from '../../../src/page/metadata/iso-date.ts'
import { readJsonLd } from '../../../src/page/metadata/json-ld.ts'
import { readMetadata } from '../../../src/page/metadata/metadata.ts'
import { isNobody, nameBehindDay, withoutBy } from '../../../src/page/metadata/names.ts'
import { readPreferences, refusalIn } from '../../../src/page/metadata/preferences.ts'
import { shortName } from '../../../src/page/metadata/short-name.ts'
import { readPageSigns } from '../../../src/page/metadata/signs.ts'
import {
  bareName,
  decodeAgain,
  isAccountName,
  statementOf,
  withoutMarkup,
} from '../../../src/page/metadata/text.ts'
import { changePage } from '../../support/changed-pages.ts'
import { digest, linesOf, tableOf } from '../../support/readings.ts'

const whatIsSo = (facts: Record<string, unknown>): string =>
  Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? name : `${name}: ${value}`))
    .join(', ')

test('which days texts name', t => {
  const texts = linesOf(`
    2021-03-04
    20210304
    2021-02-30
    0999-03-04
    1000-03-04
    2200-03-04
    2201-03-04
    2021-03-04T05:06
    2021-03-04T05:06:07.5Z
    2021-03-04 0506 +0200
    2021-03-04T05:06+02:00
    2021-03-04T25:06
    2021-03-04T05:06 GMT
    1614834367
    1614834367000
    16148343670
    2614834367
    12. März 2021
    3 de mayo de 2022
    1er janvier 2020
    4 d’octubre de 2020
    2021年3月4日
    2021년 3월 4일
    4.3.2021
    4. 3. 2021
    31.2.2021
    2021/3/4
    2021.13.4
    13/4/2021
    4/13/2021
    4/5/2021
    13-4/2021
    March 4, 2021
    March 4th, 2021 at 5 pm
    4 Mar 2021
    4-Mar-2021
    Feb 31, 2021
    March 2021
    Thu, 04 Mar 2021 05:06:07 GMT
    4 mars 2021 +0200
    Posted on March 4, 2021 by Ann
    Version 2021-03-045
    no day
    12345
    May 2021 was warm
    Room 12 May 3000
  `)
  const shown = tableOf(
    [
      ...texts,
      ' '.repeat(61),
      `${' '.repeat(5)}2021-03-04${' '.repeat(60)}`,
      `4 March 2021 ${'x'.repeat(48)}`,
    ],
    text => whatIsSo({ whole: toIsoDate(text), inside: dateIn(text) }),
  )
  t.assert.fileSnapshot(shown, 'test/fixtures/metadata-days.json')
})

test('which words are names', t => {
  const texts = linesOf(`
    Ann Reed
    ann reed
    Ann
    Ann van der Berg
    Ann van den der Berg
    Dr. Ann Reed, PhD
    Ann B. C. D. Reed
    Ann Bo Cy Di Ed
    Ann Reed, MD, FACP, MPH
    Jean-Luc O’Hara
    About Ann
    The Daily News
    By Ann Reed
    by Ann Reed
    Written by Ann Reed
    Posted by: Ann Reed
    Article by Ann Reed
    byron Reed
    Published May 4, 2021 by Ann Reed
    May 4, 2021 by Ann Reed, Founder
    May 4, 2021 by Ann Reed - Lumen
    Made by Ann Reed
    About the author
    Authors:
    Byline
    Reviewed by Ann
    Medically reviewed by Ann Reed
    Photo: Ann Reed
    ann@lumen.example
    May 4
    12 comments
    j.smith
    Administrator
    Site Admin
    webmaster
    lumen.com
    Lumen Ltd.
    Lumen & Sons GmbH
    The A-Team!
    Text: Ann Reed
    Von Ann Reed
    Par Ann Reed et Bo Lind
    文：山田太郎
    By Ann Reed and Bo Lind
    By Ann Reed | 4 March 2021
    By the numbers we count
  `)
  const shown = tableOf(
    [
      ...texts,
      `Ann ${'R'}${'e'.repeat(20)}d`,
      `Ann ${'R'}${'e'.repeat(22)}d`,
      `Ann${' Reedwordy'.repeat(4)}`,
      `${'x'.repeat(20)} May 4, 2021 by Ann Reed`,
      `${'x'.repeat(40)} May 4, 2021 by Ann Reed`,
    ],
    text =>
      whatIsSo({
        nobody: isNobody(text),
        account: isAccountName(text),
        'behind by': nameBehindBy(text),
        'behind a day': nameBehindDay(text),
        bare: bareName(text) !== text.toLowerCase() && bareName(text),
        'without by': withoutBy(text) !== text && withoutBy(text),
        short: shortName(text) !== text && shortName(text),
      }),
  )
  t.assert.fileSnapshot(shown, 'test/fixtures/metadata-names.json')
})

test('what is read of texts and data that programs wrote', t => {
  const json = linesOf(`
    {"a":1}
    {"a":1,}
    {"a":1,,"b":[1,,2,],}
    {"a":"line
    break"}
    {/* c */"a":1 // d
    }
    <!-- {"a":1} -->
    <![CDATA[ {"a":1} ]]>
    {"a":1};more
    {"a":tru}
    {"a":true,"b":false,"c":null,"d":-1.5e2,"e":1x}
    {"a" 1}
    {"a":[1,2
    {"a":{"b":{
    {&quot;a&quot;:&quot;b &amp;amp; c&quot;}
    {&#34;a&#34;:1}
    {"a":"x\\\\"y\\q"}
    {"__proto__":{"x":1}}
    "text"
    12
    []
    [1 2]
    {a:1}
    {"a":1}{"b":2}
  `)
  const texts = linesOf(`
    plain
    Fish &amp;amp; chips
    Fish &amp; chips
    Fish & chips
    &hellip; and &#8230; and &#x2026; and &nothinghere;
    <p>One</p><p>Two<br>Three</p>
    &lt;b&gt;bold&lt;/b&gt;
    1 < 2 and 3 > 2
    <ul><li>a</li><li>b</li></ul>
  `)
  const shown = {
    json: tableOf(json, text => JSON.stringify(parseForgivingJson(text))),
    deep: [99, 100, 101].map(
      levels => JSON.stringify(parseForgivingJson(`${'['.repeat(levels)}1,]`))?.length,
    ),
    texts: tableOf([...texts, 'a\n b \n\nc'], text => [withoutMarkup(text), decodeAgain(text)]),
    statement: [
      statementOf(` a\n b ${'c'.repeat(6_000)}`).length,
      withoutMarkup('x'.repeat(100_001)).length,
    ],
  }
  t.assert.fileSnapshot(shown, 'test/fixtures/metadata-texts.json')
})

const pages: Record<string, string> = {
  article: `<html lang=en><head><title>Lamps of brass | Quarry</title><meta name=description content="About lamps &amp;amp; oil">
    <meta property="og:title" content="Lamps of brass"><meta property="og:site_name" content=Quarry><meta property="og:image" content="/c.png">
    <meta name=author content="j.smith"><meta property="article:published_time" content="2021-03-04T05:06:07Z"><link rel=canonical href="/lamps">
    <meta name=twitter:site content="@quarry"><meta name=keywords content="a, b,,c"><meta name=robots content="noai, noindex"></head>
    <body><header><h1><a href="/">Quarry</a></h1></header><article><p>3 March 2021</p><h1>Lamps of brass</h1><p class=byline>By <a rel=author href="/authors/ann">Ann Reed</a> and Bo Lind</p>
    <time datetime="2021-03-04">4 March</time><p>Updated: 5 March 2021 · 6 min read</p><p>${'Words of a text. '.repeat(20)}</p>
    <div class=author-box><b>About the author</b> <span>Ann Reed</span> <p>writes</p></div></article>
    <div class=comments><article class=comment><b class=author>Cy Dee</b><time datetime="2022-01-01">x</time></article></div></body></html>`,
  forum: `<title>Which lamp? - Forum</title><h2>Which lamp?</h2><div class=post><a class="username" href="/u/1">ann</a><span class=date>Mar 4, 2021</span><p>I want one.</p></div>
    <div class=post><a class="username" href="/u/2">bo</a><p>Take brass.</p></div><p>— Ann Reed</p><p class=signature>by Ann Reed</p>`,
  product: `<title>Brass lamp</title><script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":["Product","Thing"],"name":"Brass lamp","brand":{"@type":"Brand","name":"Quarry"},"offers":{"price":39.9}},{"@type":"BreadcrumbList"},]}</script>
    <script type="application/ld+json">[{"@type":"NewsArticle","headline":"Lamp","author":[{"name":"Ann Reed"},"Bo Lind"],"datePublished":"2021-03-04","publisher":{"name":"Quarry","logo":{"url":"/l.png"}}}]</script>
    <div itemscope itemtype="https://schema.org/Product"><span itemprop=name>Brass lamp</span><meta itemprop=sku content="Q 1"><a itemprop=url href="/lamp">More</a><a itemprop=brand href="/q">Quarry</a>
    <img itemprop=image data-src="/i.png" src="/x.png"><time itemprop=releaseDate datetime="2021-03-04">x</time><data itemprop=price value="39.9">40</data><meter itemprop=ratingValue value=4>4 of 5</meter>
    <div itemprop=offers itemscope itemtype="https://schema.org/Offer"><b itemprop="price">39.90</b></div><p itemprop="a b">two names</p></div>
    <div vocab="https://schema.org/" typeof="Person"><span property=name>Ann Reed</span><a property=url href="/ann">x</a><div property=address typeof=PostalAddress><i property=addressLocality>Dayton</i></div></div>`,
}

test('what pages say of themselves, as they are and where they differ a little', t => {
  const shown = Object.entries(pages).flatMap(([name, html], page) =>
    Array.from({ length: 30 }, (_, nth) => {
      const { root } = parseHtml(nth === 0 ? html : changePage(html, 100 * page + nth, 3))
      const baseUrl = 'https://quarry.test/lamps/1'
      const read = {
        metadata: readMetadata(root, { baseUrl }),
        signs: readPageSigns(root),
        linked: readJsonLd(root),
        microdata: readMicrodata(root, baseUrl),
        rdfa: readRdfa(root, baseUrl),
      }
      if (nth === 0) return [name, JSON.parse(written(read))]
      const { title, author, publishedTime } = { author: '', publishedTime: '', ...read.metadata }
      const digests = Object.values(read).map(part => digest(written(part)))
      return [`${name} ${nth}`, [title, author, publishedTime, ...digests].join(' | ')]
    }),
  )
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/metadata-pages.json')
})

/** Without the elements, which lead to the whole page. */
const written = (value: unknown): string =>
  JSON.stringify(value, (key, one) => (key === 'element' ? undefined : one)) ?? ''

test('what sites say of the use of their pages', t => {
  const rsl = 'application/rsl+xml'
  const headers: Record<string, string>[] = [
    {},
    { 'content-usage': 'train-ai=n, search=y' },
    { 'content-usage': 'Train-AI = NO;x, bots=maybe, =n, a=yes' },
    { 'tdm-reservation': '1' },
    { 'tdm-reservation': ' 0 ' },
    { 'tdm-reservation': '2' },
    { 'x-robots-tag': 'googlebot: noai, noimageai' },
    { 'x-robots-tag': 'none' },
    {
      link: `<https://a.test/l>; rel="license"; type="${rsl}", <https://a.test/m>; rel=next; type="${rsl}"`,
    },
    { link: '<https://a.test/l>; rel=license' },
    { 'content-usage': Array.from({ length: 60 }, (_, at) => `u${at}=n`).join(',') },
  ]
  const shown = headers.map(given => {
    const said = readPreferences({ headers: given })
    return [said.length, said.slice(0, 4), refusalIn(said)?.use]
  })
  const page = readPreferences({
    headers: {},
    metaRobots: 'NoAI',
    metaTdm: '1',
    robotsLines: ['Content-Usage: train-ai=n', 'License: https://a.test/l', 'tdm-reservation: 1'],
    root: parseHtml(
      `<head><link rel="license x" type="${rsl}" href="/a"><link rel=license href="/b"><link rel=next type="${rsl}" href="/c"></head>`,
    ).root,
  })
  t.assert.fileSnapshot([...shown, page], 'test/fixtures/metadata-preferences.json')
})
