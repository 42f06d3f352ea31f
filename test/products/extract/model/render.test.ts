import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../../src/page/html/html.ts'
import {
  renderChunks,
  renderFacts,
  renderPage,
} from '../../../../src/products/extract/model/render.ts'
import { readFields } from '../../../../src/products/extract/schema/fields.ts'
import { readPage } from '../../../../src/products/extract/source/page.ts'

const read = (html: string) => readPage(parseHtml(html), { url: 'https://a.example/' })
const fields = readFields({
  properties: { warranty: { type: 'string', description: 'Guarantee of the maker' } },
}).properties

describe('a page for a model', () => {
  it('is numbered lines with headings, list items and table rows', () => {
    const page = read(
      '<h1>Lamp</h1><ul><li>Brass</li></ul><table><tr><td>Price</td><td>$39.99</td></tr></table>',
    )
    const { text, leftOut } = renderPage(page, { maxChars: 10_000, fields, targets: false })
    assert.equal(text, '# [1] Lamp\n- [2] Brass\n[3] Price | [4] $39.99')
    assert.equal(leftOut, 0)
  })

  it('shows addresses only when they are asked for', () => {
    const page = read('<p><a href="/x">go</a></p><img src="/i.png" alt="A lamp">')
    assert.equal(renderPage(page, { maxChars: 999, fields, targets: false }).text, '[1] go')
    assert.equal(
      renderPage(page, { maxChars: 999, fields, targets: true }).text,
      '[1] go <https://a.example/x>\nimage https://a.example/i.png (A lamp)',
    )
  })

  it('shows each image once, in the part of the page where it stands', () => {
    const part = (n: number) => `<h2>Part ${n}</h2><p>Words ${n}</p><img src="/${n}.png">`
    const page = read([1, 2, 3].map(part).join(''))
    const { text } = renderPage(page, { maxChars: 9999, fields, targets: true })
    assert.deepEqual(
      text.match(/Words \d|\d\.png/g),
      [1, 2, 3].flatMap(n => [`Words ${n}`, `${n}.png`]),
    )
  })

  it('keeps the blocks that speak of the fields, and says what it left out', () => {
    const filler = Array.from(
      { length: 60 },
      (_, i) => `<h2>Part ${i}</h2><p>${'words about weather '.repeat(20)}</p>`,
    ).join('')
    const page = read(
      `<h1>Lamp</h1>${filler}<h2>Warranty</h2><p>Ten years on all parts</p>${filler}`,
    )
    const { text, leftOut } = renderPage(page, { maxChars: 4000, fields, targets: false })
    assert.ok(text.length <= 4500)
    assert.match(text, /Ten years on all parts/)
    assert.match(text, /# \[1\] Lamp/)
    assert.match(text, /lines left out\]/)
    const shown = text.match(/^(?:#+ |- )?\[\d+\](?! lines)/gm)?.length ?? 0
    assert.equal(shown + leftOut, page.nodes.length)
  })

  it('in chunks it has as many parts in each as there is room for', () => {
    const page = read(
      Array.from({ length: 40 }, (_, n) => `<h2>Part ${n}</h2><p>Words ${n}</p>`).join(''),
    )
    const chunks = renderChunks(page, { maxChars: 200, targets: false })
    assert.ok(chunks.every(chunk => chunk.length <= 200))
    assert.ok(chunks.slice(1).every((chunk, at) => `${chunks[at]}${chunk}`.length > 200))
    const whole = renderChunks(read(`<p>${'long '.repeat(100)}</p>`), {
      maxChars: 200,
      targets: false,
    })
    assert.equal(whole.length, 1)
  })

  it('in chunks it holds every line once', () => {
    const page = read(Array.from({ length: 500 }, (_, i) => `<p>line number ${i}</p>`).join(''))
    const chunks = renderChunks(page, { maxChars: 3000, targets: false })
    assert.ok(chunks.length > 2)
    // None is empty, and none could have taken the next one in.
    assert.ok(chunks.slice(1).every((chunk, at) => chunk && `${chunks[at]}${chunk}`.length > 3000))
    const ids = chunks.join('\n').match(/\[\d+\]/g) ?? []
    assert.equal(new Set(ids).size, 500)
    assert.equal(ids.length, 500)
  })

  it('facts are one line each, and counted when cut', () => {
    const page = read(
      '<script type="application/ld+json">{"@type":"Product","name":"Lamp","sku":"A1"}</script>',
    )
    assert.match(renderFacts(page, 1000).text, /json-ld Product name: Lamp/)
    assert.ok(renderFacts(page, 30).leftOut >= 1)
  })

  it('is at least ten times shorter than the HTML of a marked-up page', () => {
    const row =
      '<div class="row grid-12 product-tile__wrapper" data-testid="tile"><span class="product-tile__name very-long-class">Name</span></div>'
    const html = `<style>${'.a{color:red}'.repeat(500)}</style>${row.repeat(50)}`
    assert.ok(
      renderPage(read(html), { maxChars: 1e6, fields, targets: false }).text.length * 10 <
        html.length,
    )
  })
})
