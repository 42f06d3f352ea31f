import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

const date = { type: 'string', format: 'date' }

const extract = (
  body: string,
  properties: Record<string, unknown>,
  { lang = 'en', host = 'shop.example' } = {},
) =>
  answerWithoutModel(
    openPage(parsePage(`<html lang="${lang}"><title>Fair</title><body>${body}</body></html>`), {
      url: `https://${host}/fair`,
      onlyMainContent: false,
    }),
    { schema: { type: 'object', properties }, prompt: undefined },
  )

const opened = (written: string, more = '', where = {}) => {
  const body = `<h1>Fair</h1><dl><dt>Opening date</dt><dd>${written}</dd></dl>${more}`
  return Object(extract(body, { opening_date: date }, where).data).opening_date
}

test('whether the day or the month is first is decided by the page’s other dates', () => {
  assert.equal(opened('05/12/2011'), '2011-05-12')
  assert.equal(opened('05-12-2011'), '2011-12-05')
  assert.equal(opened('05/12/2011', '<p>Closed on 25/12/2011.</p>'), '2011-12-05')
  assert.equal(opened('05-12-2011', '<p>Closed on 12-25-2011.</p>'), '2011-05-12')
  const both = '<p>Closed on 25/12/2011.</p><p>Again on 12/25/2011 and 12/26/2011.</p>'
  assert.equal(opened('05/12/2011', both, { lang: 'en-GB' }), '2011-05-12')
  const codes = '<p>Version 25.12.11, 25/12/2011/1, 31/31/2011</p>'
  assert.equal(opened('05/12/2011', codes), '2011-05-12')
  assert.equal(opened('5 December 2011', both), '2011-12-05')
  assert.equal(opened('12/25/2011', '<p>Closed on 25/12/2011 and 26/12/2011.</p>'), '2011-12-25')
})

test('else by the region of its language, then by its country', () => {
  const cases: [lang: string, host: string, iso: string][] = [
    ['en-GB', 'shop.example', '2011-12-05'],
    ['en_AU', 'shop.example', '2011-12-05'],
    ['zh-Hans-SG', 'shop.example', '2011-12-05'],
    ['en-PH', 'shop.example', '2011-05-12'],
    ['fr', 'shop.example', '2011-12-05'],
    ['en', 'shop.co.uk', '2011-12-05'],
    ['en', 'shop.ph', '2011-05-12'],
    ['en', 'shop.io', '2011-05-12'],
    ['en', 'shop.ca', '2011-05-12'],
    ['en-US', 'shop.com.au', '2011-12-05'],
    ['en-US', 'shop.example', '2011-05-12'],
    ['', 'shop.ie', '2011-12-05'],
    ['english', 'shop.example', '2011-05-12'],
  ]
  for (const [lang, host, iso] of cases)
    assert.equal(opened('05/12/2011', '', { lang, host }), iso, `${lang} ${host}`)
  assert.equal(opened('05-12-2011', '', { lang: 'en-US' }), '2011-05-12')
})

test('in entries of a list, too', () => {
  const row = (name: string, day: string) => `<tr><td>${name}</td><td>${day}</td></tr>`
  const rows = [row('Wick', '05/12/2011'), row('Lamp', '06/11/2011'), row('Oil', '17/10/2011')]
  const body = `<h1>Fairs</h1><table><thead><tr><th>Name</th><th>Date</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  const item = { type: 'object', properties: { name: { type: 'string' }, date } }
  const { data } = extract(body, { fairs: { type: 'array', items: item } })
  assert.deepEqual(
    Object(data).fairs?.map((one: { date: string }) => one.date),
    ['2011-12-05', '2011-11-06', '2011-10-17'],
  )
})

const number = { type: 'number' }

const measured = (written: string, more = '', where = {}) => {
  const body = `<h1>Car</h1><dl><dt>Mileage</dt><dd>${written}</dd></dl>${more}`
  return Object(extract(body, { mileage: number }, where).data).mileage
}

test('whether a comma parts thousands or the whole is decided by the page’s other figures', () => {
  const comma = '<p>It needs 5,4 l.</p>'
  const point = '<p>It needs 5.4 l.</p>'
  assert.equal(measured('14.500'), 14.5)
  assert.equal(measured('14.500', comma), 14_500)
  assert.equal(measured('14,500', comma), 14.5)
  assert.equal(measured('14,500', point), 14_500)
  assert.equal(measured('14.500', point, { lang: 'de' }), 14.5)
  assert.equal(measured('0.500', comma), 0.5)
  assert.equal(measured('14.500,5', point), 14_500.5)
  const at = `<h1>Inn</h1><dl><dt>Latitude</dt><dd>52.520</dd></dl>${comma}`
  assert.equal(Object(extract(at, { latitude: number }).data).latitude, 52.52)
  assert.equal(
    measured('14.500', `<p>Since 12.5.2024, 12.5. at 18.30 Uhr, 2.4.1</p>${comma}`),
    14_500,
  )
})

test('and by its language where the figures say nothing, but for money', () => {
  assert.equal(measured('14.500', '', { lang: 'de' }), 14_500)
  assert.equal(measured('14.500', '', { lang: 'pt_BR' }), 14_500)
  assert.equal(measured('14,500', '', { lang: 'en-GB' }), 14_500)
  assert.equal(measured('14.500', '', { lang: 'english' }), 14.5)
  const price = (more: string) =>
    Object(
      extract(
        `<h1>Diesel</h1><dl><dt>Price</dt><dd>1,599 €</dd></dl>${more}`,
        { price: number },
        {
          lang: 'de',
        },
      ).data,
    ).price
  assert.equal(price(''), 1599)
  assert.equal(price('<p>Super: 1,72 €</p>'), 1.599)
  const litre = '<h1>Diesel</h1><dl><dt>Price</dt><dd>1.799 €/l</dd></dl><p>It needs 5,4 l.</p>'
  assert.equal(Object(extract(litre, { price: number }).data).price, 1.799)
})
