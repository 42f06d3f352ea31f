import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import type { JsonSchema } from '../../../../src/products/extract/schema/limits.ts'
import { readByReader } from '../../../../src/products/extract/taught/read.ts'
import {
  type Marks,
  previewReader,
  teachReader,
} from '../../../../src/products/readers/learn-task.ts'

const url = 'https://shop.test/x'
const learn = (schema: JsonSchema, source: string, marks: Marks) => {
  const { reader } = teachReader({
    ...{ schema, others: [], examples: [{ url, source, data: null, marks }] },
  })
  return {
    reader,
    read: (other: string) => readByReader({ document: parsePage(other), url }, schema, reader).data,
    rows: (other: string) =>
      previewReader({ schema, taught: reader, page: { url, source: other } }).rows,
  }
}

describe('an element as a whole', () => {
  it('is read with all of its texts', () => {
    const page = (size: string, weight: string) =>
      `<h1>A box</h1><p class="facts">Size <b>${size}</b>, weight <b>${weight}</b></p><p>Sold</p>`
    const schema = { type: 'object', properties: { facts: { type: 'string' } } }
    const { read } = learn(schema, page('4 cm', '2 kg'), { '/facts': { text: 1, to: 4 } })
    assert.deepEqual(read(page('7 m', '9 t')), { facts: 'Size 7 m , weight 9 t' })
  })
})

describe('what looks like a row and is none', () => {
  const schema = {
    type: 'object',
    properties: {
      people: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' } } },
      },
    },
  }
  const page = (...rows: string[]) => `<h1>People</h1><ul class="all">${rows.join('')}</ul>`
  const person = (name: string) => `<li><b>${name}</b> <i>a person</i></li>`
  const two = { '/people/0/name': { text: 1 }, '/people/1/name': { text: 3 } }
  const names = (data: unknown) =>
    (data as { people: { name: string }[] }).people.map(({ name }) => name)

  it('is left out by its elements, with all that are made alike', () => {
    const advertisement = (words: string) => `<li><a><b>${words}</b></a></li>`
    const source = page(person('Ann'), person('Bo'), advertisement('Buy'), person('Cleo'))
    const before = learn(schema, source, two)
    assert.deepEqual(before.rows(source)['/people'], [
      ...[
        [1, 2],
        [3, 4],
        [5, 5],
        [6, 7],
      ],
    ])
    const { read, rows } = learn(schema, source, { ...two, '/people/-1': { text: 5 } })
    assert.deepEqual(names(read(source)), ['Ann', 'Bo', 'Cleo'])
    assert.equal(rows(source)['/people']?.length, 3)
    assert.deepEqual(names(read(page(advertisement('Sell'), person('Dmitri')))), ['Dmitri'])
  })

  it('is left out of a list that is all that is asked for', () => {
    const root = schema.properties.people
    const source = page(person('Ann'), person('Bo'), person('Total'))
    const marks = { '/0/name': { text: 1 }, '/1/name': { text: 3 }, '/-1': { text: 5 } }
    const { read } = learn(root, source, marks)
    assert.deepEqual(read(source), [{ name: 'Ann' }, { name: 'Bo' }])
  })

  it('is refused where there is no such list', () => {
    const source = page(person('Ann'), person('Bo'))
    assert.throws(
      () => learn(schema, source, { ...two, '/pets/-1': { text: 5 } }),
      /\/pets\/-1 cannot be read/,
    )
  })

  it('is none between others: entries are numbered without gaps, in any order', () => {
    const source = page(person('Ann'), person('Bo'), person('Cleo'))
    const names = Object.values(two)
    const rows = (...numbers: number[]) =>
      Object.fromEntries(
        numbers.map((row, at) => [`/people/${row}/name`, names[at] ?? { text: 0 }]),
      )
    for (const gap of [rows(0, 7), rows(1, 2)])
      assert.throws(() => learn(schema, source, gap), {
        code: 'invalid_request',
        message: /entries of \/people .* without gaps/,
      })
    assert.equal(learn(schema, source, rows(1, 0)).reader.lists['/people']?.seen, 1)
  })

  it('is left out by its words where it is made as rows are', () => {
    const source = page(person('Ann'), person('Bo'), person('Total'))
    const { read, reader } = learn(schema, source, { ...two, '/people/-1': { text: 5 } })
    assert.deepEqual(names(read(source)), ['Ann', 'Bo'])
    assert.deepEqual(names(read(page(person('Eve'), person('Total')))), ['Eve'])
    assert.ok(reader.lists['/people']?.row.not?.length)
  })
})
