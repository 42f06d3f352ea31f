import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

/** Pages that lack what was asked for, and say something else in its place. */
const text = { type: 'string' }

const extract = (body: string, properties: Record<string, unknown>, title = 'Page') =>
  answerWithoutModel(
    openPage(
      parsePage(`<html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`),
      { url: 'https://page.example/', onlyMainContent: false },
    ),
    { schema: { type: 'object', properties }, prompt: undefined },
  )

describe('a label whose value is missing', () => {
  it('does not take the next line’s, which has a name of its own', () => {
    const { data } = extract(
      '<main><h1>Kestrel 40</h1><div><p>Engine:</p><p>Sails: two, 38 square metres</p><p>Draught: 1.6 m</p></div></main>',
      { engine: text, draught: text },
      'Kestrel 40',
    )
    assert.deepEqual(data, { draught: '1.6 m' })
  })

  it('does not take the words between names, nor what is there to press', () => {
    const { data } = extract(
      '<main><h1>Night Ferry</h1><p class="author">by <span></span> and <span></span></p><p>Publisher: <a href="/all">See all titles</a></p></main>',
      { author: text, publisher: text },
      'Night Ferry',
    )
    assert.deepEqual(data, {})
  })

  it('does not take words where a number belongs', () => {
    const { data } = extract(
      '<main><h1>Camp stove</h1><div><p>Price:</p><p>Still need answers?</p></div><div><p>Published</p><p>Paperback, 352 pages</p></div></main>',
      { price: text, published: text },
      'Camp stove',
    )
    assert.deepEqual(data, {})
  })

  it('but words in front of which the name stands are its value', () => {
    const { data } = extract(
      '<main><h1>City walk</h1><table><tr><th>Price</th><td>Pay what you want</td></tr><tr><th>Start</th><td>9 am</td></tr></table></main>',
      { price: text },
      'City walk',
    )
    assert.deepEqual(data, { price: 'Pay what you want' })
  })
})

describe('what only stands where a value would', () => {
  const asked = (body: string, name: string) =>
    extract(`<main><h1>Camp stove</h1>${body}</main>`, { [name]: text }, 'Camp stove').data

  it('a note that there is none', () => {
    for (const note of ['N/A', 'n/a', 'Not available', 'Loading map...'])
      assert.deepEqual(asked(`<p>Weight: 2 kg</p><p>Colour: ${note}</p>`, 'colour'), {}, note)
  })

  it('words for an e-mail address, a sentence for a code, a question for a company', () => {
    assert.deepEqual(asked('<p>Email: Enter an email address</p>', 'email'), {})
    assert.deepEqual(asked('<h2>SKU</h2><p>free of dyes and parabens</p>', 'sku'), {})
    assert.deepEqual(asked('<h2>Which company should I hire?</h2>', 'company_name'), {})
  })

  it('how many rated it', () => {
    assert.deepEqual(asked('<p>Rating</p><p>54 ratings</p>', 'rating'), {})
  })

  it('the next cell, which has a name of its own', () => {
    const row = '<tr><td>Colour: <b></b></td><td>Fuel: <b>Gas</b></td></tr>'
    assert.deepEqual(asked(`<table>${row}<tr><td>Size:</td><td>8</td></tr></table>`, 'colour'), {})
  })
})

describe('another thing of the same kind', () => {
  it('an ISBN of ten digits is not the one of thirteen', () => {
    const body =
      '<main><h1>Night Ferry</h1><ul><li>ISBN-10: 0306406152</li><li>Pages: 320</li></ul></main>'
    assert.deepEqual(extract(body, { isbn_13: text }, 'Night Ferry').data, {})
    assert.deepEqual(extract(body, { isbn: text }, 'Night Ferry').data, { isbn: '0306406152' })
  })

  it('what is crossed out, or called so by its class or style, is not the price', () => {
    for (const old of [
      '<del>$89.00</del>',
      '<p class="old-price"><span class="label">Regular price</span> <span class="price">$89.00</span></p>',
      '<span class="price--was">$89.00</span>',
      '<span style="text-decoration: line-through">$89.00</span>',
    ]) {
      const body = `<main><h1>Camp stove</h1><div class="price-box">${old}<p class="special-price"><span class="price">$61.50</span></p></div></main>`
      assert.deepEqual(extract(body, { price: text }, 'Camp stove').data, { price: '$61.50' }, old)
    }
  })

  it('what it cost before, and what the dealer paid, is not the price', () => {
    const { data } = extract(
      '<main><h1>Camp stove</h1><table><tr><td>Original price:</td><td>$89.00</td></tr><tr><td>Dealer invoice:</td><td>$61.50</td></tr></table></main>',
      { price: text },
      'Camp stove',
    )
    assert.deepEqual(data, {})
  })

  it('a firm is no place', () => {
    const { data } = extract(
      '<main><h1>Welder</h1><p>Harbour Works, LLC</p><p>Full time, day shift.</p></main>',
      { location: text },
      'Welder',
    )
    assert.deepEqual(data, {})
  })
})

describe('who wrote it', () => {
  it('is not what stands where a name should', () => {
    for (const words of ['(See all contributors)', 'Author profiles', 'by'])
      assert.deepEqual(
        extract(
          `<main><h1>Night Ferry</h1><p class="byline">${words}</p><p>A novel of the northern sea, in three parts.</p></main>`,
          { author: text },
          'Night Ferry',
        ).data,
        {},
        words,
      )
  })

  it('is said behind the name by some', () => {
    const { data } = extract(
      '<main><h1>Night Ferry</h1><p><a href="/p/1">Ada Marsh</a> (Author), <a href="/p/2">Jon Vale</a> (Illustrator)</p></main>',
      { author: text, illustrator: text },
      'Night Ferry',
    )
    assert.deepEqual(data, { author: 'Ada Marsh', illustrator: 'Jon Vale' })
  })
})

