import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { selectContent } from '../../../src/page/content/select.ts'
import { contentText } from '../../../src/page/content/text.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { samplePages } from './pages.ts'

/** As a scrape reads it. */
const read = (html: string, url?: string) =>
  selectContent(parseHtml(html), { essentials: true, ...(url !== undefined && { url }) })

describe('main content of each page type', () => {
  for (const { name, url, html, kept, dropped } of samplePages) {
    test(`${name}: keeps what the page is about and drops what is around it`, () => {
      const text = contentText(read(html, url).tree)
      for (const part of kept) assert.ok(text.includes(part), `lost: ${part}\n---\n${text}`)
      for (const part of dropped) assert.ok(!text.includes(part), `kept: ${part}\n---\n${text}`)
    })
  }

  test('on a page of a few words rows, places and sentences of doubt stay', () => {
    const text = contentText(
      read(
        '<title>River Festival | Brand</title><header><nav><a href="/a">Products</a></nav></header><div class="event"><h1>River Festival</h1><p class="when">Sat, 12 May 2024, 10:00</p><p class="where">Old Mill, Kiel</p><div class="description"><p>Music, boats and fish soup for all who like to sit by the water and listen to the bands from the villages around.</p></div><table><tr><th>Ticket</th><th>Price</th></tr><tr><td>Adult</td><td>€ 12</td></tr></table></div><footer><p>© 2024 Brand Inc. All rights reserved.</p></footer>',
      ).tree,
    )
    for (const part of ['Old Mill, Kiel', 'Adult', '€ 12']) assert.ok(text.includes(part), text)
    for (const part of ['Products', 'rights']) assert.ok(!text.includes(part), text)
  })

  test('the title of a thread stays though no heading holds it', () => {
    const posts = [1, 2, 3].map(
      n =>
        `<div class="thing"><p class="tagline"><a class="author" href="/user/u${n}">u${n}</a></p><div class="md"><p>Take a flat one made of wood, number ${n} says: they last for decades if you tar them.</p></div></div>`,
    )
    const html = `<title>What boat should I buy? : boats</title><div><p class="title"><a href="/r/x">What boat should I buy?</a></p>${posts.join('')}</div>`
    assert.ok(contentText(read(html).tree).includes('What boat should I buy?'))
  })

  test('the title is given apart', () => {
    const page = samplePages.find(({ name }) => name === 'article')
    const content = read(page?.html ?? '', page?.url)
    assert.equal(content.title, 'The tide mill turns again')
  })

  test('its share is what it has of the words of the page, comments left out', () => {
    const page = samplePages.find(({ name }) => name === 'article')
    const content = read(page?.html ?? '', page?.url)
    const words = (text: string) => text.split(/\s+/).filter(Boolean).length
    const all = words(contentText(parseHtml(page?.html ?? '').root))
    assert.ok(content.share > 0.3 && content.share < 1, String(content.share))
    assert.ok(Math.abs(content.share - words(contentText(content.tree)) / all) < 0.1)
    assert.equal(read('<p>The mill turns again.</p>').share, 1)
    assert.equal(read('<p></p>').share, 1)
  })

  test('an address that is none is no address', () => {
    assert.match(contentText(read('<p>The mill turns again.</p>', 'no address').tree), /mill/)
  })

  test('clear pages are told apart by type', () => {
    const typeOf = (name: string) => {
      const page = samplePages.find(sample => sample.name === name)
      return read(page?.html ?? '', page?.url).pageType
    }
    assert.equal(typeOf('article'), 'article')
    assert.equal(typeOf('product'), 'product')
    assert.equal(typeOf('forum'), 'forum')
  })

  test('a headline that stands there twice, for small screens and large ones, is read once', () => {
    const page = samplePages.find(({ name }) => name === 'service')
    const headline = 'Roof repair you can rely on'
    const twice = page?.html.replace('<main>', `<div class="hero"><h1>${headline}</h1></div><main>`)
    const text = contentText(read(twice ?? '', page?.url).tree)
    assert.equal(text.split(headline).length - 1, 1, text)
  })

  test('the picture of a kept figure stays, the page is not changed', () => {
    const page = samplePages.find(({ name }) => name === 'article')
    const document = parseHtml(page?.html ?? '')
    const before = JSON.stringify(outline(document.root))
    const { tree } = selectContent(document)
    assert.ok(JSON.stringify(outline(tree)).includes('/mill.jpg'))
    assert.equal(JSON.stringify(outline(document.root)), before)
  })

  test('the same page gives the same content', () => {
    for (const { html, url } of samplePages) {
      const first = read(html, url)
      const second = read(html, url)
      assert.equal(contentText(first.tree), contentText(second.tree))
      assert.equal(first.confidence, second.confidence)
    }
  })
})

