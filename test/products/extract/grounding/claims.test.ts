import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { findClaim, judgeClaim } from '../../../../src/products/extract/grounding/claims.ts'
import { readLines } from '../../../../src/products/extract/grounding/lines.ts'
import { indexPage } from '../../../../src/products/extract/grounding/page-index.ts'
import { type Field, readFields } from '../../../../src/products/extract/schema/fields.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

const fieldOf = (name: string, description?: string): Field =>
  readFields({ properties: { [name]: { type: 'boolean', ...(description && { description }) } } })
    .properties[0] as Field
const indexOf = (body: string, lang = 'en') =>
  indexPage(
    readLines(
      openPage(parsePage(`<html lang="${lang}"><body>${body}</body></html>`), {
        ...{ url: 'https://a.example/', onlyMainContent: false },
      }),
    ),
  )

/** What the page says of it; undefined where it says neither or both. */
const saysOf = (name: string, body: string): boolean | undefined => {
  const { stream } = indexOf(body)
  const [yes, no] = [true, false].map(value => findClaim(stream, fieldOf(name), value, {}))
  return yes && !no ? true : no && !yes ? false : undefined
}

describe('what a page says of a yes or no', () => {
  const cases: [name: string, body: string, says: boolean | undefined][] = [
    ['pets_allowed', '<p>Pets allowed</p>', true],
    ['pets_allowed', '<p>No pets allowed</p>', false],
    ['pets_allowed', '<p>Pets are not allowed.</p>', false],
    ['pets_allowed', '<p>Pets allowed?</p>', undefined],
    ['pets_allowed', '<p>Pets allowed if small</p>', undefined],
    ['has_pool', '<p>Pool or sauna</p>', undefined],
    ['has_pool', '<p>Pool: yes</p>', true],
    ['has_pool', '<p>Pool: Yes!</p>', true],
    ['has_pool', '<p>Pool: n/a</p>', false],
    ['has_pool', '<p>Pool: ✓</p>', true],
    ['has_pool', '<p>Pool: ✗</p>', false],
    ['has_pool', '<p>Pool: 20 m</p>', true],
    ['has_pool', '<p>Pool: ohne</p>', false],
    ['has_pool', '<p>Pool isn’t heated</p>', false],
    ['has_pool', '<dl><dt>Pool</dt><dd>no</dd></dl>', false],
    ['has_pool', '<dl><dt>Pool</dt><dd>Included</dd></dl>', true],
    // A plain answer stands above all that is told.
    ['has_pool', '<p>Pool: no</p><p>The pool is open all year.</p>', false],
    ['has_pool', '<p>No pool here.</p><p>The pool is open all year.</p>', undefined],
    ['has_pool', '<dl><dt>Pool</dt><dd>no more than ten guests</dd></dl>', true],
    ['has_pool', '<p>Garden: yes</p>', undefined],
    ['wifi', '<p>Wi-Fi</p>', true],
    ['wifi', `<p>${'Rooms with a view of the harbour, '.repeat(2)}Wi-Fi</p>`, undefined],
    ['pub', '<p>Public house</p>', undefined],
    ['in_stock', '<p>Sold out</p>', false],
    ['in_stock', '<p>Ausverkauft</p>', false],
    ['has_pool', '<p>Sold out</p>', undefined],
    ['sold_out', '<p>Sold out</p>', true],
    ['sold_out', '<p>Not sold out</p>', false],
    ['has', '<p>It has a pool</p>', undefined],
    ['has_pool', `<p>${'x'.repeat(154)} pool.</p>`, true],
    ['has_pool', `<p>${'x'.repeat(155)} pool.</p>`, undefined],
    ['has_pool', '<p>A house</p><img src="/a.png" alt="A pool">', undefined],
  ]
  for (const [name, body, says] of cases)
    it(`${name}: ${body.slice(0, 60)}: ${says}`, () => assert.equal(saysOf(name, body), says))
})

describe('a line that a model read more in', () => {
  type Case = [
    name: string,
    value: boolean,
    line: string,
    status: string,
    more?: { description?: string; lang?: string },
  ]
  const cases: Case[] = [
    ['offers_breakfast', true, 'We offer rooms to all.', 'missing'],
    ['offers_breakfast', true, 'Breakfasts for all who stay.', 'judged'],
    ['is_heavy', true, 'A heavy one.', 'judged'],
    ['is_tv', true, 'One of 8 tv sets.', 'missing'],
    ['open_sunday', true, 'Sun–Mon 9 to 5', 'judged'],
    ['open_sunday', true, 'Su–Mo 9 to 5', 'missing'],
    ['is_central', true, 'Two steps from the station', 'missing'],
    ['is_central', true, 'Two steps from the station', 'judged', { description: 'Near a station' }],
    ['is_central', true, 'Zwei Schritte vom Bahnhof', 'judged', { lang: 'de' }],
    ['is_central', true, 'Zwei Schritte vom Bahnhof', 'missing', { lang: 'en-GB' }],
    ['has_pool', true, 'No pool', 'missing'],
    ['has_pool', false, 'Pool', 'missing'],
    ['has_pool', false, 'Pool or sauna for those who stay', 'judged'],
  ]
  for (const [name, value, line, status, { description, lang } = {}] of cases)
    it(`proves it where it is about the field: ${name} ${value}, ${line}: ${status}`, () => {
      const index = indexOf(`<h1>A house</h1><p>${line}</p>`, lang)
      const node = index.stream.lines.find(({ text }) => text === line)?.node ?? -1
      const where = { cited: new Set([node]) }
      assert.equal(judgeClaim(index, fieldOf(name, description), value, where).status, status)
    })

  it('proves nothing where the model did not say which it was, or none can be seen', () => {
    const field = fieldOf('is_heavy')
    const body = '<h1>A lamp</h1><p style="opacity:0">A heavy one.</p>'
    assert.equal(judgeClaim(indexOf(body), field, true, { cited: new Set([2]) }).status, 'missing')
    const seen = indexOf('<h1>A lamp</h1><p>A heavy one.</p>')
    assert.equal(judgeClaim(seen, field, true, {}).status, 'missing')
  })

  it('may say no of an entry by what is written on others', () => {
    const index = indexOf('<h1>Lamps</h1><p>Lamp one</p><p>Lamp two, heavy</p><p>Lamp three</p>')
    const where = { area: new Set([2]), all: new Set([2, 3, 4]) }
    const judged = (name: string, value: boolean) =>
      judgeClaim(index, fieldOf(name), value, where).status
    assert.equal(judged('is_heavy', false), 'judged')
    assert.equal(judged('is_heavy', true), 'missing')
    assert.equal(judged('is_round', false), 'missing')
  })
})
