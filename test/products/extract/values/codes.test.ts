import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readFields } from '../../../../src/products/extract/schema/fields.ts'
import { asksCode, codeIn } from '../../../../src/products/extract/values/codes.ts'

const fieldOf = (name: string, description = '') => {
  const [field] = readFields({
    type: 'object',
    properties: { [name]: { type: 'string', description } },
  }).properties
  assert.ok(field)
  return field
}

const line = 'ISBN-10: 0-306-40615-2 · ISBN-13: 978-0-306-40615-7 · 320 pages'

describe('numbers that have a form of their own', () => {
  it('an ISBN of 13 digits is not one of 10', () => {
    assert.equal(codeIn(fieldOf('isbn13'), line), '978-0-306-40615-7')
    assert.equal(codeIn(fieldOf('isbn_10'), line), '0-306-40615-2')
    assert.equal(codeIn(fieldOf('isbn_13'), 'ISBN: 0-306-40615-2'), undefined)
    assert.equal(codeIn(fieldOf('isbn_10'), '9780306406157'), undefined)
  })

  it('the description says which', () => {
    const field = fieldOf('bookNumber', 'International Standard Book Number with 13 digits')
    assert.equal(codeIn(field, line), '978-0-306-40615-7')
    assert.equal(codeIn(fieldOf('x1', 'ISBN'), '080442957X'), '080442957X')
  })

  it('an EAN has 13 digits or 8, a GTIN up to 14, an ISSN 8', () => {
    assert.equal(codeIn(fieldOf('EAN'), '4006381333931'), '4006381333931')
    assert.equal(codeIn(fieldOf('ean'), '0306406152'), undefined)
    assert.equal(codeIn(fieldOf('gtin'), '614141 007349'), '614141 007349')
    assert.equal(codeIn(fieldOf('issn'), 'ISSN 2049-3630 (online)'), '2049-3630')
  })

  it('other codes may be anything', () => {
    for (const name of ['sku', 'zip_code', 'order_id', 'ocean']) assert.ok(!asksCode(fieldOf(name)))
    assert.ok(!asksCode(fieldOf('author', 'Who wrote the book with this ISBN')))
  })
})
