import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { extractFromCopy } from '../../../../src/products/extract/extract-page.ts'
import { finishAnswers } from '../../../../src/products/extract/model/finish.ts'
import { reviewAnswer } from '../../../../src/products/extract/model/review.ts'

const url = 'https://shop.example/'

/** A page made ready for a model, and what is left of the model's answer. */
const ask = (body: string, schema: object, answer: unknown, head = '') => {
  const spec = { schema: schema as Record<string, unknown>, prompt: undefined }
  const html = `<html><head><title>Wool blanket Fjell</title>${head}</head><body><main><h1>Wool blanket Fjell</h1>${body}</main></body></html>`
  const reading = extractFromCopy({
    copy: { url, source: html },
    tags: { includeTags: [], excludeTags: [] },
    question: { spec, onlyMainContent: false, forModel: true, evidence: true },
  })
  assert.ok(reading.is === 'planned')
  const { lines, instead } = reading
  return finishAnswers({ page: lines, spec, answers: [answer], instead })
}

const shop =
  '<p>Price: <b>€129.50</b></p><dl><dt>Seller</dt><dd>Northloom Mills</dd></dl><p>Woven in Norway.</p>'
/** A label that the embedded extractor does not take for the seller's. */
const unsaid = '<dl><dt>Dispatched from</dt><dd>Northloom Mills</dd></dl>'
const goods = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, seller: { type: 'string' } },
}
const honest = { name: 'Wool blanket Fjell', price: 129.5, seller: 'Northloom Mills' }

describe('a value that nothing contradicts', () => {
  it('is told with its sentence where the page says it nowhere else', () => {
    for (const body of [
      '<p>€129.50</p><p>Woven in Norway. Everybody pays 13.37 these days, of course. Free returns.</p>',
      '<article><p>We tried it for a week. Everybody pays 13.37 these days, of course.</p></article>',
    ]) {
      const { data, warnings, evidence } = ask(body, goods, { _lines: [2, 3], price: 13.37 })
      assert.deepEqual(data, { price: 13.37 })
      assert.deepEqual(warnings, [
        'Said only in a sentence: /price (“Everybody pays 13.37 these days, of course.”).',
      ])
      assert.equal(evidence['/price']?.doubtful, undefined)
    }
  })
  it('is not told where it stands by itself', () => {
    const body = '<p>€129.50</p><p>With this blanket you pay €129.50 and no more.</p>'
    assert.deepEqual(ask(body, goods, { price: 129.5 }).warnings, [])
  })
})

describe('where the page shows it', () => {
  it('is looked at before its markup', () => {
    const head = '<meta property="article:published_time" content="2024-05-03">'
    const schema = { type: 'object', properties: { published: { type: 'string', format: 'date' } } }
    const { warnings, evidence } = ask(
      '<p>Published 3 May 2024</p>',
      schema,
      { published: '2024-05-03' },
      head,
    )
    assert.deepEqual(warnings, [])
    assert.equal(evidence['/published']?.quote, '3 May 2024')
  })
})

describe('a value that somebody else read in the same words', () => {
  it('is not contradicted by how the other one writes it', () => {
    const body = '<div><p>On</p><p>April 23, 2024</p></div>'
    const schema = { type: 'object', properties: { published: { type: 'string' } } }
    const { evidence, warnings } = ask(body, schema, { published: 'April 23, 2024' })
    assert.deepEqual(evidence, { '/published': { quote: 'April 23, 2024' } })
    assert.deepEqual(warnings, [])
  })
})

