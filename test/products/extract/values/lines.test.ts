import { test } from 'node:test'
import { type Field, readFields } from '../../../../src/products/extract/schema/fields.ts'
import { findDates } from '../../../../src/products/extract/values/dates.ts'
import { findDurations } from '../../../../src/products/extract/values/durations.ts'
import { shapeOf } from '../../../../src/products/extract/values/kinds.ts'
import { normalise } from '../../../../src/products/extract/values/normalise.ts'
import { findNumbers } from '../../../../src/products/extract/values/numbers.ts'
import { findTimes } from '../../../../src/products/extract/values/times.ts'
import { createRandom } from '../../../support/random.ts'
import { digest } from '../../../support/readings.ts'

const lines = `
Price: $1,299.50 (was $1.499) | 12 monkeys, 3/4 cup and 1 1/2 cups | 4½ stars out of 5 | 1.2M users, 3.5 million
1.299,50 € | 1'299 CHF | 12,34,567 | 1 250 Kč | -5 °C | 25 % off | 25% | $5-$9 | 007 | 3.14159 | 1,5 | 10.000 | 10,000.5
5 of us since 2010 | founded 1998 by 3 people | 4.8 from 120 votes | 120 reviews, rated 4.8 | 1,204 ratings | Rated 3 stars
May 12th, 2011 | 12. Mai 2011 | 2020年3月4日 | 31.12.1999 | 12/31/1999 | 2/3/2020 | 13-Jan-10 | August 2009 | 2010-02-16 03:44:25
2020-02-16T03:44:25Z | 2020-02-16T03:44+0200 | 30 February 2020 | 12 de mayo de 2011 | Sept. 3, 2021 | 4 July | 1er janvier 2020 | 99-01-02
1 h 20 min | 45 min | 90 minutes | PT1H20M | 2 days | 1:20:30 | 12:30 | 3 weeks and 2 days | 1.5 hours | 30 sec | 2h30 | half an hour
9:30 am | 21:15 | 9 pm | 25:00 | 12 p.m. | 7.30 Uhr | 18h30
+49 30 901820 | (212) 555-0142 | 1-800-FLOWERS | 2020-01-02 | 555 0142 | 12345678901234567 | tel 030/901820-0
ann@lumen.example | https://lumen.example/a?b=c | www.lumen.example | lumen.com/lamps | lumen.example
12 High Street, Dayton, OH 45402 | 420 9th Ave, New York, NY 10001 | Rue de Lyon 5, 69001 Lyon | 10115 Berlin | SW1A 1AA London
Dayton, OH | Paris, France | New York NY 10001 | Ensign, LLC | Utrecht | San José, Costa Rica, Central America
Ann Reed | Ann van der Berg | ANN | ann reed | Lumen House Ltd | The House of Lamps and Oil | Ann Reed: a life | Dr. Ann Reed, PhD
2.5 kg | 300mm | 12 in | 6'2" | 40 W | 12V | 8 GB RAM | 5 x 7 cm | 20 MP | 1 l | 2 cups
LA-100-77 | 978-0-306-40615-7 | 0306406152 | A1 | ABC | SKU 12 | 4.6 (128 reviews) | v2.1.0
Yes | no | ✓ | In stock | Sold out | Only 3 left | out of stock | not available | available from May | included | Nicht verfügbar | maybe
full time | Full-time position | part-time or contract | https://schema.org/InStock | NEW | brand new and used | free | used, like new
, May 4 | / Berlin | - new | »quoted« | word[1][2] | (in brackets) | a  b   c | :
A long line that tells one thing after another, in small letters and with a full stop at its end, so that it is prose.`
  .split(/\n| \| /)
  .filter(Boolean)

const kinds: Record<string, object> = {
  price: { type: 'number' },
  review_count: { type: 'integer' },
  rating: { type: 'number' },
  founded_year: { type: 'integer' },
  discount_percent: { type: 'number' },
  weight_kg: { type: 'number' },
  duration_minutes: { type: 'integer' },
  duration_hours: { type: 'number' },
  day: { type: 'string', format: 'date' },
  moment: { type: 'string', format: 'date-time' },
  length: { type: 'string', format: 'duration' },
  email: { type: 'string', format: 'email' },
  url: { type: 'string', format: 'uri' },
  city: { type: 'string' },
  postal_code: { type: 'string' },
  street: { type: 'string' },
  state: { type: 'string' },
  country: { type: 'string' },
  in_stock: { type: 'boolean' },
  employment: { enum: ['full-time', 'part-time', 'contract'] },
  condition: { enum: ['new', 'used', null, 7] },
  availability: { enum: ['in_stock', 'out_of_stock'] },
  name: { type: 'string' },
}
const fields = readFields({ type: 'object', properties: kinds }).properties

