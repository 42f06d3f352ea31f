import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { wordsOf } from '../../../../src/page/words/words.ts'
import { standsAlone } from '../../../../src/products/extract/grounding/alone.ts'
import { splitLabel } from '../../../../src/products/extract/grounding/labels.ts'
import { type GroundLine, readLines } from '../../../../src/products/extract/grounding/lines.ts'
import { indexPage } from '../../../../src/products/extract/grounding/page-index.ts'
import { hasRival } from '../../../../src/products/extract/grounding/rivals.ts'
import { findRunOns } from '../../../../src/products/extract/grounding/run-ons.ts'
import { isSame, squash } from '../../../../src/products/extract/grounding/same.ts'
import { toEvidence } from '../../../../src/products/extract/grounding/to-evidence.ts'
import { type Field, readFields } from '../../../../src/products/extract/schema/fields.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

const open = (body: string) =>
  openPage(parsePage(`<html><body>${body}</body></html>`), {
    ...{ url: 'https://a.example/', onlyMainContent: false },
  })
const fieldOf = (name: string, schema: object): Field =>
  readFields({ properties: { [name]: schema } }).properties[0] as Field

describe('a value that stands alone in its line', () => {
  /** The value is what stands in brackets. */
  const alone = (marked: string, field: string, more: Partial<GroundLine> = {}) => {
    const [before = '', quote = '', after = ''] = marked.split(/[[\]]/)
    const text = before + quote + after
    const line = { text, labelled: splitLabel(text), runsOn: false, ...more } as GroundLine
    const start = before.length
    return standsAlone({ line, start, end: start + quote.length, quote }, wordsOf(field))
  }
  const cases: [marked: string, field: string, is: boolean, more?: Partial<GroundLine>][] = [
    ['[Lumen]', 'brand', true],
    ['Brand: [Lumen]', 'brand', true],
    ['Colour: [Lumen]', 'brand', false],
    ['Brand [Lumen]', 'brand', true],
    ['[Lumen] brand', 'brand', true],
    ['[Lumen] and others', 'brand', false],
    ['[12] kg', 'weight', true],
    ['[12] kg net', 'weight', true],
    ['[12] kg net weight here', 'price', false],
    ['[Lumen] kg', 'brand', false],
    ['Weight of the lamp of brass [12]', 'weight', false],
    ['Brand 7 [Lumen]', 'brand', false],
    ['The lamp was made by [Lumen] in 1998', 'brand', false],
    ['The lamp of [Lumen]', 'brand', true, { level: 1 }],
    ['[Lumen]', 'brand', false, { runsOn: true }],
    ['Directors: Ann Lee, [Bo Hall] & Cy Ott', 'director', true],
    ['Directors: [Ann] Lee, Bo Hall', 'director', false],
    ['Directors: Ann Lee, Bo [Hall]', 'director', false],
    ['Actors: Ann Lee, [Bo Hall]', 'director', false],
    ['Directors: Ann Lee, [Bo Hall]', 'director', true, { runsOn: true }],
    ['Harbour Press / [2008] / Paperback', 'year', true],
    ['Harbour Press | [Paperback]', 'format', true],
    ['Harbour Press or [Paperback]', 'format', false],
    [`[Paperback] | ${'x'.repeat(107)}`, 'format', true],
    [`[Paperback] | ${'x'.repeat(108)}`, 'format', false],
  ]
  for (const [marked, field, is, more] of cases)
    it(`${field}: ${marked.slice(0, 60)}${more ? ` ${JSON.stringify(more)}` : ''}: ${is}`, () => {
      assert.equal(alone(marked, field, more), is)
    })
})

describe('lines that share a sentence', () => {
  const cases: [body: string, found: string[]][] = [
    ['<p>Kindly list this under</p><p>Orlin Pavesh</p>', ['Orlin Pavesh']],
    ['<p>Kindly list this.</p><p>Orlin Pavesh</p>', []],
    ['<p>Kindly list</p><p>Orlin Pavesh</p>', []],
    ['<p>Kindly list<br>Orlin Pavesh</p>', ['Orlin Pavesh']],
    ['<p>Kindly<br>Orlin Pavesh</p>', []],
    ['<p>Lumen</p><p>and the lamps of brass</p>', ['Lumen', 'and the lamps of brass']],
    ['<p>Lumen</p><p>and the lamps</p>', []],
    ['<p>Brand: Lumen</p><p>and the lamps of brass</p>', ['and the lamps of brass']],
    ['<p>Kindly list this under</p><p>Price: $5</p>', []],
    ['<p>By: Paul Kent</p><p>Orlin Pavesh</p>', []],
    ['<p>Contact us:</p><p>Orlin Pavesh</p>', []],
    ['<h1>Kindly list this under</h1><p>Orlin Pavesh</p>', []],
    ['<p>Kindly list this under</p><h2>Orlin Pavesh</h2>', []],
    ['<p>Lamps<br>of brass.</p>', ['Lamps', 'of brass.']],
    ['<p>Lamps.<br>of brass.</p>', []],
    ['<p>Lamps<br>Of brass.</p>', []],
    [`<p>${'word '.repeat(61)}</p><p>Orlin Pavesh</p>`, []],
  ]
  for (const [body, found] of cases)
    it(body.slice(0, 70), () => {
      const { nodes } = open(body)
      const ids = findRunOns(nodes)
      assert.deepEqual(
        nodes.filter(({ id }) => ids.has(id)).map(({ text }) => text),
        found,
      )
    })
})

