import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

/** Pages that say little, much at once, or something else than what was asked. */
const text = { type: 'string' }
const number = { type: 'number' }

const extract = (body: string, properties: Record<string, unknown>, head = '') =>
  answerWithoutModel(
    openPage(parsePage(`<html lang="en"><head>${head}</head><body>${body}</body></html>`), {
      url: 'https://page.example/',
      onlyMainContent: false,
    }),
    { schema: { type: 'object', properties }, prompt: undefined },
  )
const ld = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`

describe('what needs no label', () => {
  it('a telephone number, an address, a price: the only one of the page', () => {
    const { data } = extract(
      '<main><h1>Trattoria Da Nino</h1><p>(040) 555-1234</p><p>12 Harbour Street, Dover, DE 19901</p><p>Closed on Mondays</p></main>',
      { phone: text, address: text },
      '<title>Trattoria Da Nino</title>',
    )
    assert.deepEqual(data, {
      phone: '(040) 555-1234',
      address: '12 Harbour Street, Dover, DE 19901',
    })
    const shop = extract(
      '<main><h1>Brass lamp</h1><p>$39.99</p><p>A quiet light for late work.</p></main>',
      { price: number },
      '<title>Brass lamp</title>',
    )
    assert.deepEqual(shop.data, { price: 39.99 })
  })

  it('a date under the heading, in its own element', () => {
    const { data } = extract(
      '<main><article><h1>Bridge opens after ten years</h1><time datetime="2024-03-05">5 March 2024</time><p>The bridge over the river opened to traffic on Monday, and the town came to see it.</p></article></main>',
      { published_date: { type: 'string', format: 'date' } },
      '<title>Bridge opens after ten years</title>',
    )
    assert.deepEqual(data, { published_date: '2024-03-05' })
  })
})

describe('what is said of the page is not said of the thing', () => {
  it('content-type is no type, and the site’s name is no name', () => {
    const { data } = extract(
      '<main><h1>Northfield College</h1><p>Founded in 1866 on a hill above the town.</p></main>',
      { name: text, type: text },
      '<meta http-equiv="content-type" content="text/html; charset=utf-8"><meta property="og:site_name" content="College Guide"><meta property="og:type" content="website"><title>Northfield College - College Guide</title>',
    )
    assert.deepEqual(data, { name: 'Northfield College' })
  })

  it('the telephone of the site’s owner is not that of the restaurant', () => {
    const owner = ld({ '@type': 'Organization', name: 'Table Guide', telephone: '+1 800 555 0100' })
    const { data } = extract(
      '<main><h1>Da Nino</h1><p>Fish and pasta by the harbour.</p></main>',
      { name: text, phone: text },
      `<title>Da Nino</title>${owner}`,
    )
    assert.deepEqual(data, { name: 'Da Nino' })
  })

  it('but its owner is, where the page is about it', () => {
    const owner = ld({ '@type': 'Organization', name: 'Da Nino', telephone: '+39 040 555 1234' })
    const { data } = extract(
      '<main><h1>Da Nino</h1><p>Fish and pasta by the harbour.</p></main>',
      { phone: text },
      owner,
    )
    assert.deepEqual(data, { phone: '+39 040 555 1234' })
  })

  it('article:published_time is when it was published, by whatever name', () => {
    for (const name of ['published', 'datePublished', 'publication_date', 'publishedAt'])
      assert.deepEqual(
        extract(
          '<main><h1>News</h1><p>Something happened.</p></main>',
          { [name]: text },
          '<meta property="article:published_time" content="2024-03-05T10:00:00Z">',
        ).data,
        { [name]: '2024-03-05T10:00:00Z' },
        name,
      )
  })
})

describe('silence', () => {
  it('is better than a label, a stroke or an entry of a menu', () => {
    const { data, warnings } = extract(
      '<nav><a href="/a">Brand</a><a href="/b">Colors</a><a href="/c">Sizes</a></nav><main><h1>Oak shelf</h1><dl><dt>Brand</dt><dd>|</dd><dt>Color</dt><dd></dd></dl><p>Warranty:</p></main>',
      { brand: text, color: text, warranty: text, size: text },
      '<title>Oak shelf</title>',
    )
    assert.deepEqual(data, {})
    assert.match(warnings.join(' '), /Not found|Nothing/)
  })

  it('is the answer where the value is not there', () => {
    const { data } = extract(
      '<main><h1>Oak shelf</h1><p>A shelf of solid oak.</p><p>Weight: 12 kg</p><p>See also: Pine shelf</p></main>',
      { price: number, author: text, isbn: text, director: text, weight: text },
      '<title>Oak shelf</title>',
    )
    assert.deepEqual(data, { weight: '12 kg' })
  })
})

describe('several facts', () => {
  it('what it was is not what it is', () => {
    const body =
      '<main><h1>Shelf</h1><div class="prices"><span>Was $154.95</span> <span class="price">$129.00</span></div></main>'
    const { data } = extract(
      body,
      { price: number, original_price: number },
      '<title>Shelf</title>',
    )
    assert.deepEqual(data, { price: 129, original_price: 154.95 })
  })

  it('in one line are several facts', () => {
    const { data } = extract(
      '<main><h1>12 Oak Lane</h1><p>3 bedrooms · 2 bathrooms · 1,200 sq ft</p></main>',
      { bedrooms: { type: 'integer' }, bathrooms: { type: 'integer' } },
      '<title>12 Oak Lane</title>',
    )
    assert.deepEqual(data, { bedrooms: 3, bathrooms: 2 })
  })

  it('of an address that stands in one line', () => {
    const { data } = extract(
      '<main><h1>Corner shop</h1><p>Address: 12 Main Street, Springfield, IL 62704</p></main>',
      { city: text, state: text, zip: text },
      '<title>Corner shop</title>',
    )
    assert.deepEqual(data, { city: 'Springfield', state: 'IL', zip: '62704' })
  })
})

describe('confidence', () => {
  it('stands in the evidence, and what is unsure in the warning', () => {
    const { evidence, warnings } = extract(
      '<main><h1>Lamp</h1><p>Brand: Kelmo</p></main>',
      { brand: text },
      '<title>Lamp</title>',
    )
    const { confidence = 0 } = evidence['/brand'] ?? {}
    assert.ok(confidence > 0.5 && confidence <= 1)
    assert.equal(/Not sure of \/brand/.test(warnings.join(' ')), confidence < 0.7)
  })
})

it('how many a dish is for is a number, not a name', () => {
  const dish = (line: string) => extract(`<main><h1>Soup</h1>${line}</main>`, { yields: text }).data
  assert.deepEqual(dish('<p>Makes 3/4 cup of sauce or 2 large pans</p>'), {})
  assert.deepEqual(dish('<p><b>Yield</b></p><p>12 rolls or 24 halves, with crumbs left over</p>'), {
    yields: '12 rolls or 24 halves, with crumbs left over',
  })
})
