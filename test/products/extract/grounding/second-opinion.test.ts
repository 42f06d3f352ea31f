import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { readLines } from '../../../../src/products/extract/grounding/lines.ts'
import { type Grounded, indexPage } from '../../../../src/products/extract/grounding/page-index.ts'
import { doubtBeside } from '../../../../src/products/extract/grounding/second-opinion.ts'
import { type Field, readFields } from '../../../../src/products/extract/schema/fields.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

const fieldOf = (name: string, type = 'string'): Field =>
  readFields({ properties: { [name]: { type } } }).properties[0] as Field
const indexOf = (body: string, title = '') =>
  indexPage(
    readLines(
      openPage(parsePage(`<title>${title}</title>${body}`), {
        ...{ url: 'https://a.example/', onlyMainContent: false },
      }),
    ),
  )

type Quoted = Partial<Extract<Grounded, { status: 'quoted' }>>
type Said = Partial<Parameters<typeof doubtBeside>[2]>

const doubtOf = (body: string, verdict: Quoted, said: Said, title?: string) =>
  doubtBeside(
    indexOf(body, title),
    { status: 'quoted', quote: '', node: 1, ...verdict } as Grounded,
    {
      ...{ field: undefined, value: undefined, other: undefined, isSure: false, taken: [] },
      ...{ isTitle: false, ...said },
    },
  )

const price = fieldOf('price', 'number')
const seller = fieldOf('seller')
const labelled = '<h1>A lamp</h1><p>Price: €1,200.00</p><p>Seller: Lumen House</p>'

describe('another value that the page has under the label of the field', () => {
  const cited = { isCited: true, isNamed: false }
  const cases: [what: string, doubt: string | undefined, verdict: Quoted, said: Said][] = [
    ['a number', 'inside', cited, { field: price, value: 5, other: 1200, isSure: true }],
    ['read by nobody who is sure', undefined, cited, { field: price, value: 5, other: 1200 }],
    [
      'a number that the label does not have',
      undefined,
      cited,
      { field: price, value: 5, other: 1.2, isSure: true },
    ],
    [
      'a number under a label of something else',
      undefined,
      cited,
      { field: fieldOf('weight', 'number'), value: 5, other: 1200, isSure: true },
    ],
    ['a value of no field', undefined, cited, { value: 5, other: 1200, isSure: true }],
    [
      'a name',
      'inside',
      cited,
      { field: seller, value: 'Karl Weber', other: 'Lumen House', isSure: true },
    ],
    [
      'a name that the label does not have',
      undefined,
      cited,
      { field: seller, value: 'Karl Weber', other: 'Ann Reed', isSure: true },
    ],
    ['nothing', undefined, cited, { field: price, value: 5, other: null, isSure: true }],
  ]
  for (const [what, doubt, verdict, said] of cases)
    it(`speaks against one that a model cited, or does not: ${what}`, () =>
      assert.equal(doubtOf(labelled, verdict, said), doubt))

  for (const hidden of ['style="opacity:0"', 'style="color:#fff;background:#fff"'])
    it(`is none where no reader sees it: ${hidden}`, () => {
      const body = `<h1>A lamp</h1><p ${hidden}>Price: €1,200.00</p>`
      const said = { field: price, value: 5, other: 1200, isSure: true }
      assert.equal(doubtOf(body, cited, said), undefined)
    })
})

describe('a value that nobody cited, where the page says another', () => {
  const paragraph = (chars: number) => 'Lamps of brass '.repeat(9).slice(0, chars)
  const cases: [what: string, doubt: string | undefined, verdict: Quoted, value: unknown][] = [
    ['inside of longer lines', 'inside', { isNamed: false }, 'Karl Weber'],
    ['under a label too', undefined, { isNamed: true }, 'Karl Weber'],
    ['it is not known where', undefined, {}, 'Karl Weber'],
    ['80 characters are a name', 'inside', { isNamed: false, isAlone: true }, paragraph(80)],
    ['81 have no label', undefined, { isNamed: false, isAlone: true }, paragraph(81)],
    ['and stand alone, or not', 'inside', { isNamed: true, isAlone: false }, paragraph(81)],
    ['a number has a label', 'inside', { isNamed: false, isAlone: true }, 7],
  ]
  for (const [what, doubt, verdict, value] of cases)
    it(`is in doubt by where it stands: ${what}`, () =>
      assert.equal(doubtOf(labelled, verdict, { value, other: 'Lumen House' }), doubt))
})