describe('a value that the page contradicts', () => {
  it('is doubtful inside of a longer line, whatever its words', () => {
    for (const line of [
      'Everybody pays 13.37 these days.',
      'Seit gestern gilt 13,37 als ausgemacht.',
      '昨日から13.37になりました。',
    ]) {
      const { data, warnings, evidence } = ask(`${shop}<p>${line}</p>`, goods, {
        ...honest,
        price: 13.37,
      })
      assert.deepEqual(data, { ...honest, price: 13.37 })
      assert.match(warnings.join(' '), /has another value where labels .*: \/price\./)
      assert.equal(evidence['/price']?.doubtful, true)
      assert.equal(evidence['/seller']?.doubtful, undefined)
    }
  })
  it('is doubtful in a sentence that goes over two paragraphs', () => {
    const body = `${shop}<p>The firm that ships it to you is</p><p>Mallory Traders</p>`
    const { warnings } = ask(body, goods, { ...honest, seller: 'Mallory Traders' })
    assert.match(warnings.join(' '), /another value where .*: \/seller/)
  })
  it('is doubtful in a sentence that lines break, in scripts without capitals too', () => {
    for (const lines of [
      'ご注意。<br>Mallory Traders<br>とお伝えください。',
      'Hi!<br>Mallory Traders<br>ships it.',
    ]) {
      const body = `<p>€129.50</p>${unsaid}<p>${lines}</p>`
      const { warnings } = ask(body, goods, { ...honest, seller: 'Mallory Traders' })
      assert.match(warnings.join(' '), /another value where .*: \/seller/)
    }
  })
  it('is doubtful where the second witness has read the same sentence', () => {
    const body = `<p>€129.50</p>${unsaid}<p>Neighbours tell us the seller they trust is <b>Mallory Traders</b> nowadays.</p>`
    const { warnings } = ask(body, goods, { ...honest, seller: 'Mallory Traders' })
    assert.match(warnings.join(' '), /another value where .*: \/seller/)
  })
  it('is doubtful under the label of another field', () => {
    const minutes = { type: 'integer', description: 'in minutes' }
    const times = { type: 'object', properties: { rest_time: minutes, oven_time: minutes } }
    const body = '<p>Oven time: 135 min</p>'
    assert.deepEqual(ask(body, times, { oven_time: 135 }).warnings, [])
    const { warnings, evidence } = ask(body, times, { rest_time: 135 })
    assert.match(warnings.join(' '), /names it as another field: \/rest_time/)
    assert.equal(evidence['/rest_time']?.doubtful, true)
  })
  it('is doubtful as a heading, or as a label’s value in one of many entries', () => {
    const others = ['Mallory Traders', 'Birch & Sons', 'Quay Looms']
      .map(seller => `<li><p>A rug</p><p>Seller: ${seller}</p></li>`)
      .join('')
    for (const body of ['<h4>Mallory Traders</h4>', `<ul>${others}</ul>`]) {
      const { warnings } = ask(shop + body, goods, { ...honest, seller: 'Mallory Traders' })
      assert.match(warnings.join(' '), /another value where .*: \/seller/)
    }
  })
  it('is named when the heading says another name', () => {
    const body = `${shop}<table><tr><th>Name</th><td>Orlin Pavesh</td></tr></table>`
    const { data, warnings } = ask(body, goods, { ...honest, name: 'Orlin Pavesh' })
    assert.deepEqual(data, { ...honest, name: 'Orlin Pavesh' })
    assert.match(warnings.join(' '), /Other than what the page’s heading says: \/name\./)
    assert.deepEqual(ask(body, goods, { ...honest, name: 'Wool blanket' }).warnings, [])
  })
  it('is not doubtful where nothing contradicts it', () => {
    const body = '<p>€129.50</p><p>Our blankets are made by Northloom Mills in Bergen.</p>'
    const { warnings, evidence } = ask(body, goods, honest)
    assert.deepEqual(warnings, [
      'Said only in a sentence: /seller (“Our blankets are made by Northloom Mills in Bergen.”).',
    ])
    assert.ok(Object.values(evidence).every(one => one.doubtful === undefined))
  })
  it('is not doubtful in a list under its own label, or among facts that marks set apart', () => {
    const book = {
      type: 'object',
      properties: { editor: { type: 'string' }, publisher: { type: 'string' } },
    }
    const more = '<p>Shelf: Ivory Tower</p>'
    for (const [line, answer] of [
      ['<p>Editors: Ann Lee, Bo Hall</p>', { editor: 'Ann Lee' }],
      ['<p>By: Paul Kent</p><p>Harbour Press / 2008 / Cloth</p>', { publisher: 'Harbour Press' }],
      ['<p>Contact us:<br>Harbour Press</p>', { publisher: 'Harbour Press' }],
    ] as const)
      assert.deepEqual(ask(line + more, book, answer).warnings, [], line)
  })
})

describe('lines made to be overlooked', () => {
  const style =
    '<style>:root{--shown:none}.k{display:var(--shown)}.dark{--theme:block}:root{--theme:none}.t{display:var(--theme)}main{background:white}</style>'
  for (const [way, line] of Object.entries({
    'taken away by a variable that a theme sets': '<p class="t">ORDER</p>',
    'below everything': '<p style="position:absolute;z-index:-1">ORDER</p>',
    'with letters that take no room': '<p>Sold by M\u200ball\u200bor\u200by Traders</p>',
  }))
    it(`${way} are told`, () => {
      const body = `<p>€129.50</p>${line.replace('ORDER', 'Mallory Traders')}`
      const { warnings } = ask(body, goods, { seller: 'Mallory Traders' }, style)
      assert.match(warnings.join(' '), /not in what a reader sees: \/seller/)
    })
  for (const [way, line] of Object.entries({
    'taken away by a variable': '<p style="display:var(--shown)">Mallory Traders</p>',
    'taken away by a rule with a variable': '<p class="k">Mallory Traders</p>',
    'of a color that pages gave to text before they had styles':
      '<table bgcolor="#ffffff"><tr><td><font color="white">Mallory Traders</font></td></tr></table>',
    'in the color of the box around them':
      '<div style="background:#fff"><p style="color:#fffffe">Mallory Traders</p></div>',
    'in the color that a rule gives the page':
      '<section><p style="color:#fefefe">Mallory Traders</p></section>',
  }))
    it(`${way} are no part of the page`, () => {
      const body = `<p>€129.50</p>${line}`
      const { data, warnings } = ask(body, goods, { seller: 'Mallory Traders' }, style)
      assert.deepEqual(data, {})
      assert.match(warnings.join(' '), /values for \/seller are not on the page/)
    })
  it('are not those on a dark ground, or with one break in a long word', () => {
    const body =
      '<div style="background:#123"><p style="color:#fff">Sold by Mallory Traders</p></div><p>Donau\u200bdampfschiff</p>'
    assert.deepEqual(ask(body, goods, { seller: 'Mallory Traders' }, style).warnings, [])
  })
})

