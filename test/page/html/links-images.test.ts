import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build } from '../../../src/page/html/builder.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readImages } from '../../../src/page/html/images.ts'
import { readLinks } from '../../../src/page/html/links.ts'

const baseUrl = 'https://example.com/docs/page'
const links = (html: string) => readLinks(parseHtml(html).root, { baseUrl })
const images = (html: string) => readImages(parseHtml(html).root, { baseUrl })

test('links are absolute, in page order and without duplicates', () => {
  const html =
    '<a href="b">1</a><a href="/a">2</a><a href="b">3</a><map><area href="//c.org/x"></map>'
  assert.deepEqual(links(html), [
    'https://example.com/docs/b',
    'https://example.com/a',
    'https://c.org/x',
  ])
})

test('jumps inside the page are no links, views of an app are', () => {
  const html =
    '<a href="#top">1</a><a href="page#x">2</a><a href="#/view">3</a><a href="other#x">4</a><a href="page">5</a>'
  assert.deepEqual(links(html), [
    'https://example.com/docs/page#/view',
    'https://example.com/docs/other#x',
    'https://example.com/docs/page',
  ])
})

test('only http and https are links', () => {
  const html =
    '<a href="mailto:a@b.c">1</a><a href="javascript:x">2</a><a href="ftp://a.b/">3</a><a href="http://[">4</a><a>5</a>'
  assert.deepEqual(links(html), [])
})

test('the jump rule looks at the page, not at its base', () => {
  const { root } = parseHtml('<a href="#x">1</a>')
  const options = { baseUrl: 'https://cdn.org/', pageUrl: 'https://example.com/' }
  assert.deepEqual(readLinks(root, options), ['https://cdn.org/#x'])
})

test('images come from every place a page puts them, best resolution, once', () => {
  const html = `<head><meta property="og:image" content="/og.png"></head>
    <img src="/a.jpg"><img src="/a.jpg"><img src="/s.jpg" srcset="/s1.jpg 300w, /s2.jpg 900w">
    <picture><source srcset="/p.webp 2x"><img src="/p.jpg"></picture>
    <img src="data:image/gif;base64,R0" data-src="/lazy.jpg"><video poster="/v.jpg"></video>
    <div style="color:red;background-image:url('/bg (1).png')"></div><i style="background:url(/b2.png)"></i>
    <noscript><img src="/n.jpg"></noscript><svg><image href="/svg.png"/></svg>
    <img src="/pixel" width=1 height=1><img src="data:image/png;base64,AA"><input type=image src="/go.png">`
  assert.deepEqual(
    images(html).map(url => url.replace('https://example.com', '')),
    [
      '/og.png',
      '/a.jpg',
      '/s2.jpg',
      '/p.webp',
      '/lazy.jpg',
      '/v.jpg',
      '/bg%20(1).png',
      '/b2.png',
      '/n.jpg',
      '/svg.png',
      '/go.png',
    ],
  )
})

test('pictures of AMP are pictures', () =>
  assert.deepEqual(images('<amp-img src="/a.jpg"></amp-img><amp-anim src="/b.gif"></amp-anim>'), [
    'https://example.com/a.jpg',
    'https://example.com/b.gif',
  ]))

test('the sources of a picture are read once, however many images stand in it', () => {
  let reads = 0
  const counted = (attributes: Record<string, string>) =>
    new Proxy(attributes, {
      get(target, name: string) {
        reads++
        return target[name]
      },
    })
  const sources = Array.from({ length: 40 }, (_, n) =>
    build('source', counted({ srcset: `/s${n}.jpg ${n + 1}x` }), []),
  )
  const pictures = Array.from({ length: 500 }, (_, n) => build('img', { src: `/i${n}.jpg` }, []))
  const page = build('body', {}, [build('picture', {}, [...sources, ...pictures])])
  assert.deepEqual(readImages(page, { baseUrl }), ['https://example.com/s39.jpg'])
  assert.ok(reads <= 10 * sources.length, `${reads} attributes of ${sources.length} sources`)
  // Another base is another address.
  assert.deepEqual(readImages(page, { baseUrl: 'https://other.org/' }), [
    'https://other.org/s39.jpg',
  ])
})

test('srcset: commas belong to addresses unless a space follows', () => {
  const largest = (srcset: string) =>
    images(`<img src="/s.jpg" srcset="${srcset}">`)[0]?.replace('https://example.com', '')
  assert.equal(largest(' /a,b.jpg 2x , /c.jpg 1x,/d.jpg'), '/a,b.jpg')
  assert.equal(largest('/a.jpg 1x , /c,1.jpg 3x,/d.jpg,  /e.jpg 2x'), '/c,1.jpg')
  assert.equal(largest('/d.jpg,  /e.jpg 300w'), '/e.jpg')
  assert.equal(largest('/d.jpg,'), '/d.jpg')
  assert.equal(largest(''), '/s.jpg')
  assert.equal(largest(',,,'), '/s.jpg')
  assert.equal(largest('/i2.png 2x, /i 3.png 3x'), '/i2.png')
  assert.equal(largest('/i 3.png 3x'), '/s.jpg')
  assert.equal(largest('/a.jpg 300w 200h, /b.jpg 1.5e3w'), '/a.jpg')
})

test('what stands in a template leads nowhere', () => {
  assert.deepEqual(links('<template><p><a href="/t">t</a></p></template><a href="/x">x</a>'), [
    'https://example.com/x',
  ])
})

test('of a picture with very many sources the first hundred are looked at', () => {
  const source = (n: number) => `<source srcset="${n}.png ${n}w">`
  const sources = Array.from({ length: 400 }, (_, n) => source(n + 1)).join('')
  assert.deepEqual(images(`<picture>${sources}<img></picture>`), [
    'https://example.com/docs/100.png',
  ])
})