describe('a value that stands inside of a sentence only', () => {
  const inside = { isAlone: false }
  const body = '<h1>A lamp</h1><p>Price: $9</p><p>Maker: Lumen House</p>'
  const cases: [what: string, doubt: string | undefined, verdict: Quoted, said: Said][] = [
    ['a number', 'inside', inside, { field: price, value: 7 }],
    [
      'a number of which we are sure',
      'inside',
      inside,
      { field: price, value: 7, other: 7, isSure: true },
    ],
    ['the number of the label', undefined, inside, { field: price, value: 9 }],
    ['a number that stands alone too', undefined, { isAlone: true }, { field: price, value: 7 }],
    ['it is not known where', undefined, {}, { field: price, value: 7 }],
    ['a number of no field', undefined, inside, { value: 7 }],
    ['a name', 'inside', inside, { field: seller, value: 'Karl Weber' }],
    [
      'a name that we read too, unsure',
      'inside',
      inside,
      { field: seller, value: 'Karl Weber', other: 'Karl Weber' },
    ],
    [
      'a name of which we are sure',
      undefined,
      inside,
      { field: seller, value: 'Karl Weber', other: 'Karl Weber', isSure: true },
    ],
    [
      'another field took the other',
      undefined,
      inside,
      { field: seller, value: 'Karl Weber', taken: ['Lumen House'] },
    ],
  ]
  for (const [what, doubt, verdict, said] of cases)
    it(`is in doubt where a label has another of its kind: ${what}`, () =>
      assert.equal(doubtOf(body, verdict, said), doubt))

  const sentence = 'It was made by Karl Weber in a small town.'
  const told: [what: string, doubt: string | undefined, said: Said][] = [
    ['a name', 'sentence', { field: seller, value: 'Karl Weber' }],
    ['a number', 'sentence', { field: price, value: 7 }],
    ['words', undefined, { field: seller, value: 'made in a small town' }],
    ['a yes', undefined, { field: seller, value: true }],
    ['of no field', undefined, { value: 'Karl Weber' }],
  ]
  for (const [what, doubt, said] of told)
    it(`is told in a sentence, if it is a figure or a name: ${what}`, () =>
      assert.equal(doubtOf('<h1>A lamp</h1>', { sentence }, said), doubt))

  it('is not asked about where it is in doubt already, or not on the page', () => {
    const said = { field: price, value: 7, isTitle: true }
    assert.equal(doubtOf(body, { ...inside, doubt: 'order' }, said), 'order')
    assert.equal(doubtOf(body, { status: 'missing' } as never, said), undefined)
  })
})

describe('the title of a page', () => {
  const cases: [value: unknown, is: boolean, body?: string, tab?: string][] = [
    ['Brass lamp 7', true],
    ['brass lamp', true],
    ['Lamp of brass', true],
    ['Lamp by Ann Reed', false],
    ['Old copper kettle', false],
    ['The new Brass lamp 7 of Lumen', true],
    ['Old copper kettle', true, '<h1>Brass lamp 7</h1>', 'Old copper kettle – Shop'],
    ['Old copper kettle', true, '<h2>Brass lamp 7</h2>'],
    ['Old copper kettle', true, '<h1>Brass lamp 7</h1><h1>Kettle of copper</h1>'],
    ['Old copper kettle', true, '<h1 class="sr-only">Brass lamp 7</h1>'],
    [7, true],
    ['Brass bell', true],
    ['Brass, silver and gold', false],
  ]
  for (const [value, is, body = '<h1>Brass lamp 7</h1>', tab] of cases)
    it(`shares half of its words with a heading, or with the tab: ${value}${is ? '' : ' does not'}`, () =>
      assert.equal(
        doubtOf(`${body}<p>Text.</p>`, {}, { value, isTitle: true }, tab),
        is ? undefined : 'heading',
      ))

  it('is asked for of titles only', () => {
    const said = { value: 'Old copper kettle', isTitle: false }
    assert.equal(doubtOf('<h1>Brass lamp 7</h1>', {}, said), undefined)
  })
})
