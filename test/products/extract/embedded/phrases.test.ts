import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ask, integer, main, object, text } from './lumen-house-setup.ts'

/* What pages say in set phrases and in links: whose they are, what is next, how many there are. */
const address = { type: 'string', format: 'uri' }
const flag = { type: 'boolean' }

describe('the pages before and behind', () => {
  const asked = {
    next_page: object({ title: text, url: address }),
    previousTopic: text,
  }

  it('are links that say so, or stand below what does', () => {
    const body = main(
      '<ul><li><div>Previous article</div><div><a href="/oil">Oil</a></div></li><li><a href="/chimneys">Next: Chimneys »</a></li></ul>',
    )
    assert.deepEqual(ask(asked, { body }), {
      next_page: { title: 'Chimneys', url: 'https://www.lumenhouse.example/chimneys' },
      previousTopic: 'Oil',
    })
  })

  it('are not this page, nor a button or a sentence', () => {
    const body = main('<button>Next</button><p>Next, fill in the oil and light it.</p>')
    assert.deepEqual(ask(asked, { body }), {})
  })
})

describe('what stands beside the subject', () => {
  it('does not have its title, its address or its owner', () => {
    const asked = {
      lead_story: object({ headline: text, url: address }),
      testimonial: object({ company: text }),
    }
    const head =
      '<title>Lamps | Lumen House</title><link rel="canonical" href="https://www.lumenhouse.example/lamps"><meta property="og:site_name" content="Lumen House">'
    assert.deepEqual(ask(asked, { head, body: main('') }), {})
  })
})

describe('whose page it is', () => {
  it('is the owner, however the page calls what it sells', () => {
    const product = JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Award-winning lamps in Trieste',
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 5, ratingCount: 3 },
    })
    const head = `<title>Award-winning lamps in Trieste</title><meta property="og:site_name" content="Lumen House"><script type="application/ld+json">${product}</script>`
    const body =
      '<main><h1>Award-winning lamps in Trieste</h1><p>Lumen House has made them for years.</p></main>'
    assert.deepEqual(ask({ 'Business Name': text }, { head, body }), {
      'Business Name': 'Lumen House',
    })
  })
})

describe('how to reach it', () => {
  it('is in a link that says something else', () => {
    const body = main(
      '<p><a href="mailto:hello@lumenhouse.example?subject=Lamps">Write to us</a> or <a href="tel:+18884686495">888-468-6495</a></p>',
    )
    assert.deepEqual(ask({ contact_email: text, phone: text }, { body }), {
      contact_email: 'hello@lumenhouse.example',
      phone: '888-468-6495',
    })
  })

  it('is a mail address with an apostrophe, whole', () => {
    const body = main("<p>Write to Pat.O'Brien@lumenhouse.example</p>")
    assert.deepEqual(ask({ contact_email: text }, { body }), {
      contact_email: "Pat.O'Brien@lumenhouse.example",
    })
  })

  it('is one number by voice and one by fax', () => {
    const body = `${main('')}<footer><p>Tel 703-841-3229 Fax 703-841-3329</p></footer>`
    assert.deepEqual(ask({ phone: text, fax_number: text }, { body }), {
      phone: '703-841-3229',
      fax_number: '703-841-3329',
    })
  })

  it('is an address, part by part', () => {
    const asked = { address: object({ street: text, city: text, state: text, zip: text }) }
    const whole = { street: '3390 De La Cruz Blvd', city: 'Santa Clara', state: 'CA', zip: '95054' }
    const line = main('<p>3390 De La Cruz Blvd Santa Clara, CA 95054 - Online: a@b.example</p>')
    assert.deepEqual(ask(asked, { body: line }), { address: whole })
    const lines = `${main('')}<footer><address>Lumen House<br>2500 S. Hwy 183 Suite 230<br>Austin TX, 78744</address></footer>`
    assert.deepEqual(ask(asked, { body: lines }), {
      address: { street: '2500 S. Hwy 183 Suite 230', city: 'Austin', state: 'TX', zip: '78744' },
    })
  })
})

describe('how many there are', () => {
  it('is the last number of "1-24 items of 33"', () => {
    const asked = { total_results: integer }
    assert.deepEqual(ask(asked, { body: main('<p>1-24 items of 33</p>') }), { total_results: 33 })
    const events = main('<p>showing 30 out of 438 conferences</p>')
    assert.deepEqual(ask({ total_conferences: integer }, { body: events }), {
      total_conferences: 438,
    })
    assert.deepEqual(ask({ review_count: integer }, { body: events }), {})
  })

  it('is the highest page', () => {
    const links = [2, 3, 12].map(at => `<a href="?p=${at}">${at}</a>`).join(' ')
    const asked = { page_count: integer }
    assert.deepEqual(ask(asked, { body: main(`<div class="pagination">1 ${links}</div>`) }), {
      page_count: 12,
    })
    assert.deepEqual(ask(asked, { body: main('<p>Page 1 of 7</p>') }), { page_count: 7 })
    assert.deepEqual(ask(asked, { body: main(`<p>${links}</p>`) }), {})
  })
})

describe('yes and no', () => {
  it('is no where it is denied', () => {
    const asked = { credit_card_required: flag, machine_washable: flag, free_shipping: flag }
    const body = main(
      '<p>No credit card required for sign up</p><p>Do not machine wash</p><p>Free shipping</p>',
    )
    assert.deepEqual(ask(asked, { body }), {
      credit_card_required: false,
      machine_washable: false,
      free_shipping: true,
    })
    const asking = main('<p>Is a credit card required if I do not order?</p>')
    assert.deepEqual(ask({ credit_card_required: flag }, { body: asking }), {})
  })
})

describe('a line or a cell that says more than the value', () => {
  it('is cut before the next label, and a code before other words', () => {
    const body = main('<p>SKU: WD-100 | In stock</p><p>Material: Brass · Finish: Matt</p>')
    assert.deepEqual(ask({ sku: text, material: text }, { body }), {
      sku: 'WD-100',
      material: 'Brass',
    })
  })

  it('is below zero where an account has it in brackets', () => {
    const body = main(
      '<table><tr><th>Item</th><th>2025</th></tr><tr><td>Revenue</td><td>9,500</td></tr><tr><td>Profit</td><td>(1,234)</td></tr><tr><td>Comments</td><td>(1,411)</td></tr></table>',
    )
    const asked = { revenue: integer, profit: integer, comments: integer }
    assert.deepEqual(ask(asked, { body }), { revenue: 9500, profit: -1234, comments: 1411 })
  })
})