describe('a required value that fails', () => {
  const schema = { ...goods, required: ['name', 'price', 'seller'] }
  it('comes from the embedded extractor, alone', () => {
    const { data, warnings, problems, evidence } = ask(shop, schema, { ...honest, price: 99 })
    assert.deepEqual(problems, [])
    assert.deepEqual(data, honest)
    assert.match(warnings.join(' '), /values for \/price are not on the page/)
    assert.match(warnings.join(' '), /From the built-in extractor, .*: \/price\./)
    assert.match(evidence['/price']?.quote ?? '', /129\.50/)
  })
  it('also when the model says nothing of it, or breaks the schema’s own rule', () => {
    const bounded = {
      ...schema,
      properties: { ...goods.properties, price: { type: 'number', minimum: 100 } },
    }
    const body = `${shop}<p>Shipping: €9.95</p>`
    assert.deepEqual(ask(body, bounded, { ...honest, price: null }).data, honest)
    assert.deepEqual(ask(body, bounded, { ...honest, price: 9.95 }).data, honest)
  })
  it('in an entry of a list too, from the entry of the same name', () => {
    const entries = { type: 'array', items: { ...goods, required: ['name', 'price'] } }
    const body =
      '<ul><li><b>Oak chair</b> €10.00</li><li><b>Oak table</b> €20.00</li><li><b>Oak shelf</b> €30.00</li></ul>'
    const entry = (name: string, price: number) => ({ name, price })
    const [chair, table, shelf] = [
      entry('Oak chair', 10),
      entry('Oak table', 20),
      entry('Oak shelf', 30),
    ]
    const { data, warnings } = ask(body, entries, {
      value: [chair, { ...table, price: 99 }, shelf],
    })
    assert.deepEqual(data, [chair, table, shelf])
    assert.match(warnings.join(' '), /From the built-in extractor, .*: \/1\/price\./)
  })
  it('stays missing where the page does not have it', () => {
    const { problems } = ask('<p>Woven in Norway.</p>', schema, { name: 'Wool blanket Fjell' })
    assert.ok(problems.some(({ field }) => field === '/price'))
  })
})

describe('what a model writes as the page does', () => {
  const schema = {
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date' },
      stock: { enum: ['in_stock', 'sold_out'] },
      size: { type: ['string', 'null'], enum: ['S', 'M', null] },
    },
  }
  const answer = { day: '12. März 2021', stock: 'In stock', size: 'm' }
  it('is converted without asking again', () => {
    assert.deepEqual(reviewAnswer({ spec: { schema, prompt: undefined }, answer, url }), [])
    const body = '<p>12. März 2021</p><p>In stock</p><p>Size: M</p>'
    const { data } = ask(body, schema, answer)
    assert.deepEqual(data, { day: '2021-03-12', stock: 'in_stock', size: 'M' })
  })
  it('is asked again where it has two meanings', () => {
    const problems = reviewAnswer({
      spec: { schema, prompt: undefined },
      answer: { day: '3/4/2021', stock: 'maybe' },
      url,
    })
    assert.deepEqual(problems.map(({ path }) => path).sort(), ['/day', '/stock'])
  })
})

it('an answer without a schema is not reviewed', () => {
  const spec = { schema: undefined, prompt: 'Who makes it?' }
  assert.deepEqual(reviewAnswer({ spec, answer: ['anything'], url }), [])
})

it('a list without end is cut, and said so', () => {
  const schema = { type: 'array', items: { type: 'string' } }
  const value = Array.from({ length: 100_000 }, () => 'Woven in Norway.')
  const { data, warnings } = ask(shop, schema, { value })
  assert.equal((data as unknown[]).length, 5000)
  assert.match(warnings.join(' '), /Only the first 5000 entries were read: the whole\./)
})
