import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

const extract = (html: string, properties: Record<string, unknown>) =>
  answerWithoutModel(
    openPage(parsePage(html), { url: 'https://page.example/soup', onlyMainContent: false }),
    { schema: { type: 'object', properties }, prompt: undefined },
  ).data

const recipe = (rating: object) =>
  `<html lang="en"><title>Soup</title><meta property="og:site_name" content="Spoon &amp; Pot">
<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: 'Soup',
    aggregateRating: { '@type': 'AggregateRating', ...rating },
  })}</script><body><main><h1>Soup</h1><p>Boil it.</p></main></body></html>`

it('how many rated it is a number of ratings, however the page counts them', () => {
  const asked = {
    ratings: { type: 'number', description: 'Average rating' },
    ratings_count: { type: 'integer', description: 'Number of ratings' },
  }
  for (const name of ['ratingCount', 'reviewCount'])
    assert.deepEqual(extract(recipe({ ratingValue: '5', [name]: 17 }), asked), {
      ratings: 5,
      ratings_count: 17,
    })
  assert.deepEqual(extract(recipe({ ratingValue: '5' }), asked), { ratings: 5 })
})

it('a site’s name is what the page states, though nobody sees it', () => {
  const text = { type: 'string', description: 'Name of the site' }
  for (const name of ['site_name', 'site', 'websiteName'])
    assert.deepEqual(extract(recipe({}), { [name]: text }), { [name]: 'Spoon & Pot' })
})

it('the title of nothing but the page is its heading, and a page title that of its tab', () => {
  const html =
    '<html lang="en"><title>Acme</title><body><main><h1>Pricing plans</h1><p>Two of them.</p></main></body></html>'
  const text = { type: 'string' }
  assert.deepEqual(extract(html, { title: text }), { title: 'Pricing plans' })
  assert.deepEqual(extract(html, { page_title: text }), { page_title: 'Acme' })
  const ofBook = { type: 'string', description: 'Title of the book' }
  assert.deepEqual(extract(html, { title: ofBook }), {})
})

it('the site that a page is part of is no entry of its list', () => {
  const page = {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: 'Bottles',
    isPartOf: { '@type': 'WebSite', name: 'Spoon & Pot', url: 'https://page.example/' },
  }
  const bottles = ['Plain', 'Cloudy', 'Sparkling'].map(
    name => `<li><a href="/p/${name}">${name} sake</a> <span class="price">$12.50</span></li>`,
  )
  const html = `<html lang="en"><title>Bottles</title><script type="application/ld+json">${JSON.stringify(page)}</script>
<body><main><h1>Bottles</h1><ul>${bottles.join('')}</ul></main></body></html>`
  const text = { type: 'string' }
  for (const name of ['products', 'items']) {
    const properties = { name: text, price: { type: 'number' } }
    const asked = {
      category: text,
      [name]: { type: 'array', items: { type: 'object', properties } },
    }
    assert.deepEqual(
      (extract(html, asked) as Record<string, unknown>)[name],
      ['Plain', 'Cloudy', 'Sparkling'].map(one => ({ name: `${one} sake`, price: 12.5 })),
    )
  }
})

it('a date alone is the day it came out, or begins', () => {
  const page = (thing: object) =>
    `<html lang="en"><title>Soup</title><script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...thing })}</script><body><main><h1>Soup</h1><p>Boil it.</p></main></body></html>`
  const text = { type: 'string' }
  const article = { '@type': 'NewsArticle', headline: 'Soup', dateModified: '2024-03-05' }
  const event = { '@type': 'Event', name: 'Soup', startDate: '2024-06-01', endDate: '2024-06-02' }
  for (const name of ['date', 'day']) {
    const html = page({ ...article, datePublished: '2024-03-02' })
    assert.deepEqual(extract(html, { [name]: text }), { [name]: '2024-03-02' })
    assert.deepEqual(extract(page(event), { [name]: text }), { [name]: '2024-06-01' })
  }
  assert.deepEqual(extract(page(article), { date: text }), {})
})

