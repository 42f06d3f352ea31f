import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileSchema } from '../../../../src/products/extract/schema/compile.ts'
import { readFields } from '../../../../src/products/extract/schema/fields.ts'
import { normalise, secondsPerUnit } from '../../../../src/products/extract/values/normalise.ts'
import { cpuMs } from '../../../support/cpu-time.ts'

const fieldOf = (name: string, schema: object) => {
  const { properties } = readFields(
    compileSchema({ type: 'object', properties: { [name]: schema } }).schema,
  )
  const [field] = properties
  assert.ok(field)
  return field
}
const text = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }
const boolean = { type: 'boolean' }

type Case = [name: string, schema: object, text: string, value: unknown, quote?: string]
const check = (...cases: Case[]) => {
  for (const [name, schema, said, value, quote = said] of cases) {
    const found = normalise(fieldOf(name, schema), said)
    assert.deepEqual(found, value === undefined ? undefined : { value, quote }, `${name}: ${said}`)
  }
}

describe('a text of the page as the type that is asked for', () => {
  it('is below zero where accounts write it in brackets, and nothing else is', () => {
    check(
      ['profit', number, '(1,234)', -1234, '1,234'],
      ['net_income', number, '($12)', -12, '12'],
      ['netIncome', integer, '$ (12)', -12, '12'],
      ['cash_flow', number, '(1.234,5) €', -1234.5, '1.234,5'],
      ['growth', number, '(3.5%)', -3.5, '3.5'],
      ['net_income_loss', number, '(88)', -88, '88'],
      ['net_loss', number, '(88)', 88, '88'],
      ['comments', integer, '(12)', 12, '12'],
      ['goals_against', integer, '(12)', 12, '12'],
      ['changes', integer, '(12)', 12, '12'],
      ['price', number, '($12)', 12, '12'],
      ['profit', number, 'Profits (12)', 12, '12'],
      ['profit', number, '(12 months)', 12, '12'],
      ['profit', number, '(212) 555-0142', 212, '212'],
    )
  })

  it('is a code without the words behind it', () => {
    check(
      ['sku', text, 'WD-100 | In stock', 'WD-100', 'WD-100'],
      ['sku', text, 'WD-100 · 12 left', 'WD-100', 'WD-100'],
      ['sku', text, 'WD-100 (in stock)', 'WD-100', 'WD-100'],
      ['mpn', text, 'WD 100, in stock', 'WD 100', 'WD 100'],
      ['sku', text, 'WD-100 / XL', 'WD-100 / XL'],
      ['sku', text, 'WD-100, WD-101', 'WD-100, WD-101'],
      ['sku', text, 'WD-A | In stock', 'WD-A | In stock'],
      ['genre', text, 'Drama 2 | Comedy', 'Drama 2 | Comedy'],
    )
  })

  it('is a number, the one whose neighbours speak of the field', () => {
    check(
      ['votes', integer, '4.8 from 120 votes', 120, '120'],
      ['rating', number, 'rating 4.8 from 120 votes', 4.8, '4.8'],
      ['count', integer, '4.5', undefined],
      ['count', integer, '4.5 of 7', 7, '7'],
      ['price', number, '3 lamps for $61.50', 61.5, '61.50'],
      ['founded_year', integer, '5 of us since 2010', 2010, '2010'],
      ['founded_year', integer, '5 of 1499 and 2101', undefined],
      ['founded_year', integer, '12 since 1500', 1500, '1500'],
      ['founded_year', integer, '12 until 2100', 2100, '2100'],
      ['founded_year', integer, '7', 7],
      ['cook_time', integer, '1 h 20 min', 80],
      ['cook_time_seconds', integer, '2 min', 120],
      ['duration_weeks', integer, '8 weeks', 8],
      ['running_time_minutes', integer, '2:16:00', 136],
      ['duration_seconds', number, 'Total 0:45:30.', 2_730, '0:45:30'],
      ['duration', { type: 'string', format: 'duration' }, '2:16:05', 'PT2H16M5S'],
      ['duration', { type: 'string', format: 'duration' }, '2:16', undefined],
      ['duration', { type: 'string', format: 'duration' }, '2024-05-12 02:16:05', undefined],
      ['duration', { type: 'string', format: 'duration' }, '2:16:05 pm', undefined],
      ['duration', { type: 'string', format: 'duration' }, '1:2:16:05', undefined],
      ['duration', { type: 'string', format: 'duration' }, '2 h of 3:00:00', 'PT2H', '2 h'],
      ['duration_weeks', number, '14 days', 2],
      ['response_time_ms', integer, '2 s', 2_000],
      ['cook_time_hours', number, '20 min', 0.33],
      ['count', number, 'none', undefined],
      ['price', number, 'now 99¢', 0.99, '99'],
      ['price', number, '$.99', 0.99, '.99'],
      ['price_cents', number, 'now 99¢', 99, '99¢'],
      ['count', number, ' ', undefined],
    )
  })

  it('is converted to the unit that the field names, all parts of a measure together', () => {
    check(
      ['height_cm', number, `5'10"`, 177.8],
      ['height_in', number, '5 ft 10 in', 70],
      ['weight_kg', number, 'about 2 lb 3 oz', 0.9922, '2 lb 3 oz'],
      ['weight_g', number, '13 oz (369 g)', 369, '369 g'],
      ['width_cm', number, '12 in x 5 in', 30.48, '12 in'],
      ['area_sqm', number, '1,200 ft2', 111.4836],
      ['power_kw', number, '300 hp', 223.71],
      ['power_kw', number, '300 PS', 220.6497],
    )
  })

  it('is below zero where it has a minus, but for prices, discounts and the dash of a span', () => {
    check(
      ['longitude', number, '-73.98', -73.98, '73.98'],
      ['temperature', integer, 'Oslo: −5 °C', -5, '5'],
      ['balance', number, '-$12.50', -12.5, '12.50'],
      ['elevation_m', number, '-86 m', -86, '86 m'],
      ['change', number, '0', 0],
      ['change', number, '-0', 0, '0'],
      ['discount_percent', number, '-20%', 20, '20'],
      ['youSave', number, '-5 €', 5, '5'],
      ['price', number, '-5 €', 5, '5'],
      ['count', integer, '4.5 -15', 15, '15'],
      ['votes', integer, 'A-5', 5, '5'],
      ['founded_year', integer, 'Lamps –1998', 1998, '1998'],
    )
  })

  it('is yes or no by a word, or by what a phrase says', () => {
    check(
      ...['yes', 'Ja', '✓', 'https://schema.org/InStock', 'In stock!', 'included.'].map(
        (said): Case => ['x', boolean, said, true],
      ),
      ...['no', 'Nein', '✗', 'https://schema.org/OutOfStock', 'Sold out'].map(
        (said): Case => ['x', boolean, said, false],
      ),
      ...[
        ...['Non disponible', 'Producto no disponible', 'Pas disponible', 'Plus en stock'],
        ...['Nicht mehr lieferbar', 'Derzeit nicht auf Lager', 'Niet op voorraad', 'Indisponible'],
        ...['It isn’t available', "Batteries aren't included", 'Not in stock', 'not yet available'],
      ].map((said): Case => ['x', boolean, said, false]),
      ...['Plus de 10 en stock', 'Not only available in red'].map(
        (said): Case => ['x', boolean, said, true],
      ),
      ['x', boolean, 'a lamp', undefined],
    )
  })

  it('is one of the values that are allowed, if it names only one', () => {
    const colors = { type: 'string', enum: ['Deep red', 'blue', 'sea-green', null] }
    check(
      ['color', colors, 'deep-RED', 'Deep red'],
      ['color', colors, 'in blue, for all', 'blue'],
      ['color', colors, 'Sea green!', 'sea-green'],
      ['color', colors, 'blue or sea green', undefined],
      ['color', colors, 'bluebell', undefined],
      ['color', colors, `blue ${'x'.repeat(196)}`, undefined],
      ['color', colors, `blue ${'x'.repeat(195)}`, 'blue'],
      ['color', { enum: [1, 2, 3] }, '2', 2],
      ['size', { enum: ['S', 'XL'] }, 'S', 'S'],
      ['size', { enum: ['S', 'XL'] }, 'size XL', undefined],
      ...['A', 'A-', 'A+', 'A++'].map(
        (said): Case => ['grade', { enum: ['A', 'A-', 'A+', 'A++'] }, said, said],
      ),
      ['grade', { enum: ['A', 'A+++'] }, 'A+', undefined],
      ['grade', { enum: ['A++', 'B'] }, 'a good fridge', undefined],
      ['grade', { enum: ['A+++', 'A++'] }, 'Class A++, quiet', 'A++'],
      ['language', { enum: ['C', 'C#', 'C++'] }, 'C++', 'C++'],
      ['stock', { enum: ['InStock', 'OutOfStock'] }, 'https://schema.org/InStock', 'InStock'],
    )
  })

  it('is a day, a moment, an address, or a length of time, as its format says', () => {
    const of = (format: string) => ({ type: 'string', format })
    check(
      ['x', of('date'), 'on May 12th, 2011, at 9', '2011-05-12', 'May 12th, 2011'],
      ['x', of('date'), 'May 2011', undefined],
      ['x', of('date-time'), 'at 2011-05-12T09:30Z', '2011-05-12T09:30:00Z', '2011-05-12T09:30Z'],
      ['x', of('date-time'), '2011-05-12T09:30:15.5+0200', '2011-05-12T09:30:15.5+02:00'],
      ['x', of('date-time'), '2011-05-12 09:30:15 -0500', '2011-05-12T09:30:15-05:00'],
      ['x', of('date-time'), '2011-05-12 09:30+02', '2011-05-12T09:30:00+02:00'],
      ['x', of('date-time'), '2011-05-12t09:30z', '2011-05-12T09:30:00Z'],
      ['x', of('date-time'), '2011-05-12 09:30-12:00', undefined],
      ['x', of('date-time'), '2011-05-12', undefined],
      [
        'x',
        of('email'),
        'write to a.b+c@d-e.example now',
        'a.b+c@d-e.example',
        'a.b+c@d-e.example',
      ],
      ['x', of('email'), "O'Neil@a.example", "O'Neil@a.example"],
      ['x', of('email'), 'ann.müller@a.example', 'ann.müller@a.example'],
      ['x', of('email'), "'ann@a.example'", 'ann@a.example', 'ann@a.example'],
      ['x', of('email'), '邮箱ann@a.example。', 'ann@a.example', 'ann@a.example'],
      ['x', of('email'), 'write to a@b', undefined],
      ['x', of('email'), "Pat.O'Brien@lamps.example", "Pat.O'Brien@lamps.example"],
      ['contact_email', text, 'Write to a@b.example', 'a@b.example', 'a@b.example'],
      ['contact_email', text, 'a@b.example or c@b.example', 'a@b.example or c@b.example'],
      ['note', text, 'Write to a@b.example', 'Write to a@b.example'],
      ['x', of('email'), "à l'info@lamps.example", 'info@lamps.example', 'info@lamps.example'],
      ['x', of('email'), "'info@lamps.example'", 'info@lamps.example', 'info@lamps.example'],
      ['x', of('uri'), 'https://a.example/x', 'https://a.example/x'],
      ['x', of('uri'), 'see https://a.example/x', undefined],
      ['x', of('uri'), '/x', undefined],
      ['x', of('duration'), 'about 1 h 20 min', 'PT1H20M', '1 h 20 min'],
      ['x', of('duration'), '4.1 hours', 'PT4H6M'],
      ['x', of('duration'), '45 seconds', 'PT45S'],
      ['x', of('duration'), '59.7 seconds', 'PT1M'],
      ['x', of('duration'), 'long', undefined],
    )
  })

  it('is the text itself, without what parts it from others', () => {
    check(
      ['x', text, ' a  lamp ', 'a lamp', 'a  lamp'],
      ['x', text, ', May', 'May', 'May'],
      ['x', text, '/ Berlin', 'Berlin', 'Berlin'],
      ['x', text, '- new', 'new', 'new'],
      ['x', text, '-5', '-5'],
      ['x', text, 'Lamp[1][23]', 'Lamp', 'Lamp'],
      ['x', text, 'a[i]', 'a[i]'],
      ['x', { type: 'object' }, 'a', undefined],
    )
  })
})

describe('the unit of a length of time', () => {
  it('is minutes, unless the field names another', () => {
    const cases: [name: string, seconds: number, description?: string][] = [
      ['cook_time', 60],
      ['cook_seconds', 1],
      ['cookSeconds', 1],
      ['cook_s', 1],
      ['cook_sec', 1],
      ['cook_hours', 3_600],
      ['cook_time', 3_600, 'In hours'],
      ['cook_time', 60, 'Hours and minutes'],
      ['delivery_days', 86_400],
      ['holidays_sum', 60],
    ]
    for (const [name, seconds, description = ''] of cases)
      assert.equal(secondsPerUnit(fieldOf(name, { ...number, description })), seconds, name)
  })
})

it('thousands of allowed values are held against every text of a page in short', () => {
  const values = Array.from({ length: 3_000 }, (_, at) => `value number ${at}`)
  const field = fieldOf('status', { enum: values })
  assert.equal(normalise(field, 'Value-number 7')?.value, 'value number 7')
  const ask = () => {
    for (let at = 0; at < 1_500; at++) normalise(field, `Status: Red fox ${at}`)
  }
  assert.ok(cpuMs(ask) < 2_000)
})