const valueIn = (field: Field, text: string): string | undefined => {
  const found = normalise(field, text)
  if (!found) return undefined
  const { value, quote } = found
  return quote === value || quote === text
    ? JSON.stringify(value)
    : `${JSON.stringify(value)} of ${quote}`
}

/**
 * After a change on purpose:
 * npx node --test --test-update-snapshots test/products/extract/values/lines.test.ts
 */
test('what lines say to fields of every kind', t => {
  const shown = fields.map(field => [
    field.name,
    Object.fromEntries(
      lines.flatMap(line => {
        const value = valueIn(field, line)
        // Any text answers a field that takes any: only what is changed is of interest.
        return value === undefined || value === JSON.stringify(line) ? [] : [[line, value]]
      }),
    ),
  ])
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/values-of-lines.json')
})

/** With a letter, a digit or a sign more, less or another in a few places. */
const changedLine = (line: string, seed: number): string => {
  const random = createRandom(seed)
  const chars = [...line]
  for (let nth = 0; nth < 3; nth++)
    chars.splice(random.int(chars.length + 1), random.int(2), random.pick(signs))
  return chars.join('')
}
const signs = [...'0123579.,:/-+%$€()\'"½ ', ' ', 'a', 'k', 'm', 'A', 'of ', '', '', ' and ', '…']

test('what they say where they differ a little', t => {
  const shown = lines.flatMap((line, at) =>
    [1, 2, 3].map(nth => {
      const changed = changedLine(line, 10 * at + nth)
      const shape = Object.values(shapeOf(changed)).map(share => Number(share.toFixed(4)))
      const found = [findNumbers, findDates, findTimes, findDurations].map(find => find(changed))
      const values = fields.map(field => valueIn(field, changed))
      return `${changed.slice(0, 60)} → ${digest(shape)} ${found.map(digest).join(' ')} ${digest(values)}`
    }),
  )
  t.assert.fileSnapshot(shown, 'test/fixtures/values-of-changed-lines.json')
})

test('numbers, days, times and lengths in lines, and what shape a line has', t => {
  const shown = lines.map(line => {
    const at = ({ start, end }: { start: number; end: number }) => line.slice(start, end)
    const shape = Object.entries(shapeOf(line)).flatMap(([name, share]) =>
      share > 0 ? `${name} ${Number(share.toFixed(4))}` : [],
    )
    const said = {
      numbers: findNumbers(line).map(
        one => `${at(one)}: ${one.readings.join(' ')} ${one.unit ?? ''}`,
      ),
      dates: findDates(line).map(one => `${at(one)}: ${one.readings.join(' ')} ${one.time ?? ''}`),
      times: findTimes(line).map(one => `${at(one)}: ${one.time}`),
      lengths: findDurations(line).map(one => `${at(one)}: ${one.seconds}`),
      shape,
    }
    const known = Object.entries(said).filter(([, all]) => all.length > 0)
    return [line, Object.fromEntries(known.map(([name, all]) => [name, all.join('; ')]))]
  })
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/shapes-of-lines.json')
})

/** Where one value ends and the next begins is decided by what stands between. */
test('what two of them say beside each other', t => {
  const random = createRandom(77)
  const shown = Array.from({ length: 220 }, () => {
    const between = random.pick([' ', '', '/', '-', ', ', ' – ', ': ', ' (', ' to '])
    const line = `${random.pick(lines)}${between}${random.pick(lines)}`.slice(0, 100)
    const found = [findNumbers, findDates, findTimes, findDurations].map(find => find(line))
    const values = fields.map(field => valueIn(field, line))
    return `${line.slice(0, 60)} → ${digest([shapeOf(line), found, values])}`
  })
  t.assert.fileSnapshot(shown, 'test/fixtures/values-of-two-lines.json')
})