it('replies to a post are its comments, and its answers', () => {
  const said = (type: string, name: string) => ({
    '@type': type,
    text: `${name} says so`,
    author: { '@type': 'Person', name },
    datePublished: '2024-03-02',
  })
  const posts = [
    { '@type': 'DiscussionForumPosting', comment: [said('Comment', 'Ann'), said('Comment', 'Bo')] },
    {
      '@type': 'Question',
      acceptedAnswer: said('Answer', 'Ann'),
      suggestedAnswer: [said('Answer', 'Bo')],
    },
  ]
  const text = { type: 'string' }
  const items = { type: 'object', properties: { author: text, date: text, text } }
  for (const post of posts)
    for (const name of ['replies', 'answers', 'posts']) {
      const html = `<html lang="en"><title>Soup</title><script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...post, name: 'Soup', headline: 'Soup' })}</script><body><main><h1>Soup</h1><p>Boil it.</p></main></body></html>`
      assert.deepEqual(extract(html, { title: text, [name]: { type: 'array', items } }), {
        title: 'Soup',
        [name]: ['Ann', 'Bo'].map(author => ({
          author,
          date: '2024-03-02',
          text: `${author} says so`,
        })),
      })
    }
})

it('what is to be paid now is not what it cost before, and what a review says is its body', () => {
  const offers = { '@type': 'Offer', price: '60', priceCurrency: 'USD' }
  const review = { '@type': 'Review', author: { name: 'Ann' }, reviewBody: 'Nice mug' }
  const mug = { '@type': 'Product', name: 'Mug', offers, review: [review, review] }
  const html = `<html lang="en"><title>Mug</title><script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...mug })}</script><body><main><h1>Mug</h1><p>Made by hand.</p></main></body></html>`
  const price = { type: 'number' }
  assert.deepEqual(extract(html, { price, original_price: price, list_price: price }), {
    price: 60,
  })
  const text = { type: 'string' }
  const reviews = { type: 'array', items: { type: 'object', properties: { author: text, text } } }
  assert.deepEqual(extract(html, { name: text, reviews }), {
    name: 'Mug',
    reviews: [
      { author: 'Ann', text: 'Nice mug' },
      { author: 'Ann', text: 'Nice mug' },
    ],
  })
})

const described = (things: object[], body: string, head = '') =>
  `<html lang="en"><head><title>Lamps | Lumen House</title>${head}<script type="application/ld+json">${JSON.stringify(
    things.map(thing => ({ '@context': 'https://schema.org', ...thing })),
  )}</script></head><body>${body}</body></html>`
const string = { type: 'string' }
const page = '<main><h1>Lamps</h1><p>They burn all night, and some of them all day.</p></main>'

it('what is said of the rating, the offer or the site is not said of the thing', () => {
  const html = described(
    [
      {
        '@type': 'Product',
        name: 'Lamp',
        aggregateRating: { '@type': 'AggregateRating', ratingValue: 4, description: 'Very good' },
      },
      { '@type': 'ItemPage', name: 'Lamp', isPartOf: { '@type': 'WebSite', name: 'Lumen House' } },
    ],
    page,
    '<meta name="description" content="A lamp of brass.">',
  )
  assert.deepEqual(extract(html, { description: string, sku: string }), {
    description: 'A lamp of brass.',
  })
})

it('a company is not called as the question or the page about it', () => {
  const asked = { company_name: string }
  const question = { '@type': 'Question', name: 'How long do lamps burn?' }
  assert.deepEqual(extract(described([question], page), asked), {})
  const site = '<meta property="og:site_name" content="Lumen House">'
  const owner = { company_name: 'Lumen House' }
  assert.deepEqual(extract(described([question], page, site), asked), owner)
  const firm = { '@type': 'Organization', name: 'Lumen House Ltd' }
  assert.deepEqual(extract(described([question, firm], page, site), asked), {
    company_name: 'Lumen House Ltd',
  })
  // Of a job it is not whoever shows it.
  const job = { '@type': 'JobPosting', title: 'Lighter of lamps' }
  assert.deepEqual(extract(described([job], page, site), { ...asked, title: string }), {
    title: 'Lighter of lamps',
  })
})

it('a page in markup is called as its tab: the heading comes first', () => {
  const html = described([{ '@type': 'WebPage', name: 'Lamps | Lumen House' }], page)
  for (const name of ['headline', 'title', 'name'])
    assert.deepEqual(extract(html, { [name]: string }), { [name]: 'Lamps' })
})

it('a former price is higher than the price, or there is none', () => {
  const number = { type: 'number' }
  const meta = '<meta property="product:price:amount" content="20.00">'
  const asked = { price: number, original_price: number }
  const shop = (line: string) => described([], `<main><h1>Lamp</h1>${line}</main>`, meta)
  assert.deepEqual(extract(shop('<p>$20.00</p>'), asked), { price: 20 })
  assert.deepEqual(extract(shop('<p><del>$20.00</del></p>'), asked), { price: 20 })
  assert.deepEqual(extract(shop('<p><del>$28.00</del> $20.00</p>'), asked), {
    price: 20,
    original_price: 28,
  })
})

