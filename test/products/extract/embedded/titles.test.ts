import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

const text = { type: 'string' }
const prose =
  '<p>A wick draws the oil up to where it burns, and never quite burns itself.</p>'.repeat(3)

const extract = (head: string, body: string, properties: Record<string, unknown>) =>
  answerWithoutModel(
    openPage(parsePage(`<html lang="en"><head>${head}</head><body>${body}</body></html>`), {
      url: 'https://page.example/wicks',
      onlyMainContent: false,
    }),
    { schema: { type: 'object', properties }, prompt: undefined },
  ).data

describe('the title of a page', () => {
  const book = '<title>What wicks are - The Book of Lamps</title>'

  it('is not that of the book or the site, which the main heading says', () => {
    const body = `<h1 class="menu-title">The Book of Lamps</h1><main><h2>What wicks are</h2>${prose}</main>`
    assert.deepEqual(extract(book, body, { title: text }), { title: 'What wicks are' })
    const site = `<header><h1><a href="/">Lumen House</a></h1></header><main><h2>What wicks are</h2>${prose}</main>`
    const tab = '<title>What wicks are | Lumen House</title>'
    assert.deepEqual(extract(tab, site, { title: text }), { title: 'What wicks are' })
  })

  it('is a heading with the code in it', () => {
    const tab = '<title>Errors with Result - The Book of Lamps</title>'
    const body = `<h1>The Book of Lamps</h1><main><h2>Errors with <code>Result</code></h2>${prose}</main>`
    assert.deepEqual(extract(tab, body, { title: text }), { title: 'Errors with Result' })
  })

  it('is what the tab says, where no heading is the main one', () => {
    const body = `<h3>Oil</h3>${prose}<h3>Gas</h3>${prose}`
    assert.deepEqual(extract('<title>All about wicks</title>', body, { title: text }), {
      title: 'All about wicks',
    })
  })

  it('is nothing that a script would have filled in, nor a hint of a form', () => {
    for (const hint of ['<% title %>', '{{ title }}', '(Required)'])
      assert.deepEqual(
        extract('<title>Wicks</title>', `<h2>${hint}</h2><h1>Wicks</h1>${prose}`, { title: text }),
        { title: 'Wicks' },
      )
  })
})

describe('the author of a page', () => {
  const page = `<h1>Wicks</h1>${prose}`

  it('is who signs at the end', () => {
    const signed = `${page.repeat(2)}<p>This article was written by Ann Reed, who makes lamps.</p>`
    assert.deepEqual(extract('<title>Wicks</title>', signed, { author: text }), {
      author: 'Ann Reed',
    })
  })

  it('is neither a label nor a day', () => {
    const bare = `<h1>Wicks</h1><p class="author">Posted by</p><p class="author">December 19, 2025</p>${prose}`
    assert.deepEqual(extract('<title>Wicks</title>', bare, { author: text }), {})
  })
})

describe('the category of a page', () => {
  const trail =
    '<nav class="breadcrumb"><a href="/">Home</a> / <a href="/l">Lamps</a> / <b>Wicks</b></nav>'
  const head = '<title>Wicks</title>'

  it('is the shelf that its trail leads over', () => {
    const page = `${trail}<h1>Wicks</h1>${prose}`
    assert.deepEqual(extract(head, page, { category: text }), { category: 'Lamps' })
    const goods = { type: 'object', properties: { name: text, price: text } }
    const asked = { category: text, products: { type: 'array', items: goods } }
    assert.deepEqual(extract(head, page, asked), { category: 'Wicks' })
    assert.deepEqual(extract(head, `<h1>Wicks</h1>${prose}`, { category: text }), {})
  })
})

describe('the content of a page', () => {
  const paragraph = (of: string) =>
    `<p>${`The ${of} of a lamp is what people look at last, and miss first when it is gone. `.repeat(4).trim()}</p>`
  const page = `<nav><a href="/">Home</a><a href="/shop">Shop</a><a href="/about">About us</a></nav>
<article><h1>Wicks</h1>${paragraph('wick')}<h2>Glass</h2>${paragraph('glass')}</article><footer><p>© Lumen House</p></footer>`

  it('is not what a part of it says', () => {
    assert.deepEqual(extract('<title>Wicks</title>', page, { warning_text: text }), {})
  })
})