describe('labels in other words than the caller’s', () => {
  const body =
    '<main><h1>Kestrel 40</h1><table><tr><th>Motor</th><td>Diesel, 29 hp</td></tr><tr><th>Manufacturer</th><td>Norden Yachts</td></tr><tr><th>Asking price</th><td>€ 84,500</td></tr></table></main>'

  it('are believed where no other text comes near', () => {
    for (const [name, value] of [
      ['engineType', 'Diesel, 29 hp'],
      ['built_by', 'Norden Yachts'],
      ['brand', 'Norden Yachts'],
      ['cost', '€ 84,500'],
    ] as const)
      assert.deepEqual(extract(body, { [name]: text }, 'Kestrel 40').data, { [name]: value }, name)
  })

  it('and the description is the name where the name says nothing', () => {
    const field = { type: 'string', description: 'Manufacturer of the boat' }
    for (const name of ['x_17', 'field3', 'val'])
      assert.deepEqual(
        extract(body, { [name]: field }, 'Kestrel 40').data,
        { [name]: 'Norden Yachts' },
        name,
      )
  })

  it('and the warning names them', () => {
    const { warnings } = extract(body, { power_plant: text, cost: text }, 'Kestrel 40')
    assert.ok(warnings.length > 0)
  })
})

describe('the browser’s tab', () => {
  it('does not say who the company is', () => {
    const { data } = extract(
      '<p>We are looking for a welder.</p><p>Full time, day shift.</p>',
      { 'company-name': text },
      'Welder wanted',
    )
    assert.deepEqual(data, {})
  })
})

describe('a table without rows', () => {
  it('has heads only, and one head is no value of another', () => {
    const heads = ['Merchant', 'Base', 'Shipping', 'Availability', 'Total']
    const { data } = extract(
      `<main><h1>Camp stove</h1><table><tr>${heads.map(head => `<th>${head}</th>`).join('')}</tr></table></main>`,
      { merchant: text, shipping: text, availability: text },
      'Camp stove',
    )
    assert.deepEqual(data, {})
  })
})

describe('an empty cart', () => {
  it('is no price, which a label says otherwise', () => {
    const price = { type: 'number' }
    const cart = '<header><a href="/cart">$0.00</a></header><main><h1>Camp stove</h1>'
    assert.deepEqual(extract(`${cart}</main>`, { price }, 'Camp stove').data, {})
    const free = extract(`${cart}<p>Price: $0.00</p></main>`, { price }, 'Camp stove')
    assert.deepEqual(free.data, { price: 0 })
  })
})

describe('a field whose own words the page never says', () => {
  const post =
    '<article><h1>Lamps we like</h1><p>By Ann Reed</p><time datetime="2025-07-03">3 July 2025</time><p>All of them burn oil.</p></article>'

  it('has no answer, though the page has a day, a heading and a number of comments', () => {
    const page = `${post}<p class="comment-count">12 comments</p>`
    const asked = {
      warranty_date: { type: 'string', format: 'date' },
      hospital_name: text,
      number_of_passengers: { type: 'integer' },
    }
    assert.deepEqual(extract(page, asked, 'Lamps we like').data, {})
  })

  it('but one that names the sort of value and the thing has', () => {
    const asked = { article_title: text, date_published: text, author: text }
    assert.deepEqual(extract(post, asked, 'Lamps we like').data, {
      article_title: 'Lamps we like',
      date_published: '2025-07-03',
      author: 'Ann Reed',
    })
  })
})

describe('a value whose own label names another thing', () => {
  it('is no answer', () => {
    const person =
      '<main><h1>Ann Reed</h1><table><tr><th>Date of birth</th><td>4 July 1990</td></tr><tr><th>Club</th><td>Carlton</td></tr></table><p>Please check in at the desk. 12 reviews. Four bedrooms are on each floor.</p></main>'
    const asked = {
      check_in_date: { type: 'string', format: 'date' },
      bedrooms_count: { type: 'integer' },
    }
    assert.equal(Object(extract(person, asked, 'Ann Reed').data).check_in_date, undefined)
  })
})

describe('what only the markup says', () => {
  const product = (price: string) =>
    `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Brass lamp","offers":{"@type":"Offer","price":"${price}","seller":{"@type":"Organization","name":"Lumen"}}}</script><main><h1>Brass lamp</h1><p>Price: $48.00</p><p>Seller: Oak and Sons</p></main>`
  const asked = { price: { type: 'number' }, seller: text }

  it('gives way to what the page shows under the field’s own label, with a warning', () => {
    const { data, warnings } = extract(product('9.99'), asked, 'Brass lamp')
    assert.deepEqual(data, { price: 48, seller: 'Oak and Sons' })
    assert.match(warnings.join(' '), /Not sure of .*\/price/)
    assert.match(warnings.join(' '), /Not sure of .*\/seller/)
  })

  it('is surer where the page shows the same', () => {
    const { data, warnings } = extract(product('48.00'), { price: asked.price }, 'Brass lamp')
    assert.deepEqual(data, { price: 48 })
    assert.deepEqual(warnings, [])
  })
})