describe('trace', () => {
  test('names for every block what became of it and which step decided', () => {
    const page = samplePages.find(({ name }) => name === 'article')
    const { trace } = selectContent(parseHtml(page?.html ?? ''), { trace: true })
    const entry = trace?.find(({ text }) => text.startsWith('After forty years'))
    assert.deepEqual([entry?.kept, entry?.step], [true, 'above the cut'])
    assert.match(entry?.where ?? '', /div\.entry-content > p$/)
    const menu = trace?.find(({ text }) => text === 'Privacy policy')
    assert.deepEqual([menu?.kept, menu?.step], [false, 'below the cut'])
    assert.ok((entry?.likely ?? 0) > (menu?.likely ?? 1))
  })

  test('says where a block stands from the top of the page', () => {
    const { trace } = selectContent(parseHtml('<p>Hello there, world.</p>'), { trace: true })
    assert.equal(trace?.[0]?.where, 'html > body > p')
  })

  test('is only made when asked for', () => {
    assert.equal(read('<p>Hello there, world.</p>').trace, undefined)
  })
})

describe('pages with little to choose from', () => {
  test('a page with text is never empty, and doubt is told', () => {
    const menu = '<nav><a href="/a">One</a> <a href="/b">Two</a></nav>'
    const content = read(menu)
    assert.match(contentText(content.tree), /One/)
    assert.ok(content.confidence < 0.5, String(content.confidence))
  })

  test('menus and footers around nothing are told from a page with content', () => {
    const links = (count: number, name: string) =>
      Array.from({ length: count }, (_, at) => `<li><a href="/${at}">${name} ${at}</a></li>`)
    const shell = (main: string) =>
      `<body><nav><ul>${links(20, 'Category').join('')}</ul></nav><div id="view">${main}</div>
      <footer><ul>${links(12, 'Help').join('')}</ul><p>© 2026 Shop Ltd</p></footer></body>`
    assert.equal(read(shell('')).hasContent, false)
    const text = '<p>The lamp is made of oak and brass, and it gives a warm, even light.</p>'
    assert.equal(read(shell(`<main><h1>Lamp</h1>${text.repeat(3)}</main>`)).hasContent, true)
    assert.equal(read('<ul><li><a href="/a">One</a></li></ul>').hasContent, true)
    // One text, wherever it stands, is around nothing.
    assert.equal(
      read(`<footer>${'These are words to read. '.repeat(40)}</footer>`).hasContent,
      true,
    )
  })

  test('the headline is kept where it is asked for, the name of the site is not', () => {
    const text = '<p>The mill was built in 1620 and has ground flour for most of the time.</p>'
    const html = `<title>The mill | Daily</title><header><h1><a href="/">Daily</a></h1></header>
      <main><h1>The mill</h1>${text}<p>Its owner, a baker, says that it will go on.</p></main>`
    const kept = (essentials: boolean) =>
      contentText(selectContent(parseHtml(html), { essentials }).tree)
    assert.match(kept(true), /^The mill\n/)
    assert.doesNotMatch(kept(true), /Daily/)
  })

  test('a product keeps its price, with the one before', () => {
    const page = samplePages.find(({ name }) => name === 'product')
    const bar = '<form class="sticky-bar cart"><div>£41.50</div><div>£38.20</div></form>'
    const html = (page?.html ?? '')
      .replace('</h1>', `</h1>${bar}`)
      .replace('<div class="product-price" itemprop="price">$89.00</div>', '')
    const { tree } = selectContent(parseHtml(html), { url: page?.url ?? '', essentials: true })
    assert.match(contentText(tree), /£41\.50\n£38\.20/)
  })

  test('a page with nearly nothing has that, and not what stands around it', () => {
    const links = (names: string) =>
      `<ul>${names.replaceAll(/\S+/g, name => `<li><a href="/${name}">${name}</a></li>`)}</ul>`
    const around = (inside: string) =>
      `<title>Mills</title><nav>${links('News Sport Culture Travel Opinion Video Shop Jobs Archive Weather Cinema Books')}</nav>${inside}<footer>${links('Contact Imprint Privacy Terms Help Careers')}<p>© 2026 Mills. All rights reserved. No part of this site may be copied without permission of its publisher.</p></footer>`
    const textOf = (inside: string) => contentText(read(around(inside)).tree)
    const none = '<p>No results found for “zzzz”.</p>'
    const form = '<form><input type="text" name="q"><button>Search</button></form>'
    assert.equal(
      textOf(`<main><h1>Search results</h1>${form}${none}</main>`),
      'Search results\nNo results found for “zzzz”.',
    )
    assert.equal(textOf('<main><h1>Mills</h1></main>'), 'Mills')
    assert.equal(read(around('<div id="app"></div>')).hasContent, false)
  })

  test('a page without text gives an empty tree and no confidence', () => {
    const content = read('<div><img src="a.png"></div>')
    assert.equal(contentText(content.tree), '')
    assert.equal(content.confidence, 0)
  })

  test('noscript is content when there is nothing else', () => {
    const posts = Array.from(
      { length: 4 },
      (_, at) =>
        `<div itemprop="comment"><p>Answer ${at}: this board only works with scripts, but all of its posts also stand here for readers without them.</p></div>`,
    )
    const html = `<body><div id="app"></div><noscript><main>${posts.join('')}</main></noscript></body>`
    assert.match(contentText(read(html).tree), /Answer 3/)
  })
})

/** The tree without its parents, to compare. */
const outline = (root: ReturnType<typeof parseHtml>['root']): unknown => ({
  name: root.name,
  attributes: root.attributes,
  children: root.children.map(child => (child.type === 'text' ? child.text : outline(child))),
})
