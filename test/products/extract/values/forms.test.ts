import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readFields } from '../../../../src/products/extract/schema/fields.ts'
import { normalise } from '../../../../src/products/extract/values/normalise.ts'

const given = (name: string, schema: Record<string, unknown>, text: string) => {
  const [field] = readFields({ type: 'object', properties: { [name]: schema } }).properties
  assert.ok(field)
  return normalise(field, text)?.value
}

describe('values in the form that a field asks for', () => {
  it('measures are in the unit that the name ends with', () => {
    const number = { type: 'number' }
    assert.equal(given('weight_g', number, '0.79 kg'), 790)
    assert.equal(given('weightKg', number, '500 g'), 0.5)
    assert.equal(given('height_cm', number, '1.84 m'), 184)
    assert.equal(given('disk_gb', number, '2 TB'), 2000)
    assert.equal(given('size', { type: 'number', description: 'Size in inches' }, '27"'), 27)
    // Another kind of measure, or none, is read as it stands.
    assert.equal(given('weight_g', number, '790'), 790)
    assert.equal(given('bedrooms', number, '3 rooms'), 3)
  })

  it('a duration in ISO 8601 has its hours, minutes and seconds', () => {
    const duration = { type: 'string', format: 'duration' }
    for (const [text, value] of [
      ['59 minutes', 'PT59M'],
      ['1 hour 30 minutes', 'PT1H30M'],
      ['2 h', 'PT2H'],
      ['1 1/2 hours', 'PT1H30M'],
      ['45 seconds', 'PT45S'],
      ['1 hour 1 minute 1 second', 'PT1H1M1S'],
    ] as const)
      assert.equal(given('time', duration, text), value, text)
  })

  it('whether there is any is said in phrases', () => {
    const yes = [
      'In stock. Ready to ship',
      'Only 3 left',
      'Available now',
      'Auf Lager',
      'Yes, free',
    ]
    const no = ['Out of stock', 'Currently unavailable', 'Sold out', 'No longer available', 'No']
    for (const text of yes) assert.equal(given('in_stock', { type: 'boolean' }, text), true, text)
    for (const text of no) assert.equal(given('in_stock', { type: 'boolean' }, text), false, text)
    assert.equal(given('in_stock', { type: 'boolean' }, 'Oak and steel'), undefined)
  })

  it('phrases reach the caller’s own words', () => {
    const stock = { enum: ['InStock', 'OutOfStock'] }
    assert.equal(given('availability', stock, 'In stock. Ready to ship'), 'InStock')
    assert.equal(given('availability', stock, 'Sold out'), 'OutOfStock')
    const plain = { enum: ['available', 'unavailable', 'unknown'] }
    assert.equal(given('availability', plain, 'In stock'), 'available')
  })

  it('text is without the separator before it and the footnote behind it', () => {
    const text = { type: 'string' }
    assert.equal(given('published', text, ', December 19, 2025'), 'December 19, 2025')
    assert.equal(given('place', text, '- Berlin'), 'Berlin')
    assert.equal(given('balance', text, '-5 degrees'), '-5 degrees')
    assert.equal(given('architect', text, 'Edith Vennard[1][12]'), 'Edith Vennard')
    assert.equal(given('range', text, 'a [1]'), 'a [1]')
  })

  it('city, state and code are cut out of one line', () => {
    const text = { type: 'string' }
    const american = '12 Main Street, Springfield, IL 62704'
    assert.equal(given('street', text, american), '12 Main Street')
    assert.equal(given('city', text, american), 'Springfield')
    assert.equal(given('state', text, american), 'IL')
    assert.equal(given('zip_code', text, american), '62704')
    assert.equal(given('postalCode', text, 'Via del Porto 12, 34121 Trieste'), '34121')
    assert.equal(given('city', text, 'Via del Porto 12, 34121 Trieste'), 'Trieste')
    assert.equal(given('postcode', text, '8 Mill Lane, York YO1 7PX'), 'YO1 7PX')
    assert.equal(given('city', text, 'Lisbon'), 'Lisbon')
    // The number of a house is no code, and a street no town.
    assert.notEqual(given('zip', text, '2809 Saucon Valley Road'), '2809')
  })
})
