import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../../src/page/html/html.ts'
import { groundData } from '../../../../src/products/extract/grounding/data.ts'
import { groundLeaf } from '../../../../src/products/extract/grounding/leaf.ts'
import { readLines } from '../../../../src/products/extract/grounding/lines.ts'
import { indexPage } from '../../../../src/products/extract/grounding/page-index.ts'
import { readFields } from '../../../../src/products/extract/schema/fields.ts'
import { readPage } from '../../../../src/products/extract/source/page.ts'

const prepare = (html: string) =>
  indexPage(readLines(readPage(parseHtml(html), { url: 'https://a.example/' })))

/** What grounding says of one value for a field `name` with that schema. */
const ask = (
  html: string,
  schema: Record<string, unknown>,
  value: unknown,
  name = 'thing',
  cited?: number,
) => {
  const field = readFields({ properties: { [name]: schema } }).properties[0]
  assert.ok(field)
  return groundLeaf(prepare(html), field, value, cited === undefined ? undefined : new Set([cited]))
}
const text = { type: 'string' }
const number = { type: 'number' }
const quote = (result: ReturnType<typeof ask>) =>
  result.status === 'quoted' ? result.quote : result.status

describe('grounding', () => {
  it('quotes the page’s own words whatever the case, spaces, quotes and dashes', () => {
    assert.equal(
      quote(ask('<p>The  “Old – Mill”  Inn</p>', text, 'the "old - mill" inn')),
      'The “Old – Mill”  Inn'.replace('  ', ' '),
    )
  })

  it('finds a value within a text that is written without spaces', () => {
    const pages: [html: string, value: string][] = [
      ['<p>代表取締役社長山田太郎が就任しました。</p>', '山田太郎'],
      ['<p>本社は東京都千代田区丸の内一丁目にあります</p>', '千代田区丸の内一丁目'],
      ['<p>株式会社サイレイのデータセンター事業</p>', 'データセンター'],
      ['<p>成立于2010年的北京公司总部</p>', '北京公司'],
      ['<p>ติดต่อคุณสมชายใจดีที่สำนักงาน</p>', 'สมชายใจดี'],
    ]
    for (const [html, value] of pages) assert.equal(quote(ask(html, text, value)), value)
    assert.equal(quote(ask('<p>山田次郎と鈴木太郎</p>', text, '山田太郎')), 'missing')
    assert.equal(quote(ask('<p>A cartwright</p>', text, 'wright')), 'missing')
  })

  it('takes 37,000 for thousands, and for a fraction only with doubt', () => {
    const { numbers } = prepare('<p>37,000 people in 12 towns</p>').mentions
    assert.deepEqual(
      [37_000, 37, 12].map(value => numbers.get(value)?.map(({ isUnlikely }) => isUnlikely)),
      [[false], [true], [false]],
    )
  })

  it('finds two letters only where something sets them apart', () => {
    const places = ['<p>#webdev #ai #news</p>', '<p>Our US-based team</p>', '<p>Rated: ai | us</p>']
    const found = places.map(html => ['ai', 'US'].map(value => quote(ask(html, text, value))))
    assert.deepEqual(found, [
      ['ai', 'missing'],
      ['missing', 'US'],
      ['ai', 'us'],
    ])
    assert.equal(quote(ask('<p>J’ai vu, dit-il, as of us</p>', text, 'ai')), 'missing')
    assert.equal(quote(ask('<p>TELL US MORE</p>', text, 'US')), 'missing')
  })

  it('reads a day with a year of two digits', () => {
    const day = { type: 'string', format: 'date' }
    assert.equal(quote(ask('<p>7/9/05 7:57 PM</p>', day, '2005-07-09')), '7/9/05')
  })

  it('a day without its year is judged where the page has the year, and no other', () => {
    const day = { type: 'string', format: 'date' }
    const status = (html: string) => ask(html, day, '2026-03-18').status
    assert.equal(status('<p>Mar 18</p><p>Summit 2026</p>'), 'judged')
    assert.equal(status('<div>Mar</div><div>18</div><p>Summit 2026</p>'), 'judged')
    assert.equal(status('<p>18. März</p><p>Messe 2026</p>'), 'judged')
    assert.equal(status('<p>Mar 18, 2024</p><p>Summit 2026</p>'), 'missing')
    assert.equal(status('<p>Mar 18</p>'), 'missing')
    assert.equal(status('<p>Mar 19</p><p>Summit 2026, 18 talks</p>'), 'missing')
  })

  it('finds words that run over neighbouring lines, and names the first', () => {
    const result = ask(
      '<p>x</p><div>12 High Street</div><div>Springfield</div>',
      text,
      '12 High Street, Springfield',
    )
    assert.ok(result.status === 'quoted')
    assert.equal(result.quote, '12 High Street Springfield')
    assert.equal(result.node, 2)
  })

  it('prefers the cited line, and survives a wrong citation', () => {
    const html = '<p>red</p><p>blue</p><p>red</p>'
    assert.equal((ask(html, text, 'red', 'thing', 3) as { node?: number }).node, 3)
    assert.equal((ask(html, text, 'red', 'thing', 2) as { node?: number }).node, 1)
    assert.equal(ask(html, text, 'green', 'thing', 1).status, 'missing')
  })

  it('reads numbers with the separators of the page', () => {
    assert.equal(quote(ask('<p>1.299,50 €</p>', number, 1299.5)), '1.299,50')
    assert.equal(quote(ask('<p>$1,299</p>', number, 1299)), '1,299')
    assert.equal(quote(ask('<p>1.2 million users</p>', number, 1_200_000)), '1.2')
    assert.equal(ask('<p>1.2 users</p>', number, 1_200_000).status, 'missing')
    assert.equal(ask('<p>12995</p>', number, 1299).status, 'missing')
  })

  it('a small number needs a citation or fitting surroundings', () => {
    const html = '<p>Page 3 of 9</p><p>Bedrooms: 4</p>'
    assert.equal(ask(html, number, 3, 'bathrooms').status, 'missing')
    assert.equal(quote(ask(html, number, 4, 'bedrooms')), '4')
    assert.equal(quote(ask(html, number, 3, 'current', 1)), '3')
  })

  it('reads days in other words and languages, and never adds a day or a time', () => {
    const day = { type: 'string', format: 'date' }
    const moment = { type: 'string', format: 'date-time' }
    assert.equal(quote(ask('<p>am 12. März 2021</p>', day, '2021-03-12')), '12. März 2021')
    assert.equal(quote(ask('<p>March 12th, 2021</p>', day, '2021-03-12')), 'March 12th, 2021')
    assert.equal(ask('<p>March 2021</p>', day, '2021-03-01').status, 'missing')
    assert.equal(ask('<p>March 12, 2021</p>', day, '2021-03-13').status, 'missing')
    assert.equal(ask('<p>March 12, 2021</p>', moment, '2021-03-12T18:45:00Z').status, 'missing')
    assert.equal(
      quote(ask('<p>March 12, 2021 18:45</p>', moment, '2021-03-12T18:45:00Z')),
      'March 12, 2021',
    )
  })

  it('reads lengths of time in the unit that is asked for', () => {
    assert.equal(
      quote(ask('<p>Cook time: 1 hr 20 min</p>', number, 80, 'cook_time')),
      '1 hr 20 min',
    )
    assert.equal(ask('<p>Cook time: 1 hr 20 min</p>', number, 90, 'cook_time').status, 'missing')
  })

  it('true and false need words for it', () => {
    const yes = { type: 'boolean' }
    assert.equal(ask('<p>Free parking</p>', yes, true, 'free_parking').status, 'quoted')
    assert.equal(ask('<p>Free parking: no</p>', yes, true, 'free_parking').status, 'missing')
    assert.equal(ask('<p>Free parking: no</p>', yes, false, 'free_parking').status, 'quoted')
    assert.equal(
      ask('<dl><dt>Pets allowed</dt><dd>Yes</dd></dl>', yes, true, 'pets_allowed').status,
      'quoted',
    )
    assert.equal(ask('<p>A nice hotel</p>', yes, false, 'free_parking').status, 'missing')
    assert.equal(ask('<p>A nice hotel</p>', yes, true, 'free_parking').status, 'missing')
  })

  it('true and false are judged where a cited line has to do with them', () => {
    const kept = (html: string, name: string, value: boolean, cited?: number) =>
      ask(html, { type: 'boolean' }, value, name, cited)
    for (const [html, name, value] of [
      ['<p>Lunch and dinner daily</p>', 'serves_lunch', true],
      ['<p>Reservations suggested</p>', 'accepts_reservations', true],
      ['<p>Sun … Closed</p>', 'open_on_sunday', false],
      [`<p>Family owned and operated. ${'Since then. '.repeat(20)}</p>`, 'family_run', true],
    ] as const) {
      const verdict = kept(html, name, value, 1)
      assert.equal(verdict.status, 'judged', html)
      assert.ok(verdict.status === 'judged' && html.includes(verdict.quote ?? '?'))
      assert.equal(kept(html, name, value).status, 'missing', 'without a citation')
    }
    assert.equal(kept('<p>Lunch and dinner daily</p>', 'has_parking', true, 1).status, 'missing')
    assert.equal(kept('<p>No pets allowed</p>', 'pets_allowed', true, 1).status, 'missing')
    assert.equal(
      kept('<p>Pets</p><p>Pets allowed: no</p>', 'pets_allowed', true, 1).status,
      'missing',
    )
    const danish = '<html lang="da"><body><p>Hunde er velkomne</p></body></html>'
    assert.equal(kept(danish, 'pets_allowed', true, 1).status, 'judged')
  })

  it('an e-mail address and a telephone number may stand behind a link', () => {
    const html =
      '<p><a href="mailto:anna%40mill.example?subject=Hello">Write to Anna</a> or <a href="tel:+1-206-555-0100">call</a></p>'
    const mail = ask(html, text, 'anna@mill.example', 'email', 1)
    assert.ok(mail.status === 'quoted' && mail.fact === 'link' && mail.doubt === undefined)
    assert.equal(ask(html, text, '+1 206 555 0100', 'phone').status, 'quoted')
    assert.equal(ask(html, text, '(206) 555-0100', 'phone').status, 'quoted')
    assert.equal(ask(html, text, 'bob@mill.example', 'email', 1).status, 'missing')
  })

  it('an address that is written out is found behind a longer one, and is no part of one', () => {
    const url = { type: 'string', format: 'uri' }
    const found = (html: string, value: string) => quote(ask(`<p>${html}</p>`, url, value))
    const site = 'https://b.example'
    for (const html of [
      `${site}/docs or ${site}`,
      `at ${site}.`,
      `${site}/`,
      `is it ${site}?`,
      `(${site}/), x`,
      `在${site}。x`,
    ])
      assert.equal(found(html, site), site, html)
    assert.equal(found(`at ${site}. Or`, `${site}/`), site)
    for (const html of [
      `${site}.evil.ru`,
      `${site}:8080/`,
      `${site}?id=1`,
      `${site}/x`,
      `${site}@c.ru`,
    ])
      assert.equal(found(html, site), 'missing', html)
    assert.equal(found(`${site}/list?id=12`, `${site}/list`), 'missing')
  })

  it('addresses must be the page’s own, whole', () => {
    const url = { type: 'string', format: 'uri' }
    const html = '<p><a href="/x?a=1#top">x</a></p><img src="/i.png">'
    assert.equal(ask(html, url, 'https://a.example/x?a=1').status, 'quoted')
    assert.equal(ask(html, url, 'https://a.example/i.png').status, 'quoted')
    assert.equal(ask(html, url, 'https://a.example/x?a=2').status, 'missing')
    assert.equal(
      ask(html, text, 'https://b.example/').status,
      'missing',
      'a plain string that is an address too',
    )
  })

  it('phone numbers may be written otherwise, with the same digits', () => {
    assert.equal(
      quote(ask('<p>Call (206) 555-0100</p>', text, '206 555 0100', 'phone')),
      '(206) 555-0100',
    )
  })

  it('a choice is quoted where the page says it, judged where it does not, refused outside the list', () => {
    const choice = { enum: ['new', 'used'] }
    assert.equal(ask('<p>Condition: used</p>', choice, 'used', 'condition').status, 'quoted')
    assert.equal(
      ask('<p>Like the day it was made</p>', choice, 'new', 'condition').status,
      'judged',
    )
    assert.equal(ask('<p>used</p>', choice, 'broken', 'condition').status, 'missing')
  })

  it('opinions are marked as such', () => {
    assert.equal(ask('<p>Lovely.</p>', text, 'Positive', 'sentiment').status, 'judged')
    assert.equal(
      ask(
        '<p>Lovely.</p>',
        { type: 'string', description: 'Summarize the review' },
        'The writer liked it',
        'note',
      ).status,
      'judged',
    )
  })

  it('markup of the page is evidence, an image’s description only for images, or as a name', () => {
    const html =
      '<script type="application/ld+json">{"@type":"Product","sku":"ZX-81"}</script><img src="/a.png" alt="A red barn">'
    const result = ask(html, text, 'ZX-81', 'sku')
    assert.equal(result.status === 'quoted' && result.fact, 'json-ld Product sku')
    assert.equal(ask(html, text, 'A red barn', 'name').status, 'missing')
    assert.equal(ask(html, text, 'A red barn', 'image_alt').status, 'quoted')
    const logo = '<p>Trusted by</p><img src="/a.png" alt="General Assembly">'
    assert.equal(ask(logo, text, 'General Assembly', 'employer').status, 'quoted')
    assert.equal(ask(logo, text, 'Assembly', 'employer').status, 'missing')
  })

  it('an amount may be what a name took for a share or a day, where its line is cited', () => {
    const tier = '<p>Save $150.00 on orders over $3,000.00</p>'
    assert.equal(quote(ask(tier, number, 150, 'saving', 1)), '150.00')
    const line = '<p>FREE 2-Day Shipping on orders over $49.99</p>'
    assert.equal(quote(ask(line, number, 49.99, 'two_day_shipping_minimum', 1)), '49.99')
    assert.equal(ask('<p>$149</p>', number, 149, 'start_date').status, 'missing')
  })

  it('a group of prices whose name speaks of striking is not struck out', () => {
    const group = (names: string) => `<div class="${names}"><span>£349</span></div>`
    assert.equal(quote(ask(group('price-group--strike-highlight'), number, 349, 'price')), '349')
    assert.equal(ask(group('price--strike'), number, 349, 'price').status, 'missing')
    assert.equal(ask(group('strike-price'), number, 349, 'price').status, 'missing')
  })

  it('leaves no gap in a list where a text or nothing was', () => {
    for (const type of ['string', ['string', 'null']]) {
      const fields = readFields({ properties: { tags: { type: 'array', items: { type } } } })
      const data = { tags: ['Ghost', 'Chair', null, undefined, 'Table'] }
      const result = groundData(prepare('<p>Chair</p><p>Table</p>'), fields, data)
      assert.deepEqual(result.data, { tags: ['Chair', 'Table'] }, `${type}`)
      assert.deepEqual(result.dropped, ['/tags/0'])
      assert.deepEqual([...result.evidence.keys()], ['/tags/0', '/tags/1'])
    }
  })

  it('takes out what it cannot show, entries of lists whole, and keeps the evidence in step', () => {
    const fields = readFields({
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: text, price: { type: ['number', 'null'] } },
          },
        },
      },
    })
    const data = {
      items: [
        { name: 'Ghost', price: 777 },
        { name: 'Chair', price: 123 },
        { name: 'Table', price: 555 },
      ],
      extra: 'Nothing here',
    }
    const result = groundData(prepare('<p>Chair 123</p><p>Table 456</p>'), fields, data)
    assert.deepEqual(result.data, {
      items: [
        { name: 'Chair', price: 123 },
        { name: 'Table', price: null },
      ],
    })
    assert.deepEqual(result.dropped, [
      '/items/0/name',
      '/items/0/price',
      '/items/2/price',
      '/extra',
    ])
    assert.deepEqual(
      [...result.evidence.keys()],
      ['/items/0/name', '/items/0/price', '/items/1/name'],
    )
  })
})
