import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../../src/page/html/html.ts'
import { groundData } from '../../../../src/products/extract/grounding/data.ts'
import { readLines } from '../../../../src/products/extract/grounding/lines.ts'
import { indexPage } from '../../../../src/products/extract/grounding/page-index.ts'
import { readFields } from '../../../../src/products/extract/schema/fields.ts'
import { readPage } from '../../../../src/products/extract/source/page.ts'

const prepare = (html: string) =>
  indexPage(readLines(readPage(parseHtml(html), { url: 'https://a.example/' })))

const number = { type: 'number' }
const text = { type: 'string' }

/** Whether the page is taken as a proof of one value. */
const proves = (html: string, name: string, value: unknown): boolean => {
  const schema = typeof value === 'number' ? number : text
  const fields = readFields({ type: 'object', properties: { [name]: schema } })
  return groundData(prepare(html), fields, { [name]: value }).dropped.length === 0
}

describe('a number out of something else is no value', () => {
  it('out of a date or a time of day', () => {
    const html = '<p>Published on 17 May 2021 at 18:45</p><p>Seats: 17</p>'
    assert.ok(!proves('<p>Price on 17 May 2021</p>', 'price', 17))
    assert.ok(!proves('<p>Price on 2021-05-17</p>', 'price', 2021))
    assert.ok(!proves('<p>Rating 18:45</p>', 'rating', 45))
    assert.ok(!proves('<p>Price from 17 May 2021</p>', 'price', '17'), 'as a text too')
    assert.ok(proves(html, 'seats', 17))
    assert.ok(proves(html, 'year', 2021))
    assert.ok(proves('<p>Opening day: 17 May 2021</p>', 'opening_day', 17))
    assert.ok(!proves('<p>Stage of 17 May 2021</p>', 'stage', 17), 'a stage is no tag')
    const stamp = '<meta property="article:modified_time" content="2023-09-07T20:52:16+00:00">'
    assert.ok(!proves(`${stamp}<p>Soup</p>`, 'cooking_time', 20))
  })
  it('out of a longer length of time', () => {
    assert.ok(!proves('<p>Cooking time 2 hours and 30 minutes</p>', 'cooking_time', 30))
    assert.ok(proves('<p>Cooking time 2 hours and 30 minutes</p>', 'cooking_time', 150))
    assert.ok(proves('<p>Cooking time 30 minutes</p>', 'cooking_time', 30))
    assert.ok(proves('<p>Cooking Time: 1 15</p>', 'cooking_time', 75), 'hours and minutes')
    assert.ok(proves('<p>Cooking time: 2:16:00</p>', 'cooking_time', 136), 'as a clock')
  })
  it('a name that begins with a year is not proved by the year', () => {
    assert.ok(!proves('<p>Built in 2019</p>', 'model', '2019 Volta Kite'))
    assert.ok(proves('<p>The 2019 Volta Kite</p>', 'model', '2019 Volta Kite'))
    assert.ok(proves('<p>Built on 3 May 2019</p>', 'built', '2019-05-03'))
  })
  it('out of a code, a telephone number or an address', () => {
    assert.ok(!proves('<p>Price list LH-220</p>', 'price', 220))
    assert.ok(!proves('<p>Model ZX81</p>', 'price', 81))
    assert.ok(!proves('<p>ISBN 978-1-4028-9462-6</p>', 'price', 4028))
    assert.ok(!proves('<p>Call (206) 555-0100</p>', 'price', 206))
    assert.ok(!proves('<p>https://a.example/p/4711</p>', 'price', 4711))
    assert.ok(proves('<p>Model number LH-220</p>', 'model_number', 220))
    assert.ok(!proves('<p>Price of part # R2780</p>', 'price', 2780))
    assert.ok(proves('<p>Price R2780</p>', 'price', 2780), 'rand')
    assert.ok(!proves('<p>Reviews of volume 135A</p>', 'review_count', 135))
  })
  it('but beside a unit, a currency or in a range it is one', () => {
    assert.ok(proves('<p>EUR220</p>', 'price', 220))
    assert.ok(proves('<p>US$220</p>', 'price', 220))
    assert.ok(proves('<p>220kg</p>', 'weight', 220))
    assert.ok(proves('<p>Ages 110-220</p>', 'oldest', 220))
    assert.ok(proves('<p>1.220 m²</p>', 'area', 1220))
    assert.ok(proves('<p>Vintage 2015</p>', 'vintage', 2015))
  })
  it('nor is one with a unit of something else', () => {
    assert.ok(!proves('<p>Price of 250 g flour</p>', 'price', 250))
    assert.ok(!proves('<p>Reviews: 250 ml</p>', 'review_count', 250))
    assert.ok(proves('<p>250 reviews</p>', 'review_count', 250))
    assert.ok(!proves('<p>Reviews ★★★★</p>', 'review_count', 4), 'stars are a rating')
    assert.ok(proves('<p>Rating ★★★★</p>', 'rating', 4))
    assert.ok(!proves('<p>Price $37,000</p>', 'price', 37), 'thousands')
    assert.ok(!proves('<p>Review count, total 35m</p>', 'review_count', 35))
    assert.ok(proves('<p>Oak chair €10.00</p>', 'price', 10), 'few digits, with the sign of money')
    assert.ok(!proves('<p>Oak chair 10</p>', 'price', 10))
  })
})

