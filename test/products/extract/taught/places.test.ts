import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { readByReader } from '../../../../src/products/extract/taught/read.ts'
import { type Marks, teachReader } from '../../../../src/products/readers/learn-task.ts'

type Taught = { source: string; data?: object; marks?: Marks }

const learn = (types: Record<string, string>, examples: readonly Taught[]) => {
  const properties = Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, { type }]),
  )
  const schema = { type: 'object', properties }
  const pages = examples.map(({ source, data = {}, marks }, at) => ({
    ...{ url: `https://places.test/${at}`, source, data, marks },
  }))
  const { reader } = teachReader({ schema, examples: pages, others: [] })
  return (source: string) =>
    readByReader({ document: parsePage(source), url: 'https://places.test/x' }, schema, reader)
}

describe('a part of a text', () => {
  const page = (words: string) => `<h1>A box</h1><p class="size">${words}</p>`

  it('is read from the same part of other texts', () => {
    const read = learn({ height: 'number', state: 'string' }, [
      {
        source: page('Height 42 cm, packed flat'),
        marks: {
          '/height': { text: 1, start: 7, end: 9 },
          '/state': { text: 1, start: 14, end: 25 },
        },
      },
    ])
    assert.deepEqual(read(page('Height 1,150 cm, hanging')).data, {
      height: 1_150,
      state: 'hanging',
    })
  })

  it('is a figure however its thousands are parted, or a length of time', () => {
    const sentences: [
      words: (value: string) => string,
      seen: string,
      value: number,
      next: string,
      then: number,
    ][] = [
      [said => `Statt 1 499 € jetzt ${said} €`, '1 299', 1_299, '2 350', 2_350],
      [said => `statt CHF 1'499 nur CHF ${said}`, "1'299", 1_299, "2'350", 2_350],
      [said => `was $1.49 now $${said}`, '.99', 0.99, '.89', 0.89],
    ]
    for (const [words, seen, value, next, then] of sentences) {
      const read = learn({ price: 'number' }, [
        { source: page(words(seen)), data: { price: value } },
      ])
      assert.deepEqual(read(page(words(next))).data, { price: then }, words(next))
    }
    const cooks = (time: string) => page(`Cuisson : ${time} au four`)
    const read = learn({ cook_time: 'integer' }, [
      { source: cooks('1h30'), data: { cook_time: 90 } },
    ])
    assert.deepEqual(read(cooks('2h05')).data, { cook_time: 125 })
  })

  it('is nothing where the words around it are not there', () => {
    const marks = { '/height': { text: 1, start: 7, end: 12 } }
    const read = learn({ height: 'string' }, [{ source: page('Height 42 cm'), marks }])
    assert.deepEqual(read(page('Height 7 in')).data, { height: '7 in' })
    assert.deepEqual(read(page('Ask us about 7 sizes')).data, {})
  })
})

describe('a value that some examples have in another place', () => {
  const book = (name: string, facts: string) =>
    `<title>${name}</title><h1>${name}</h1>${facts}<tr><th>Pages</th><td>${name.length * 9}</td></tr></table>`
  const written = (name: string, who: string) =>
    book(name, `<table class="facts"><tr><th>Author</th><td>${who}</td></tr>`)
  const edited = (name: string, who: string) =>
    book(name, `<p class="edited">Edited by <a class="person">${who}</a></p><table class="facts">`)
  const people = ['Ann Berg', 'Bo Reid', 'Cleo Silva', 'Dmitri Kowal', 'Eve Lind', 'Finn Oak']

  for (const count of [3, 4, 6])
    it(`is read there too, however many have it in the usual one: ${count - 1}`, () => {
      const read = learn(
        { author: 'string' },
        people.slice(0, count).map((author, at) => ({
          source: (at === 1 ? edited : written)(`Book ${author.slice(0, 3)} of ${at}`, author),
          data: { author },
        })),
      )
      assert.deepEqual(read(written('A new book', 'Zoe Quill')).data, { author: 'Zoe Quill' })
      assert.deepEqual(read(edited('A new book', 'Zoe Quill')).data, { author: 'Zoe Quill' })
    })
})

describe('a value that is not where it was', () => {
  const contact = (phone: string, fax: string) =>
    `<div class="to"><h2>Contact</h2><p class="numbers">Write or call<br>${phone}<br>${fax}</p></div>`
  const data = [
    { phone: '030 111 2233', fax: '030 444 5566' },
    { phone: '040 777 8899', fax: '040 123 4567' },
    { phone: '089 555 6677', fax: '089 765 4321' },
  ]

  it('is not its neighbour without a flag', () => {
    const read = learn(
      { phone: 'string' },
      data.map(({ phone, fax }) => ({ source: contact(phone, fax), data: { phone } })),
    )
    assert.deepEqual(read(contact('0221 909 0909', '0221 808 0808')).data, {
      phone: '0221 909 0909',
    })
    const { data: given, flagged } = read(contact('', '0221 808 0808'))
    assert.ok(Object(given).phone === undefined || flagged['/phone'], JSON.stringify(given))
  })

  const facts = (...rows: [string, string][]) =>
    `<h1>A book</h1><table class="facts"><tbody>${rows
      .map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`)
      .join('')}</tbody></table>`

  it('is found by its label and its form where a row was added', () => {
    const read = learn(
      { isbn: 'string' },
      ['9781432901790', '9780312361983', '9781931128032'].map((isbn, at) => ({
        source: facts(['ISBN', isbn], ['Pages', `${200 + at}`]),
        data: { isbn },
      })),
    )
    const moved = facts(['Binding', 'Paperback'], ['ISBN', '9780307388193'], ['Pages', '96'])
    assert.deepEqual(read(moved).data, { isbn: '9780307388193' })
  })

  it('is flagged where its form is another', () => {
    const read = learn(
      { day: 'string' },
      ['07/01/2007', '09/05/2006', '05/31/2002'].map(day => ({
        source: facts(['Published', day]),
        data: { day },
      })),
    )
    const { flagged } = read(facts(['Published', '3rd edition']))
    assert.deepEqual(flagged['/day'], ['shape'])
    assert.equal(read(facts(['Published', '08/11/2009'])).flagged['/day'], undefined)
  })

  it('is found by its label in a box more', () => {
    const offer = (name: string, price: string) =>
      `<h1>${name}</h1><div>${'<i>Sold</i>'.repeat(name.length + 9)}<b>Our price</b><span>${price}</span></div>`
    const read = learn({ price: 'string' }, [
      { source: offer('Lamp', '$39.00'), data: { price: '$39.00' } },
      { source: offer('Table', '$41.50'), data: { price: '$41.50' } },
      { source: offer('Armchair', '$7.25'), data: { price: '$7.25' } },
    ])
    assert.deepEqual(read(offer('Bench', '<b><i>$12.00</i></b>')).data, { price: '$12.00' })
  })
})

it('an address stands on what the page says that it does', () => {
  const source = (file: string) =>
    `<head><base href="/shop/"></head><h1>A box</h1><p><img src="i/${file}.png"></p>`
  const read = learn({ image: 'string' }, [
    { source: source('1'), data: { image: 'https://places.test/shop/i/1.png' } },
  ])
  assert.deepEqual(read(source('2')).data, { image: 'https://places.test/shop/i/2.png' })
})
