import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../../src/page/html/html.ts'
import { fillSchema } from '../../../../src/products/extract/embedded/fill.ts'
import { compileSchema } from '../../../../src/products/extract/schema/compile.ts'
import { readPage } from '../../../../src/products/extract/source/page.ts'

const text = { type: ['string', 'null'] }
const address = { type: 'string', format: 'uri' }
const listOf = (properties: object) => ({ type: 'array', items: { type: 'object', properties } })

const extract = (body: string, properties: object) => {
  const html = `<html lang="en"><title>Lumen House</title><body>${body}</body></html>`
  const page = readPage(parseHtml(html), { url: 'https://shop.example/p/' })
  return fillSchema(page, compileSchema({ type: 'object', properties })).data as Record<
    string,
    unknown
  >
}

describe('several lists that are asked for', () => {
  const links = ['Academics', 'Research', 'Campus life', 'Alumni']
    .map(name => `<li><h3>${name}</h3><a href="/${name}">About ${name}</a></li>`)
    .join('')
  const people = ['Ada Marsh', 'Bo Lind', 'Cy Rees']
    .map(name => `<div class="card"><h4>${name}</h4><p class="role">Engraver of ${name}</p></div>`)
    .join('')
  const asked = {
    team: listOf({ name: text, role: text }),
    pricing: listOf({ plan: text, price: text }),
  }

  it('are not filled with any list that the page happens to have', () => {
    assert.deepEqual(extract(`<main><h1>Lumen House</h1><ul>${links}</ul></main>`, asked), {})
  })

  it('are found by the name that the page gives them', () => {
    const body = `<main><h1>Lumen House</h1><ul>${links}</ul><h2>Our team</h2><div>${people}</div></main>`
    assert.deepEqual(extract(body, asked), {
      team: ['Ada Marsh', 'Bo Lind', 'Cy Rees'].map(name => ({
        name,
        role: `Engraver of ${name}`,
      })),
    })
  })
})

describe('a list of records', () => {
  const goods = (name: string, price: string, badge = '') =>
    `<li><a href="/p/${name}">${badge}<b class="name">${name} lamp</b></a><span class="price">${price}</span></li>`
  const asked = { products: listOf({ name: text, price: { type: ['number', 'null'] } }) }

  it('has what stands elsewhere in an entry that is built otherwise', () => {
    const other = '<li><p><a href="/p/Oak">Oak lamp</a></p><div><em>$30.00</em></div></li>'
    const body = `<ul>${goods('Brass', '$10.00')}${goods('Tin', '$20.00')}${other}${goods('Zinc', '$40.00')}</ul>`
    assert.deepEqual(extract(`<main><h1>Lamps</h1>${body}</main>`, asked).products, [
      { name: 'Brass lamp', price: 10 },
      { name: 'Tin lamp', price: 20 },
      { name: 'Oak lamp', price: 30 },
      { name: 'Zinc lamp', price: 40 },
    ])
  })

  it('takes no author for the title of an entry', () => {
    const entry = (title: string, author: string) =>
      `<div class="post"><h4><a href="/${author}">${title}</a></h4><div class="author-area--name">By <a href="/by/${author}">${author}</a></div><p>Some words about what was found there.</p></div>`
    const body = `${entry('Wires under the sea', 'Ann Lee')}${entry('A bridge of ice', 'Bo Hall')}${entry('Salt in the well', 'Cy Rees')}`
    const { items } = extract(`<main><h1>News</h1><div>${body}</div></main>`, {
      items: listOf({ title: text }),
    })
    assert.deepEqual(items, [
      { title: 'Wires under the sea' },
      { title: 'A bridge of ice' },
      { title: 'Salt in the well' },
    ])
  })
})

describe('what every page is made of', () => {
  const body =
    '<nav><h2>Menu</h2></nav><main><h1>Start here</h1><h2>Install<a href="#install">¶</a></h2><p>Take <a href="/file">the file</a>.</p><img src="/one.png" alt="One"><h3>Next</h3></main>'

  it('headings, links and pictures are the page’s own', () => {
    const data = extract(body, {
      headings: { type: 'array', items: text },
      subheadings: { type: 'array', items: text },
      links: { type: 'array', items: address },
      images: { type: 'array', items: address },
    })
    assert.deepEqual(data.headings, ['Start here', 'Install', 'Next'])
    assert.deepEqual(data.subheadings, ['Install', 'Next'])
    assert.ok((data.links as string[]).includes('https://shop.example/file'))
    assert.deepEqual(data.images, ['https://shop.example/one.png'])
  })

  it('but not what only sounds so', () => {
    assert.deepEqual(extract(body, { social_links: { type: 'array', items: address } }), {})
  })
})
