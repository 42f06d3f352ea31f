import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../../src/page/html/html.ts'
import { planParts } from '../../../../src/products/extract/model/plan.ts'
import { chunksOf } from '../../../../src/products/extract/model/render.ts'
import { wholeAddress } from '../../../../src/products/extract/model/targets.ts'
import { readPage } from '../../../../src/products/extract/source/page.ts'

const text = { type: 'string' }
const list = (items: object) => ({ type: 'array', items })

/** What a model is shown of a page for these fields. */
const plan = (html: string, properties: object = { warranty: text }) =>
  planParts(readPage(parseHtml(html), { url: 'https://a.example/x/' }), {
    schema: { type: 'object', properties } as Record<string, unknown>,
    prompt: undefined,
  })
const shown = (html: string, properties?: object) => plan(html, properties).parts[0]?.text ?? ''

describe('a page for a model', () => {
  it('is numbered lines: a row of a table, a piece of code and a menu have one number', () => {
    const menu = ['Warranty', 'Help', 'Jobs', 'News'].map(
      name => `<li><a href="#">${name}</a></li>`,
    )
    assert.equal(
      shown(
        `<h1>Lamp</h1><p>Brass</p><table><tr><td>Price</td><td></td><td>$39.99</td></tr></table>
        <pre>one\ntwo</pre><nav><ul>${menu.join('')}</ul></nav>`,
        { warranty: list(text) },
      ),
      '# [1] Lamp\n[2] Brass\n[3] Price |  | $39.99\n[5] one\ntwo\n\n[7] Warranty · Help · Jobs · News',
    )
  })

  it('is in blocks that begin with a heading, and with all that stand right below one another', () => {
    const page = '<h1>Lamp</h1><h2>Price</h2><p>$39</p><p>With oil</p><h2>Care</h2><p>Dry</p>'
    assert.equal(
      shown(`<main>${page}</main>`),
      '# [1] Lamp\n## [2] Price\n[3] $39\n[4] With oil\n\n## [5] Care\n[6] Dry',
    )
  })

  it('shows a list of links whole where one of them is named', () => {
    const titles = [
      'A chapter on the pond and everything that lives in it',
      'Appendix with the tables of all the tides since 1900',
      'A list of the people who have looked after the mill',
    ]
    const items = titles.map((title, at) => `<li><a href="/${at}">${title}</a></li>`)
    const page = shown(
      `<nav><ul>${items.join('')}</ul></nav><main><h1>Mill</h1><p>It grinds rye.</p></main>`,
      { chapters: list(text) },
    )
    for (const title of titles) assert.ok(page.includes(title), page)
  })

  it('leaves out menus that have nothing to do with the fields, and what the page repeats', () => {
    const nav = `<nav>${['Home', 'Lamps', 'Chairs', 'Rugs', 'Sale'].map(name => `<li><a href="/${name}">${name}</a></li>`).join('')}</nav>`
    const specs = Array.from({ length: 20 }, (_, n) => `<p>Part ${n} of brass</p>`).join('')
    const page = shown(`${nav}<h1>Lamp</h1>${specs}<h2>On a phone</h2>${specs}<p>End</p>`)
    assert.doesNotMatch(page, /Chairs/)
    assert.equal(page.match(/Part 9 of brass/g)?.length, 1)
    assert.match(page, /\n\[28\] \(lines 7 to 26 again\)\n\[48\] End$/)
  })

  it('shows short lines again that belong to the next entry: who wrote a post, what a plan has', () => {
    const author =
      '<h4>anna</h4><p>Member</p><p>Joined</p><p>Mar 8, 2006</p><p>Posts</p><p>3,947</p>'
    const page = shown(`<h1>Luggage</h1>${author}<p>First post.</p>${author}<p>Third post.</p>`)
    assert.equal(page.match(/anna/g)?.length, 2)
  })

  it('shows a part of a table with the heads of its columns', () => {
    const rows = Array.from({ length: 90 }, (_, n) => `<tr><td>Room ${n}</td><td>${n} m²</td></tr>`)
    const page = shown(
      `<h1>House</h1><table><tr><th>Name</th><th>Area</th></tr>${rows.join('')}</table>`,
      { rooms: list(text) },
    )
    assert.ok((page.match(/^\(Name \| Area\)$/gm)?.length ?? 0) >= 1, page)
  })

  it('shows the addresses that can answer a field, and no others', () => {
    const html = `<h1>Mill</h1><p>See <a href="/tour">the tour</a></p>
      <p><a href="mailto:mill@a.example">Write to us</a> <a href="tel:+4930123">Call</a></p>
      <footer><a href="https://www.linkedin.com/company/mill"></a></footer><img src="/i.png" alt="The mill">`
    const uri = { type: 'string', format: 'uri' }
    assert.doesNotMatch(shown(html), /</)
    assert.match(shown(html, { email: text }), /Write to us Call <mailto:mill@a\.example>$/m)
    assert.match(shown(html, { phone: text }), /Write to us Call <tel:\+4930123>$/m)
    const linkedin = shown(html, { linkedin_url: uri })
    assert.match(linkedin, /<www\.linkedin\.com\/company\/mill>/)
    assert.doesNotMatch(linkedin, /tour>/)
    assert.match(shown(html, { sights: list({ properties: { url: uri } }) }), /<\/tour>/)
    assert.match(shown(html, { image: uri }), /<image \/i\.png The mill>/)
  })

  it('takes an address back as it was shown', () => {
    for (const [shown, whole] of [
      ['/tour?a=1', 'https://a.example/tour?a=1'],
      ['www.linkedin.com/company/mill', 'https://www.linkedin.com/company/mill'],
      ['http://b.example/x', 'http://b.example/x'],
      ['mailto:mill@a.example', 'mailto:mill@a.example'],
    ] as const)
      assert.equal(wholeAddress(shown, 'https://a.example/x/'), whole)
  })

  it('keeps the blocks that speak of the fields, and says what it left out', () => {
    const filler = (from: string) =>
      Array.from(
        { length: 60 },
        (_, i) =>
          `<h2>Part ${from}${i}</h2><p>${`words about weather ${from} ${i} `.repeat(20)}</p>`,
      ).join('')
    const { parts, warnings } = plan(
      `<h1>Lamp</h1>${filler('a')}<h2>Warranty</h2><p>Ten years on all parts</p>${filler('b')}`,
    )
    const [part] = parts
    assert.ok(part && parts.length === 1 && part.text.length <= 11_000)
    assert.match(part.text, /Ten years on all parts/)
    assert.match(part.text, /# \[1\] Lamp/)
    assert.match(part.text, /\[\d+ lines left out\]/)
    const shown = part.text.match(/^(?:#+ )?\[\d+\](?! lines)/gm)?.length ?? 0
    const leftOut = Number(/(\d+) lines of 243/.exec(warnings.join(' '))?.[1])
    assert.equal(shown + leftOut, 243)
  })

  it('in parts it has every line once, but for what stands on a border', () => {
    const html = Array.from({ length: 900 }, (_, i) => `<p>${`line number ${i} `.repeat(4)}</p>`)
    const { parts } = plan(html.join(''), { lines: list(text) })
    assert.ok(parts.length > 1)
    const ids = parts.flatMap(part => part.text.match(/\[\d+\]/g) ?? [])
    assert.equal(new Set(ids).size, 900)
    assert.ok(ids.length < 1000)
  })

  it('has of the markup what a reader does not see and a field asks for', () => {
    const [part] = plan(
      `<meta name="viewport" content="width=device-width"><script type="application/ld+json">
      {"@type":"Product","name":"Lamp","sku":"A1","color":"brass"}</script><h1>Lamp</h1>`,
      { sku: text, name: text },
    ).parts
    assert.equal(part?.facts, 'Product sku: A1')
  })

  it('is at least ten times shorter than the HTML of a marked-up page', () => {
    const row = (n: number) =>
      `<div class="row grid-12 product-tile__wrapper" data-testid="tile"><span class="product-tile__name very-long-class">Name ${n}</span></div>`
    const html = `<style>${'.a{color:red}'.repeat(500)}</style>${Array.from({ length: 50 }, (_, n) => row(n)).join('')}`
    assert.ok(shown(html).length * 10 < html.length)
  })
})

describe('the pieces of a page', () => {
  const lengths = (chars: number[], limits: Parameters<typeof chunksOf>[1]) =>
    chunksOf(
      chars.map(length => ({
        text: 'x'.repeat(length),
        heading: '',
        lines: 1,
        isMain: true,
        isTop: false,
      })),
      limits,
    ).map(chunk => chunk.map(({ text }) => text.length))

  it('hold as many blocks as fit, with the empty lines between them', () => {
    const cases: [chars: number[], maxChars: number, pieces: number[][]][] = [
      [[], 10, []],
      [[20], 10, [[20]]],
      [[4, 4], 10, [[4, 4]]],
      [[4, 4], 9, [[4], [4]]],
      [[4, 4, 4], 16, [[4, 4, 4]]],
      [[4, 4, 4], 15, [[4, 4], [4]]],
    ]
    for (const [chars, maxChars, pieces] of cases)
      assert.deepEqual(lengths(chars, { maxChars }), pieces, `${chars} in ${maxChars}`)
  })

  it('begin with the last block of the one before, where that is short', () => {
    const cases: [chars: number[], overlapChars: number, pieces: number[][]][] = [
      [
        [4, 4, 4],
        4,
        [
          [4, 4],
          [4, 4],
        ],
      ],
      [[4, 4, 4], 3, [[4, 4], [4]]],
      [
        [8, 2, 3, 2],
        2,
        [
          [8, 2],
          [2, 3, 2],
        ],
      ],
    ]
    for (const [chars, overlapChars, pieces] of cases)
      assert.deepEqual(lengths(chars, { maxChars: 12, overlapChars }), pieces, `${chars}`)
  })
})
