import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../../src/page/html/html.ts'
import { fillSchema } from '../../../../src/products/extract/embedded/fill.ts'
import { compileSchema } from '../../../../src/products/extract/schema/compile.ts'
import { readPage } from '../../../../src/products/extract/source/page.ts'

const listOf = (properties: Record<string, unknown>) => ({
  type: 'array',
  items: { type: 'object', properties },
})
const address = { type: 'string', format: 'uri' }
const extract = (html: string, schema: unknown) =>
  fillSchema(readPage(parseHtml(html), { url: 'https://list.example/' }), compileSchema(schema))
    .data

const names = ['Oak table', 'Pine shelf', 'Ash chair', 'Elm stool', 'Fir bench']
const cards = names
  .map(
    (name, at) =>
      `<li class="card"><a class="section" href="/furniture">Furniture</a><h3><a href="/p/${at}">${name}</a></h3><p>A ${name.toLowerCase()} of solid wood, made by hand</p><a class="author" href="/makers/${at % 2}">Maker ${at % 2}</a><span>|</span></li>`,
  )
  .join('')
const page = `<body><nav><a href="/">Home</a><a href="/about">About us</a></nav><main><h1>Furniture</h1><ul>${cards}</ul></main></body>`

describe('the links of records', () => {
  it('lead to the entry, not to its section or its maker', () => {
    const data = extract(page, listOf({ title: { type: 'string' }, url: address }))
    assert.deepEqual(
      data,
      names.map((title, at) => ({ title, url: `https://list.example/p/${at}` })),
    )
  })

  it('are those that the caller names', () => {
    const data = extract(page, listOf({ title: { type: 'string' }, author_url: address })) as {
      author_url: string
    }[]
    assert.equal(data[1]?.author_url, 'https://list.example/makers/1')
  })
})