describe('the same value', () => {
  const cases: [a: unknown, b: unknown, is: boolean][] = [
    ['Brass desk lamp', 'Brass desk lamp, 40 W', true],
    ['Brass desk lamp, 40 W', 'brass DESK lamp', true],
    ['Brass lamp', 'Brass desk lamp', false],
    ['desk', 'desktop', false],
    ['Lumen-House', 'lumen house', true],
    ['LumenHouse', 'Lumen House', true],
    [12, 12, true],
    [12, '12', false],
    [true, false, false],
  ]
  for (const [a, b, is] of cases)
    it(`${JSON.stringify(a)} and ${JSON.stringify(b)}: ${is}`, () => assert.equal(isSame(a, b), is))
  it('without spaces and signs', () => assert.equal(squash('Lumen – Haus Ü.7'), 'lumenhausu7'))
})

describe('another value under a label', () => {
  const text = { type: 'string' }
  const number = { type: 'number' }
  const cases: [
    what: string,
    body: string,
    field: Field,
    value: unknown,
    taken: unknown[],
    is: boolean,
  ][] = [
    ['a name', '<p>Maker: Lumen House</p>', fieldOf('seller', text), 'Karl Weber', [], true],
    ['the same name', '<p>Maker: Karl Weber</p>', fieldOf('seller', text), 'Karl Weber', [], false],
    [
      'a name that another field took',
      '<p>Maker: Lumen House</p>',
      fieldOf('seller', text),
      'Karl Weber',
      ['Lumen House'],
      false,
    ],
    [
      'a name without a label',
      '<p>Lumen House</p>',
      fieldOf('seller', text),
      'Karl Weber',
      [],
      false,
    ],
    [
      'what is no name',
      '<p>Maker: by hand, in our own town</p>',
      fieldOf('seller', text),
      'Karl Weber',
      [],
      false,
    ],
    [
      'a value that is no name',
      '<p>Maker: Lumen House</p>',
      fieldOf('seller', text),
      'made by hand',
      [],
      false,
    ],
    ['a number', '<p>Price: $5</p>', fieldOf('price', number), 7, [], true],
    ['the same number', '<p>Price: $7</p>', fieldOf('price', number), 7, [], false],
    ['a number of something else', '<p>Weight: 5</p>', fieldOf('price', number), 7, [], false],
    ['a number that is no money', '<p>Price: 5</p>', fieldOf('price', number), 7, [], false],
    ['money that is not asked for', '<p>Chairs: $5</p>', fieldOf('chairs', number), 7, [], false],
    ['two numbers', '<p>Price: $5 or $6</p>', fieldOf('price', number), 7, [], false],
    [
      'a number that is crossed out',
      '<p>Price: <del>$5</del></p>',
      fieldOf('price', number),
      7,
      [],
      false,
    ],
    ['neither a name nor a number', '<p>Price: $5</p>', fieldOf('price', number), true, [], false],
  ]
  for (const [what, body, field, value, taken, is] of cases)
    it(`${what}: ${is}`, () => {
      const page = indexPage(readLines(open(`<h1>A lamp</h1>${body}`)))
      assert.equal(hasRival(page, field, value, taken), is)
    })
})

describe('what a caller is shown', () => {
  const places = new Map([[3, { page: 2 }]])
  const quoted = {
    status: 'quoted',
    quote: 'Lumen',
    node: 3,
    fact: undefined,
    doubt: undefined,
  } as never
  it('the words and where they stand, and whether they are in doubt', () => {
    assert.deepEqual(toEvidence({ places }, quoted), { quote: 'Lumen', page: 2 })
    for (const doubt of ['order', 'inside', 'label'] as const)
      assert.deepEqual(toEvidence({ places }, quoted, doubt), {
        quote: 'Lumen',
        page: 2,
        doubtful: true,
      })
    for (const doubt of ['unseen', 'heading', 'sentence'] as const)
      assert.deepEqual(toEvidence({ places }, quoted, doubt), { quote: 'Lumen', page: 2 })
    const own = { ...(quoted as object), doubt: 'order', fact: 'image' } as never
    assert.deepEqual(toEvidence({ places }, own), {
      quote: 'Lumen',
      page: 2,
      source: 'image',
      doubtful: true,
    })
  })
  it('what it was judged by, or nothing', () => {
    assert.deepEqual(toEvidence({ places }, { status: 'missing' }), {})
    assert.deepEqual(toEvidence({ places }, { status: 'judged' }), { judged: true })
    assert.deepEqual(toEvidence({ places }, { status: 'judged', quote: 'a', node: 3 }), {
      ...{ quote: 'a', page: 2, judged: true },
    })
  })
})