describe('what is crossed out is not so', () => {
  const html =
    '<p>Price <del>$154.95</del> <b>$99.00</b></p><p><span style="text-decoration: line-through">$77.00</span></p>'
  it('is no price, whatever crosses it out', () => {
    assert.ok(!proves(html, 'price', 154.95))
    assert.ok(!proves(html, 'price', 77))
    assert.ok(proves(html, 'price', 99))
    assert.ok(!proves('<p><s>Old name</s> New name</p>', 'name', 'Old name'))
  })
  it('is the old price for who asks for it', () => {
    assert.ok(proves(html, 'old_price', 154.95))
    assert.ok(proves(html, 'originalPrice', 154.95))
  })
})

describe('parts of one record come from that record', () => {
  const fields = readFields({
    type: 'array',
    items: { type: 'object', properties: { name: text, price: number, shop: text } },
  })
  const entry = (name: string, price: number, shop = 'Corner Shop') => ({ name, price, shop })
  const kept = (html: string, data: unknown) => groundData(prepare(html), fields, data).data

  for (const [layout, html] of Object.entries({
    boxes:
      '<h2>Corner Shop</h2><ul><li><h3>Oak chair</h3><p>123 €</p></li><li><h3>Oak table</h3><p>456 €</p></li><li><h3>Oak shelf</h3><p>789 €</p></li></ul>',
    rows: '<p>Corner Shop</p><table><tr><td>Oak chair</td><td>123 €</td></tr><tr><td>Oak table</td><td>456 €</td></tr><tr><td>Oak shelf</td><td>789 €</td></tr></table>',
    'lines one after the other':
      '<p>Corner Shop</p><div><p>Oak chair</p><p>123 €</p><p>Oak table</p><p>456 €</p><p>Oak shelf</p><p>789 €</p></div>',
  })) {
    it(`in ${layout}`, () => {
      const right = [entry('Oak chair', 123), entry('Oak table', 456), entry('Oak shelf', 789)]
      assert.deepEqual(kept(html, right), right)
      const [chair, table, shelf] = right
      assert.deepEqual(kept(html, [{ ...chair, price: 789 }, table, shelf]), [
        { name: 'Oak chair', shop: 'Corner Shop' },
        table,
        shelf,
      ])
    })
  }

  it('what stands for all of them may be part of each', () => {
    const html = '<p>Corner Shop</p><ul><li>Oak chair 123</li><li>Oak table 123</li></ul>'
    const same = [entry('Oak chair', 123), entry('Oak table', 123)]
    assert.deepEqual(kept(html, same), same)
  })

  it('a citation of where an entry begins covers all of it', () => {
    const flour = '<li><span>90</span> <span>g</span> <span>flour</span></li>'
    const html = `<ul>${flour}<li><span>2</span> <span>tbsp</span> <span>oil</span></li></ul>`
    const list = readFields({
      type: 'array',
      items: { type: 'object', properties: { quantity: number, unit: text, name: text } },
    })
    const data = [
      { quantity: 90, unit: 'g', name: 'flour' },
      { quantity: 2, unit: 'tbsp', name: 'oil' },
    ]
    assert.deepEqual(groundData(prepare(html), list, data).data, data)
    const swapped = [{ ...data[0], quantity: 2 }, data[1]]
    assert.deepEqual(groundData(prepare(html), list, swapped).dropped, ['/0/quantity'])
  })

  it('a line that says it for several entries is each one’s own where they cite it', () => {
    const list = readFields({
      type: 'array',
      items: { type: 'object', properties: { months: number, price: number } },
    })
    const data = [
      { months: 1, price: 12.99 },
      { months: 12, price: 119.99 },
    ]
    const line =
      '<p>12 shops, 1 town</p><p>A month is €12.99, a year €119.99.</p><p>More in 1 shop</p>'
    const cited = new Map(
      ['/0/months', '/0/price', '/1/months', '/1/price'].map(at => [at, new Set([2])]),
    )
    const { dropped } = groundData(prepare(line), list, data, { cited })
    assert.deepEqual(
      dropped.filter(at => at.endsWith('price')),
      [],
    )
  })

  it('an entry whose column has no mark in a row is judged not to have it', () => {
    const list = readFields({
      type: 'array',
      items: { type: 'object', properties: { name: text, cloud_based: { type: 'boolean' } } },
    })
    const html = `<h1>Tax</h1><table><tr><th>Features</th><th>Web</th><th>Premium</th></tr>
      <tr><td>E-filing</td><td>✓</td><td>✓</td></tr><tr><td>Cloud-based software</td><td>✓</td><td></td></tr></table>`
    const plans = [
      { name: 'Web', cloud_based: true },
      { name: 'Premium', cloud_based: false },
    ]
    assert.deepEqual(groundData(prepare(html), list, plans).data, plans)
    const free = html.replace('Cloud-based software', 'Support')
    assert.deepEqual(groundData(prepare(free), list, plans).dropped, [
      '/0/cloud_based',
      '/1/cloud_based',
    ])
  })

  it('an entry that lacks what is written on others is judged not to have it', () => {
    const list = readFields({
      type: 'array',
      items: {
        type: 'object',
        properties: { name: text, vegan: { type: 'boolean' }, sold_out: { type: 'boolean' } },
      },
    })
    const html =
      '<ul><li><h3>Oat bread</h3><p>Vegan</p></li><li><h3>Rye bread</h3><p>Sold out</p></li></ul>'
    const right = [
      { name: 'Oat bread', vegan: true, sold_out: false },
      { name: 'Rye bread', vegan: false, sold_out: true },
    ]
    assert.deepEqual(groundData(prepare(html), list, right).data, right)
    const swapped = right.map(one => ({ ...one, vegan: !one.vegan }))
    assert.deepEqual(groundData(prepare(html), list, swapped).dropped, ['/0/vegan', '/1/vegan'])
  })

  const cards = `<h1>Our shops</h1><ul>
    <li><h2>Mill House</h2><p>Call (206) 555-0142</p><p>ISBN 978-1-4028-9462-6</p><p>€19</p>
      <p>★★★★</p><p>Mar 18</p><p><a href="/mill">More</a></p><a href="/mill.pdf"><img src="/mill.png"></a></li>
    <li><img src="/lake.png"><h2>Lake House</h2><p>Call (206) 555-0199</p><p>ISBN 978-0-306-40615-7</p><p>£21</p>
      <p>★★</p><p>Mar 21</p><p>see www.lake.example/all</p><a href="/lake" aria-label="more"></a></li>
    </ul><p>Head office: (206) 555-0100, season 2026, <a href="/all">all</a></p>`
  const texts: [name: string, mill: string, lake: string][] = [
    ['phone', '+1 206 555 0142', '2065550199'],
    ['isbn', '9781402894626', '978 0306406157'],
    ['currency', 'EUR', 'GBP'],
    ['stars', '★★★★', '★★'],
    ['day', '2026-03-18', '2026-03-21'],
    ['url', 'https://a.example/mill', 'https://a.example/lake'],
    ['website', 'https://a.example/mill.pdf', 'https://www.lake.example/all'],
    ['image', 'https://a.example/mill.png', 'https://a.example/lake.png'],
  ]
  for (const [name, mill, lake] of texts)
    it(`a ${name} in other writing is only that of the entry in whose lines it stands`, () => {
      const list = readFields({
        type: 'array',
        items: { type: 'object', properties: { name: text, [name]: text } },
      })
      const entries = (first: string, second: string) => [
        { name: 'Mill House', [name]: first },
        { name: 'Lake House', [name]: second },
      ]
      const dropped = (data: unknown) => groundData(prepare(cards), list, data).dropped
      assert.deepEqual(dropped(entries(mill, lake)), [])
      // Two stars are also within four.
      const isInBoth = name === 'stars'
      assert.deepEqual(dropped(entries(lake, mill)), [
        ...(isInBoth ? [] : [`/0/${name}`]),
        `/1/${name}`,
      ])
    })

  it('what stands in the lines of no entry may be each one’s, in any writing', () => {
    const list = readFields({
      type: 'array',
      items: { type: 'object', properties: { name: text, phone: text, url: text } },
    })
    const shared = { phone: '+1 206 555 0100', url: 'https://a.example/all' }
    const data = ['Mill House', 'Lake House'].map(name => ({ name, ...shared }))
    assert.deepEqual(groundData(prepare(cards), list, data).dropped, [])
  })

  it('what is the same in every entry of a long list is also the last one’s', () => {
    const properties = {
      ...{ name: text, state: text, price: number, phone: text },
      ...{ day: { type: 'string', format: 'date' }, opens: text, minutes: number },
    }
    const list = readFields({ type: 'array', items: { type: 'object', properties } })
    const names = Array.from({ length: 90 }, (_, at) => `Shop number ${at + 1000}`)
    const more =
      '<p>In stock</p><p>€5.50</p><p>12 March 2021</p><p>Opens at 9:30</p><p>1 h 20 min</p>'
    const entry = (name: string) =>
      `<li><h2>${name}</h2>${more}<p>(206) 555-0142</p>${name.endsWith('9') ? '<p>Closed</p>' : ''}</li>`
    const page = prepare(`<h1>Shops</h1><ul>${names.map(entry).join('')}</ul>`)
    const data = names.map(name => ({
      ...{ name, state: 'In stock', price: 5.5, phone: '+12065550142' },
      ...{ day: '2021-03-12', opens: '09:30', minutes: 80 },
    }))
    assert.deepEqual(groundData(page, list, data).dropped, [])
    const closed = data.map(one => ({ ...one, state: 'Closed' }))
    assert.equal(groundData(page, list, closed).dropped.length, 81)
  })
})
