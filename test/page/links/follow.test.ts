import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { isForeignFile } from '../../../src/page/links/files.ts'
import { readPageLinks } from '../../../src/page/links/follow.ts'
import { differInOneNumber } from '../../../src/page/links/next-page.ts'
import { saysNofollow } from '../../../src/page/links/nofollow.ts'

const page = 'https://a.com/docs/page'
const read = (html: string, finalUrl = page, robotsTag?: string) =>
  readPageLinks(parseHtml(html).root, { finalUrl, robotsTag, robot: 'siteray' })
const urls = (html: string) => read(html).links.map(({ url }) => url)

test('links, areas, next pages and refreshes are followed, each once', () => {
  assert.deepEqual(
    urls(`<head><link rel="next prefetch" href="/n"><meta http-equiv=refresh content="5; url=/r">
      <link rel=stylesheet href=/s><link rel=canonical href=/c></head>
      <a href="x">X</a><a href="x#part">again</a><map><area href="//b.com/y" alt=Y></map>
      <a>nowhere</a><a href="">self</a><a href="#top">top</a><a href="page#there">self</a>
      <a href="javascript:x()">js</a><a href="mailto:a@b.c">mail</a><a href="http://[">bad</a>
      <form action=/f><button formaction=/g></form><iframe src=/i></iframe><img src=/j>
      <template><a href=/t>t</a></template>`),
    ['https://a.com/n', 'https://a.com/r', 'https://a.com/docs/x', 'https://b.com/y'],
  )
})

test('a place on a page is that page, a view of a scripted page its own', () => {
  assert.deepEqual(urls('<a href="/x#part">x</a><a href="#/users">u</a><a href="/#!list">l</a>'), [
    'https://a.com/x',
    'https://a.com/docs/page#/users',
    'https://a.com/#!list',
  ])
})

test('relative addresses stand on the base', () => {
  assert.deepEqual(urls('<base href="https://b.com/x/"><a href=y>y</a>'), ['https://b.com/x/y'])
})

test('what a link says comes from its words, its label or its picture', () => {
  const texts = (html: string) => read(html).links.map(({ text }) => text)
  assert.deepEqual(
    texts(`<a href=1> Hello <b>big</b>\n world </a><a href=2 aria-label=Label></a>
      <a href=3><img src=x alt=Picture></a><a href=4></a><area href=5 alt=Area>
      <a href=6></a><a href=6>later</a><a href=7>${'long '.repeat(1_000)}</a>`).map(text =>
      text?.slice(0, 20),
    ),
    ['Hello big world', 'Label', 'Picture', undefined, 'Area', 'later', 'long long long long '],
  )
  assert.ok((texts(`<a href=7>${'x'.repeat(1_000)}</a>`)[0]?.length ?? 0) <= 200)
})

test('nofollow is told of a link, and of a page', () => {
  assert.deepEqual(read('<a href=1 rel="ugc NoFollow">a</a><a href=2>b</a>').links, [
    { url: 'https://a.com/docs/1', text: 'a', nofollow: true },
    { url: 'https://a.com/docs/2', text: 'b' },
  ])
  assert.equal(read('<a href=1 rel=nofollow>a</a><a href=1>a</a>').links[0]?.nofollow, undefined)
  assert.equal(read('<meta name=ROBOTS content="noindex, NOFOLLOW">').nofollow, true)
  assert.equal(read('<meta name=robots content=none>').nofollow, true)
  assert.equal(read('<meta name=siteray content=nofollow>').nofollow, true)
  assert.equal(read('<meta name=googlebot content=nofollow>').nofollow, false)
  assert.equal(read('<p>', page, 'noindex, nofollow').nofollow, true)
  assert.equal(read('<p>').nofollow, false)
})

test('a header may speak to one robot', () => {
  const cases: [words: string, nofollow: boolean][] = [
    ['', false],
    ['nofollow', true],
    ['noindex', false],
    ['none', true],
    ['nofollows', false],
    ['otherbot: nofollow', false],
    ['otherbot: noindex, nofollow', false],
    ['siteray: nofollow', true],
    ['otherbot: noindex, siteray: noindex, nofollow', true],
    ['max-snippet: 5, nofollow', true],
    ['unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow', true],
    ['*: nofollow', true],
    ['unavailable_after: Friday, 25 Jul 2030 15:00:00 GMT, nofollow', true],
    ['unavailable_after: Friday, 25-Jul-30 15:00:00 UTC, siteray: none', true],
    ['otherbot: unavailable_after: Friday, 25 Jul 2030 15:00:00 GMT, nofollow', false],
    ['noindex nofollow', true],
    ['index  follow', false],
    ['noindex;nofollow', true],
    ['otherbot: noindex nofollow', false],
    ['siteray : nofollow', true],
    ['noindex max-snippet:5 nofollow', true],
    ['360spider: nofollow', false],
  ]
  for (const [words, nofollow] of cases)
    assert.equal(saysNofollow(words, 'siteray'), nofollow, words)
})

