import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../../src/page/html/html.ts'
import { groundLeaf } from '../../../../src/products/extract/grounding/leaf.ts'
import { readLines } from '../../../../src/products/extract/grounding/lines.ts'
import { indexPage } from '../../../../src/products/extract/grounding/page-index.ts'
import { readFields } from '../../../../src/products/extract/schema/fields.ts'
import { readPage } from '../../../../src/products/extract/source/page.ts'

/** Values that a model writes otherwise than the page does, without a citation to help. */
type Case = [html: string, name: string, schema: object, value: unknown]

const text = { type: 'string' }
const number = { type: 'number' }
const yesNo = { type: 'boolean' }
const date = { type: 'string', format: 'date' }
const moment = { type: 'string', format: 'date-time' }
const uri = { type: 'string', format: 'uri' }

const follows: Case[] = [
  ['<p>Price: 1.234,56 €</p>', 'price', number, 1234.56],
  ['<p>Price: 1\u202f234,50 €</p>', 'price', number, 1234.5],
  ['<p>Revenue: 3,5 Mio. €</p>', 'revenue', number, 3_500_000],
  ['<p>Share: 45%</p>', 'share', number, 0.45],
  ['<p>Flour: 1 1/2 cups</p>', 'flour', number, 1.5],
  ['<p>Flour: 3/4 cup</p>', 'flour', number, 0.75],
  ['<p>Loss: (1,200)</p>', 'loss', number, -1200],
  ['<p>Three bedrooms and a garden</p>', 'bedrooms', { type: 'integer' }, 3],
  ['<p>Rating: ★★★★☆</p>', 'rating', number, 4],
  ['<p>3 May 2024, 2:30 pm</p>', 'date', moment, '2024-05-03T14:30:00Z'],
  ['<p>20240503</p>', 'date', date, '2024-05-03'],
  ['<p>May 3–5, 2024</p>', 'end_date', date, '2024-05-05'],
  ['<p>3.–5. Mai 2024</p>', 'start_date', date, '2024-05-03'],
  ['<p>Sold out</p>', 'in_stock', yesNo, false],
  ['<p>Wi-Fi</p>', 'has_wifi', yesNo, true],
  ['<a href="/out?u=https%3A%2F%2Fshop.example%2Fp">x</a>', 'url', uri, 'https://shop.example/p'],
  ['<p>see www.foo.example/x</p>', 'website', text, 'https://www.foo.example/x'],
  ['<p>Hauptstraße</p>', 'street', text, 'Hauptstrasse'],
  ['<p>Size: 10×20 cm</p>', 'size', text, '10x20 cm'],
  ['<p>Call +49 (0)30 901820</p>', 'phone', text, '+4930901820'],
  ['<p>ISBN 978-1-4028-9462-6</p>', 'isbn', text, '9781402894626'],
  ['<p>Price: €5</p>', 'currency', text, 'EUR'],
  ['<p>Price: $5</p>', 'currency', text, 'USD'],
  ['<p>Price: €5</p>', 'currency', { enum: ['USD', 'EUR'] }, 'EUR'],
  ['<p>Call (206) 555-0100</p>', 'phone', text, '+1 206 555 0100'],
  ['<p>Tel. 030 901820</p>', 'phone', text, '+49 30 901820'],
  ['<p>Dayton, Ohio 45402</p>', 'address', text, 'Dayton, OH 45402'],
  ['<p>Dayton, OH 45402</p>', 'address', text, 'Dayton, Ohio 45402'],
  ['<p>Dayton, OH 45402</p>', 'state', text, 'OH'],
  [
    '<p>12 High Street</p><p>(next to the mill)</p><p>Dayton OH 45402</p>',
    'address',
    text,
    '12 High Street, Dayton, OH 45402',
  ],
  ['<p>manager[at]mill.example</p>', 'email', text, 'manager@mill.example'],
  ['<p>manager (at) mill (dot) example</p>', 'email', text, 'manager@mill.example'],
  ['<p>Doors open at 7:30 pm</p>', 'doors', text, '19:30'],
  ['<p>Doors open at 7:30 pm</p>', 'doors', { type: 'string', format: 'time' }, '19:30:00Z'],
  ['<p>Doors open at 7:30 pm</p>', 'doors', { type: 'string', format: 'time' }, '19:30:00+01:00'],
  ['<p>Doors: 9 a.m.</p>', 'doors', text, '09:00'],
  ['<p>3 May 2024</p><p>Starts at 2:30 pm</p>', 'starts', moment, '2024-05-03T14:30:00Z'],
  ['<p>Posted 2024-05-03T14:30:07Z</p>', 'posted', moment, '2024-05-03T14:30:07Z'],
  ['<p>Flour: ⅓ cup</p>', 'flour', number, 0.33],
  ['<p>3.5 hours of own work per day</p>', 'own_hours', number, 3.5],
  ['<p>Width: 300mm</p>', 'width_cm', number, 30],
  ['<p>Base clock 732MHz</p>', 'base_clock_mhz', number, 732],
  ['<p>The winter sale is in November</p>', 'sale_month', number, 11],
  [
    '<p>Calories: 512 kcal</p>',
    'calories',
    { type: 'number', description: 'kcal per portion' },
    512,
  ],
]

