import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../../src/page/html/html.ts'
import regionRanker from '../../../../src/page/learned/regions.generated.json' with { type: 'json' }
import { fillSchema } from '../../../../src/products/extract/embedded/fill.ts'
import {
  chooseRegions,
  rankRegions,
} from '../../../../src/products/extract/embedded/regions/records.ts'
import { findRegions } from '../../../../src/products/extract/embedded/regions/regions.ts'
import { shipped } from '../../../../src/products/extract/embedded/state/learned.ts'
import { compileSchema } from '../../../../src/products/extract/schema/compile.ts'
import { readPage } from '../../../../src/products/extract/source/page.ts'

const extract = (html: string, schema: unknown) =>
  fillSchema(readPage(parseHtml(html), { url: 'https://shop.example/p' }), compileSchema(schema))

const text = { type: ['string', 'null'] }
const ld = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`

describe('fields from markup', () => {
  const recipe = ld({
    '@graph': [
      { '@type': 'WebSite', name: 'Soup Site' },
      {
        '@type': 'Recipe',
        name: 'Leek soup',
        author: { '@id': '#ann' },
        recipeIngredient: ['2 leeks', '1 potato'],
        recipeInstructions: [
          { '@type': 'HowToSection', itemListElement: [{ '@type': 'HowToStep', text: 'Chop.' }] },
          { '@type': 'HowToStep', text: 'Boil.' },
        ],
        totalTime: 'PT1H10M',
        recipeYield: '4 servings',
        aggregateRating: { ratingValue: '4.5', ratingCount: 12 },
        nutrition: { calories: '210 kcal' },
        keywords: 'soup, winter',
      },
      { '@type': 'Person', '@id': '#ann', name: 'Ann Cook' },
    ],
  })

  it('are found by meaning, typed, and carry their source', () => {
    const { data, sources, missing } = extract(recipe, {
      type: 'object',
      properties: {
        title: text,
        author: text,
        ingredients: { type: 'array', items: { type: 'string' } },
        steps: { type: 'array', items: { type: 'string' } },
        total_time: { type: 'integer', description: 'Total time in minutes' },
        servings: { type: 'integer' },
        rating: { type: 'number' },
        rating_count: { type: 'integer' },
        keywords: { type: 'array', items: { type: 'string' } },
        nutrition: { type: 'object', properties: { calories: { type: 'number' } } },
      },
    })
    assert.deepEqual(data, {
      title: 'Leek soup',
      author: 'Ann Cook',
      ingredients: ['2 leeks', '1 potato'],
      steps: ['Chop.', 'Boil.'],
      total_time: 70,
      servings: 4,
      rating: 4.5,
      rating_count: 12,
      keywords: ['soup', 'winter'],
      nutrition: { calories: 210 },
    })
    assert.deepEqual(missing, [])
    assert.equal(sources.get('/total_time')?.quote, 'PT1H10M')
    assert.equal(sources.get('/ingredients/1')?.fact, 'json-ld Recipe recipeIngredient')
  })

  it('an array of objects is filled from the things the page lists', () => {
    const items = [1, 2, 3].map(i => ({
      '@type': 'ListItem',
      item: { '@type': 'Product', name: `Chair ${i}`, offers: { price: `${i}9.50` } },
    }))
    const { data } = extract(ld({ '@type': 'ItemList', itemListElement: items }), {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' } },
      },
    })
    assert.deepEqual(
      data,
      [1, 2, 3].map(i => ({ name: `Chair ${i}`, price: i * 10 + 9.5 })),
    )
  })

  it('stock and condition become the caller’s own words', () => {
    const html = ld({
      '@type': 'Product',
      name: 'Lamp',
      offers: {
        price: 5,
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/UsedCondition',
      },
    })
    const { data } = extract(html, {
      type: 'object',
      properties: {
        availability: { enum: ['InStock', 'OutOfStock', null] },
        available: { type: 'boolean' },
      },
    })
    assert.deepEqual(data, { availability: 'InStock', available: true })
  })
})

describe('fields from the page’s text', () => {
  const shop = `<html><head><title>Brass desk lamp | Lumen House</title></head><body><nav><a href="/">Home</a><a href="/lamps">Lamps</a></nav>
    <h1>Brass desk lamp</h1><p>A quiet light for late work.</p>
    <table><tr><td>Price</td><td>$39.99</td></tr><tr><td>Manufacturer</td><td>Lumen House</td></tr><tr><td>Weight</td><td>1.2 kg</td></tr></table>
    <dl><dt>Release date</dt><dd>March 12, 2021</dd><dt>Warranty</dt><dd>Two years</dd></dl>
    <h2>Features</h2><ul><li>Warm light</li><li>Heavy foot</li><li>Cotton cable</li></ul>
    <footer><a href="/imprint">Imprint</a></footer></body></html>`

  it('are found by labels, tables, definition lists and headings', () => {
    const { data, sources } = extract(shop, {
      type: 'object',
      properties: {
        price: { type: 'number' },
        manufacturer: text,
        weight: text,
        release_date: { type: 'string', format: 'date' },
        warranty: text,
        features: { type: 'array', items: { type: 'string' } },
      },
    })
    assert.deepEqual(data, {
      price: 39.99,
      manufacturer: 'Lumen House',
      weight: '1.2 kg',
      release_date: '2021-03-12',
      warranty: 'Two years',
      features: ['Warm light', 'Heavy foot', 'Cotton cable'],
    })
    assert.equal(sources.get('/release_date')?.quote, 'March 12, 2021')
    assert.ok((sources.get('/price')?.node ?? 0) > 0)
  })

  it('the page’s subject is its title', () => {
    const { data } = extract(shop, {
      type: 'object',
      properties: { name: { type: 'string', description: 'Name of the product' } },
    })
    assert.deepEqual(data, { name: 'Brass desk lamp' })
  })

  it('what is not there is null or absent, never invented', () => {
    const { data, missing } = extract(shop, {
      type: 'object',
      properties: {
        isbn: text,
        flight_number: { type: 'string' },
        blood_type: text,
        tuition_fee: { type: ['number', 'null'] },
      },
    })
    assert.deepEqual(data, { isbn: null, blood_type: null, tuition_fee: null })
    assert.deepEqual(missing, ['/isbn', '/flight_number', '/blood_type', '/tuition_fee'])
  })

  it('half a name is not the field: a page with a region has no wine region', () => {
    const html = '<h1>Job</h1><dl><dt>Region</dt><dd>Portland, OR</dd></dl>'
    const schema = { type: 'object', properties: { region: text, wine_region: text } }
    assert.deepEqual(extract(html, schema).data, { region: 'Portland, OR', wine_region: null })
  })

  it('fields that ask for a judgement are left to a model, by name', () => {
    const { needsModel, data } = extract(shop, {
      type: 'object',
      properties: {
        summary: text,
        sentiment: text,
        pros: { type: 'array', items: { type: 'string' } },
        note: { type: 'string', description: 'Explain why one should buy it' },
      },
    })
    assert.deepEqual(needsModel, ['/summary', '/sentiment', '/pros', '/note'])
    assert.deepEqual(data, { summary: null, sentiment: null })
  })

  it('a value that breaks the caller’s own rule is taken out, and a forced one is named', () => {
    const { data, problems } = extract(shop, {
      type: 'object',
      required: ['price', 'isbn'],
      properties: { price: { type: ['number', 'null'], maximum: 10 }, isbn: { type: 'string' } },
    })
    assert.deepEqual(data, { price: null })
    assert.equal(problems[0]?.keyword, 'required')
    assert.match(problems[0]?.message ?? '', /isbn/)
  })
})

describe('repeated records', () => {
  it('are chosen by a ranker that was trained on the features it is given', () => {
    const list = '<ul><li>Tea, green</li><li>Tea, black</li><li>Tea, white</li></ul>'
    const page = readPage(parseHtml(list), { url: 'https://tea.example/' })
    const row = findRegions(page)[0]?.features
    assert.equal(row?.length, regionRanker.columns.length)
    assert.ok(row?.every(value => Number.isFinite(value)))
  })

  it('may be spread over neighbouring elements', () => {
    const rows = ['Rust', 'Zig', 'Elm', 'Lean']
      .map(
        name =>
          `<tr class="title"><td><a href="/${name}">News about ${name}</a></td></tr><tr class="below"><td>12 points by ${name}fan</td></tr>`,
      )
      .join('')
    const page = readPage(parseHtml(`<table>${rows}</table>`), { url: 'https://news.example/' })
    const texts = findRegions(page).map(({ records }) =>
      records.map(({ nodes }) => nodes.map(node => node.text).join(' / ')),
    )
    assert.ok(
      texts.some(
        ([first, , , last, ...more]) =>
          more.length === 0 &&
          first === 'News about Rust / 12 points by Rustfan' &&
          last === 'News about Lean / 12 points by Leanfan',
      ),
    )
  })

  const listsOf = (body: string) =>
    findRegions(readPage(parseHtml(body), { url: 'https://lists.example/' })).map(({ records }) =>
      records.map(({ nodes }) => nodes.map(node => node.text).join(' / ')),
    )
  const teams = ['Ajax', 'Bayern', 'Celtic', 'Dynamo']

  it('that take turns with what is said of them are never cut in two', () => {
    const items = teams.map(team => `<dt>${team}</dt><dd>A club named ${team}</dd>`).join('')
    const lists = listsOf(`<dl>${items}</dl>`)
    assert.deepEqual(lists, [teams.map(team => `${team} / A club named ${team}`)])
  })

  it('leave out the menus of the page', () => {
    const page = readPage(parseHtml(html), { url: 'https://shop.example/' })
    const [records, ...more] = chooseRegions(rankRegions(page, shipped.regions))
    assert.equal(more.length, 0)
    assert.equal(records?.records[4]?.nodes[0]?.text, 'Bed No. 4')
  })

  const cards = ['Chair', 'Table', 'Sofa', 'Shelf', 'Bed']
    .map(
      (name, i) =>
        `<div class="card"><h3><a href="/p/${i}">${name} No. ${i}</a></h3><span class="price">$${i + 1}49.00</span><p class="maker">Maker ${name}</p></div>`,
    )
    .join('')
  const html = `<html><body><nav><ul>${'<li><a href="/x">Menu entry</a></li>'.repeat(8)}</ul></nav><h1>Furniture</h1><div class="grid">${cards}</div></body></html>`

  it('become an array with a source for each leaf', () => {
    const { data, sources } = extract(html, {
      type: 'object',
      properties: {
        products: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              price: { type: 'number' },
              url: { type: 'string', format: 'uri' },
            },
          },
        },
      },
    })
    const products = (data as { products: Record<string, unknown>[] }).products
    assert.equal(products.length, 5)
    assert.deepEqual(products[2], {
      name: 'Sofa No. 2',
      price: 349,
      url: 'https://shop.example/p/2',
    })
    assert.equal(sources.get('/products/4/price')?.quote, '549.00')
  })

  const teas = (names: string[]) =>
    names
      .map(
        name =>
          `<li class="tea"><h3>${name} tea</h3><span class="price">€${name.length}.50</span></li>`,
      )
      .join('')
  const tea = {
    type: 'object',
    properties: { name: { type: 'string' }, price: { type: 'number' } },
  }
  const pieces = `<main><h1>Our teas</h1><section class="green"><h2>Green</h2><ul>${teas(['Sencha', 'Matcha', 'Gyokuro', 'Bancha'])}</ul></section><div class="more"><h2>Black</h2><div><ul>${teas(['Assam', 'Darjeeling', 'Ceylon', 'Keemun'])}</ul></div></div></main>`

  it('that a page has in several pieces are one list for who asks for one', () => {
    const { data } = extract(pieces, { type: 'array', items: tea })
    assert.deepEqual(
      (data as { name: string }[]).map(({ name }) => name),
      ['Sencha', 'Matcha', 'Gyokuro', 'Bancha', 'Assam', 'Darjeeling', 'Ceylon', 'Keemun'].map(
        name => `${name} tea`,
      ),
    )
  })

  it('are one list each where a schema asks for two', () => {
    const { data } = extract(pieces, {
      type: 'object',
      properties: {
        green_teas: { type: 'array', items: tea },
        black_teas: { type: 'array', items: tea },
      },
    })
    for (const list of Object.values(data as Record<string, unknown[]>))
      assert.equal(list.length, 4)
  })

  it('rows of a table are aligned by their column heads', () => {
    const rows = [
      ['Ada', 'London', '36'],
      ['Bob', 'Paris', '41'],
      ['Cy', 'Rome', '29'],
    ]
    const table = `<table><thead><tr><th>Name</th><th>City</th><th>Age</th></tr></thead><tbody>${rows.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`
    const { data } = extract(table, {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          age: { type: 'integer' },
          city: { type: 'string' },
          name: { type: 'string' },
        },
      },
    })
    assert.deepEqual(
      data,
      rows.map(([name, city, age]) => ({ age: Number(age), city, name })),
    )
  })
})
