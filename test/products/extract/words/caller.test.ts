import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { overlap, wordsOf } from '../../../../src/page/words/words.ts'
import { toQuery } from '../../../../src/products/extract/embedded/rank/query.ts'
import { readFields } from '../../../../src/products/extract/schema/fields.ts'
import { intentOf } from '../../../../src/products/extract/words/intent.ts'

const fieldOf = (name: string, schema: Record<string, unknown> = { type: 'string' }) => {
  const [field] = readFields({ type: 'object', properties: { [name]: schema } }).properties
  assert.ok(field)
  return field
}
/** How well a label of the page fits what the caller asks for. */
const fit = (label: string, name: string, description = '') =>
  Math.max(
    ...toQuery(fieldOf(name, { type: 'string', description })).names.map(
      ({ words, weight }) => weight * overlap(words, wordsOf(label)).recall,
    ),
  )

describe('what a field is for', () => {
  it('is nothing that its type cannot hold', () => {
    assert.equal(intentOf(fieldOf('author')), 'person')
    for (const type of ['number', 'integer', 'boolean'])
      assert.notEqual(intentOf(fieldOf('author', { type })), 'person')
    assert.equal(intentOf(fieldOf('price', { type: 'number' })), 'money')
    assert.notEqual(intentOf(fieldOf('price', { type: 'boolean' })), 'money')
  })
})

describe('the caller’s words', () => {
  it('are the same in any case style', () => {
    for (const name of [
      'releaseDate',
      'release_date',
      'release-date',
      'ReleaseDate',
      'releasedate',
    ])
      assert.deepEqual(
        wordsOf(name).map(({ stem }) => stem),
        ['releas', 'date'].map(word => wordsOf(word)[0]?.stem),
        name,
      )
  })

  it('say who did it and when', () => {
    assert.equal(intentOf(fieldOf('writtenBy')), 'person')
    assert.equal(intentOf(fieldOf('published_by')), 'organization')
    assert.equal(intentOf(fieldOf('createdAt')), 'date')
    assert.equal(intentOf(fieldOf('startsOn')), 'date')
    assert.equal(
      intentOf(fieldOf('x9', { type: 'string', description: 'How much it costs' })),
      'money',
    )
    assert.equal(intentOf(fieldOf('prix')), 'money')
    assert.equal(intentOf(fieldOf('Hersteller')), 'organization')
  })

  it('name the thing that the page is about by its kind', () => {
    for (const name of ['camera', 'ROLE', 'recipe', 'Vehicle'])
      assert.equal(intentOf(fieldOf(name)), 'title', name)
    assert.notEqual(intentOf(fieldOf('camera_weight')), 'title')
  })

  it('may be short', () => {
    for (const [name, label] of [
      ['amt', 'Amount'],
      ['mfr', 'Manufacturer'],
      ['loc', 'Location'],
      ['trans', 'Transmission'],
      ['dims', 'Dimensions'],
    ] as const)
      assert.ok(fit(label, name) > 0.8, name)
  })

  it('are in the description where a program numbered the fields', () => {
    for (const name of ['p1', 'field_3', 'val', 'x_17', 'col2'])
      assert.ok(fit('Publisher', name, 'Publisher of the book') > 0.5, name)
    assert.ok(fit('Publisher', 'column_width', 'Publisher of the book') < 1)
  })

  it('are not read into words that say little', () => {
    assert.equal(intentOf(fieldOf('engineType')), 'other')
    assert.notEqual(intentOf(fieldOf('bookNumber13')), 'phone')
    assert.ok(fit('Engine', 'engineType', 'Type and displacement of the engine') > 0.9)
  })

  it('reach the page’s labels by synonyms, descriptions and other languages', () => {
    assert.ok(fit('Publisher', 'publishedBy') > 0.9)
    assert.ok(fit('Location', 'jobLocation', 'Where the job is') > 0.9)
    assert.ok(fit('Price', 'currentPrice') > 0.9)
    assert.ok(fit('Director', 'q7', 'Director of the film') > 0.8)
    assert.ok(fit('Erscheinungsdatum', 'release_date') > 0.6)
    assert.ok(fit('Employer', 'company') > 0.8)
    assert.ok(fit('Region', 'wine_region') < 0.6)
  })
})