const doesNot: Case[] = [
  ['<p>Revenue: $3.5M</p>', 'revenue', number, 35_000_000],
  ['<p>Weight: 1.5 kg</p>', 'weight', number, 1500],
  ['<p>On 3/4/2024</p>', 'ratio', number, 0.75],
  ['<p>3 May 2024</p>', 'date', moment, '2024-05-03T14:30:00Z'],
  ['<p>3 May 2024, 2:30 pm</p>', 'date', moment, '2024-05-03T02:30:00Z'],
  ['<p>May 3–5, 2024</p>', 'date', date, '2024-05-04'],
  ['<p>No Wi-Fi</p>', 'has_wifi', yesNo, true],
  ['<p>Price: €5</p>', 'currency', text, 'USD'],
  ['<p>Price: CA$5</p>', 'currency', text, 'USD'],
  ['<p>Price: €5</p>', 'name', text, 'EUR'],
  ['<p>ISBN 978-1-4028-9462-6</p>', 'isbn', text, '9781402894633'],
  ['<a href="/out?u=https%3A%2F%2Fshop.example%2Fp">x</a>', 'url', uri, 'https://shop.example/q'],
  ['<p>Call (206) 555-0100</p>', 'phone', text, '+1 206 555 0101'],
  ['<p>Call 555-0100</p>', 'phone', text, '+1 206 555 0100'],
  ['<p>Dayton, Ohio 45402</p>', 'address', text, 'Dayton, OR 45402'],
  ['<p>Doors open at 7:30 pm</p>', 'doors', text, '07:30'],
  ['<p>Width: 300mm</p>', 'width_cm', number, 300],
  ['<p>The winter sale is in November</p>', 'sales', number, 11],
  ['<p>They asked once for the players.</p>', 'players', number, 11],
  [
    '<p>12 High Street</p><p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p><p>Dayton</p>',
    'address',
    text,
    '12 High Street, Dayton',
  ],
  [
    '<script type="application/ld+json">{"@type":"Organization","logo":{"@type":"ImageObject","width":"360"}}</script>',
    'employees',
    number,
    360,
  ],
]

const grounded = ([html, name, schema, value]: Case) => {
  const page = readPage(
    parseHtml(`<main><h1>About things</h1>${html}<p>Other words, 77 of them.</p></main>`),
    { url: 'https://page.example/' },
  )
  const [field] = readFields({ type: 'object', properties: { [name]: schema } }).properties
  assert.ok(field)
  return { verdict: groundLeaf(indexPage(readLines(page)), field, value), page }
}

describe('what follows from the page in other writing is confirmed in its own words', () => {
  for (const one of follows)
    it(`${JSON.stringify(one[3])} from ${one[0]}`, () => {
      const { verdict, page } = grounded(one)
      assert.equal(verdict.status, 'quoted')
      const words = `${page.nodes.map(node => node.text).join(' ')} ${one[0]}`
      assert.ok(verdict.status === 'quoted' && words.includes(verdict.quote))
    })
})

describe('what only looks alike is not', () => {
  for (const one of doesNot)
    it(`${JSON.stringify(one[3])} from ${one[0]}`, () =>
      assert.equal(grounded(one).verdict.status, 'missing'))
})