it('an address is looked for among the links where a format asks for one, but no picture', () => {
  const html = described([], '<main><h1>Lamp</h1><p><a href="/m.pdf">Manual</a> 7</p></main>')
  const asked = (format: string | undefined, name = 'manual_url') =>
    extract(html, { [name]: { type: 'string', ...(format && { format }) } })
  assert.deepEqual(asked('uri'), { manual_url: 'https://page.example/m.pdf' })
  assert.deepEqual(asked('uri', 'manual_image'), {})
  assert.deepEqual(asked('date'), {})
})

it('how many there are is no telephone number', () => {
  const html = described([{ '@type': 'OfferCatalog', name: 'Lamps', numberOfItems: 41 }], page)
  assert.deepEqual(extract(html, { phone: string }), {})
})

it('a telephone number has five figures or more', () => {
  const firm = (telephone: string) =>
    extract(described([{ '@type': 'LocalBusiness', name: 'Lumen House', telephone }], page), {
      phone: string,
    })
  for (const number of ['55123', '+1 (55) 12', '555 0123'])
    assert.deepEqual(firm(number), { phone: number })
  for (const number of ['5512', 'Call 55-12']) assert.deepEqual(firm(number), {})
})

it('a word of schema.org is a word', () => {
  const html = described(
    [
      {
        '@type': 'Product',
        name: 'Lamp',
        image: ['https://page.example/a.jpg', 'https://page.example/b.jpg'],
        offers: { '@type': 'Offer', availability: 'https://schema.org/InStock' },
      },
    ],
    '<main><h1>Lamp</h1><img src="/flag.png"><img src="/other.png"></main>',
  )
  const address = { type: 'string', format: 'uri' }
  assert.deepEqual(
    extract(html, { availability: string, images: { type: 'array', items: address } }),
    {
      availability: 'InStock',
      images: ['https://page.example/a.jpg', 'https://page.example/b.jpg'],
    },
  )
})

it('a review in a list is read as callers call its parts', () => {
  const list = (properties: object) => ({ type: 'array', items: { type: 'object', properties } })
  const review = {
    '@type': 'Review',
    author: { '@type': 'Person', name: 'Ann Reed' },
    description: 'It burns well.',
  }
  const product = described([{ '@type': 'Product', name: 'Lamp', review: [review, review] }], page)
  assert.deepEqual(extract(product, { reviews: list({ reviewer: string, comment: string }) }), {
    reviews: [1, 2].map(() => ({ reviewer: 'Ann Reed', comment: 'It burns well.' })),
  })
})

it('a chef is no time, and a video not at the address of the page', () => {
  const address = { type: 'string', format: 'uri' }
  const asked = { chef: string, video_url: address, url: address }
  const html = (more: object) =>
    described(
      [{ '@type': 'Recipe', name: 'Soup', cookTime: 'PT9M', ...more }],
      page,
      '<meta property="og:url" content="https://page.example/soup">',
    )
  assert.deepEqual(extract(html({}), asked), { url: 'https://page.example/soup' })
  assert.deepEqual(extract(html({ author: { '@type': 'Person', name: 'Ann Reed' } }), asked), {
    chef: 'Ann Reed',
    url: 'https://page.example/soup',
  })
})

it('the city and the code of a place are those of its one address', () => {
  const address = {
    '@type': 'PostalAddress',
    streetAddress: 'Weg 1',
    addressLocality: 'Berlin',
    postalCode: '10115',
    addressCountry: 'DE',
  }
  const place = { '@type': 'Place', address }
  const job = (where: unknown) =>
    described([{ '@type': 'JobPosting', title: 'Cook', jobLocation: where }], page)
  assert.deepEqual(extract(job(place), { city: string }), { city: 'Berlin' })
  assert.deepEqual(extract(job([place, place]), { birth_city: string }), {})
  const cafe = described([{ '@type': 'Cafe', name: 'Ofen', address }], page)
  const parts = { street: string, city: string, zip: string }
  const said = { street: 'Weg 1', city: 'Berlin', zip: '10115' }
  assert.deepEqual(extract(cafe, parts), said)
  assert.deepEqual(extract(cafe, { address: { type: 'object', properties: parts } }), {
    address: said,
  })
})