test('the page’s own address and title', () => {
  const { canonical, title } = read('<title> A\n page </title><link rel=Canonical href="/c?x#y">')
  assert.equal(canonical, 'https://a.com/c?x#y')
  assert.equal(title, 'A page')
  assert.equal('canonical' in read('<link rel=canonical href="javascript:x">'), false)
})

test('a next page is named so, or differs in one number', () => {
  const next = (html: string, from = 'https://a.com/list?page=2') => read(html, from).links[0]?.next
  assert.equal(next('<a rel=next href=/other>'), true)
  assert.equal(next('<a href="?page=3">'), true)
  assert.equal(next('<a href="?page=3#x">'), true)
  assert.equal(next('<a href="?page=x">'), undefined)
  const cases: [one: string, other: string, differ: boolean][] = [
    ['/p/9', '/p/10', true],
    ['/p/10', '/p/20', true],
    ['/p/11/x', '/p/111/x', true],
    ['/p/1', '/p/1', false],
    ['/p/', '/p/2', false],
    ['/p/1', '/q/2', false],
    ['/p/1/2', '/p/2/1', false],
    ['/p/12', '/p/1/2', false],
    ['/2024/05', '/2024/06', true],
    ['/p/1a', '/p/1b', false],
    ['/1x1', '/1x1x1', false],
    ['/11', '/1', true],
    [`/${'1'.repeat(20)}`, `/${'1'.repeat(21)}`, false],
  ]
  for (const [one, other, differ] of cases) {
    assert.equal(differInOneNumber(one, other), differ, `${one} ${other}`)
    assert.equal(differInOneNumber(other, one), differ, `${other} ${one}`)
  }
})

test('files of other kinds are known by their ending', () => {
  for (const path of [
    '/x.png',
    '/x.JPG?y=1',
    '/a.b/x.woff2#z',
    '/x.tar.gz',
    '/x.css',
    '/x.js',
    '/x.mp4',
    '/x.zip',
    '/wiki.js',
    '/blob/x.js',
    '/wiki/images/a.png',
    '/a:b/c.png',
    '/me/it/raw/main/index.js',
  ])
    assert.ok(isForeignFile(`https://a.com${path}`), path)
  for (const path of [
    '',
    '/',
    '/x',
    '/x.html',
    '/x.pdf',
    '/x.txt',
    '/x.xml',
    '/x.docx',
    '/x.php?f=a.png',
    '/a.png/',
    '/v1.2',
    '/x.json',
    '/x.csv',
    '/#/a.png',
    '/wiki/Node.js',
    '/questions/tagged/node.js',
    '/me/it/src/branch/main/a.js',
    '/wiki/File:x.jpg',
    '/de/Datei:x.svg',
    '/File%3Ax.png',
    '/blob/main/index.js',
    '/me/it/blob/main/src/a.css',
    '/me/it/-/blob/main/a.png',
    '/me/it/tree/v1.7z',
  ])
    assert.ok(!isForeignFile(`https://a.com${path}`), path)
  for (const url of ['https://files.zip', 'https://files.zip/', 'https://files.zip?x'])
    assert.ok(!isForeignFile(url), url)
})

test('a page of nothing but links is read in time and within bounds', () => {
  const started = process.cpuUsage()
  const many = Array.from({ length: 20_000 }, (_, i) => `<a href="/p/${i}?q=1">n ${i}</a>`).join('')
  const result = read(many)
  assert.equal(result.links.length, 10_000)
  assert.equal(result.leftOut, 10_000)
  const same = read('<a href=/x>'.repeat(20_000))
  assert.equal(same.links.length, 1)
  const long = read(`<a href="/${'a'.repeat(2_000)}">x</a><a href="/${'b'.repeat(100_000)}">y</a>`)
  assert.deepEqual([long.links.length, long.leftOut], [0, 1])
  // One link around everything, again and again.
  read(`<a href=/1>${'<div><a href=/2>'.repeat(10_000)}`)
  const tookMs = process.cpuUsage(started).user / 1_000
  assert.ok(tookMs < 15_000, `${tookMs} ms`)
})
