import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { layoutPages } from '../../../../src/page/documents/pdf/layout.ts'
import type { PdfItem } from '../../../../src/page/documents/pdf/page.ts'
import { textContent } from '../../../../src/page/html/html.ts'

type Run = [
  text: string,
  y: number,
  more?: { x?: number; size?: number; font?: string; link?: string },
]

const itemOf = ([text, y, { x = 60, size = 10, font = 'body', link } = {}]: Run): PdfItem => ({
  ...{ text, x, y, size, font, link, width: text.length * size * 0.5 },
  ...{ isMono: font === 'mono', endsLine: false, marks: [] },
})
/** The blocks of pages 800 high, by the name and the text of each. */
const blocks = (...pages: Run[][]): string[] =>
  layoutPages(
    pages.map((runs, at) => ({
      ...{ items: runs.map(itemOf), fields: [], height: 800, structure: undefined },
      number: at + 1,
    })),
  )
    .flat()
    .flatMap(node =>
      node.type === 'text' ? node.text : `${node.name}: ${textContent(node).replaceAll('\n', '/')}`,
    )

/** So much text of size 10, 12 apart, that it is the measure of all else. */
const prose = (y: number, count = 5): Run[] =>
  Array.from({ length: count }, (_, at) => [
    `the lamps of brass that burn in the evening are made in a town${at === count - 1 ? '.' : ''}`,
    y - at * 12,
  ])
const text = `p: ${prose(0)
  .map(([line]) => line)
  .join(' ')}`

describe('what stands at the edge of pages', () => {
  const at = (y: number, ...texts: (string | undefined)[]) =>
    blocks(...texts.map(one => [...prose(600), ...(one ? [[one, y] as Run] : [])])).filter(
      block => block !== text,
    ).length
  const cases: [what: string, y: number, texts: (string | undefined)[], kept: number][] = [
    ['the same on three pages', 95, ['A', 'A', 'A'], 0],
    ['not at the edge', 97, ['A', 'A', 'A'], 3],
    ['at the upper edge', 705, ['A', 'A', 'A'], 0],
    ['below the upper edge', 703, ['A', 'A', 'A'], 3],
    ['on two of three pages', 95, ['A', 'A', undefined], 2],
    ['on both of two', 95, ['A', 'A'], 0],
    ['on one', 95, ['A', undefined], 1],
    ['with numbers behind it', 95, ['Part 1', 'Part 2', undefined], 0],
    ['with numbers before it', 95, ['1 Part', '2 Part', undefined], 0],
    ['with numbers in it', 95, ['A 1 B', 'A 2 B', undefined], 2],
    ['other words', 95, ['A', 'B', 'D'], 3],
    ...['7', '1234', 'Page 7', 'page 7 of 9', '7/9', '7 / 9', 'xii'].map(
      (one): [string, number, string[], number] => [`the number ${one}`, 95, [one], 0],
    ),
    ...['12345', 'Pages 7', '7–9', 'xiixiix'].map((one): [string, number, string[], number] => [
      `no number: ${one}`,
      95,
      [one],
      1,
    ]),
    ['a number in the middle', 400, ['7'], 1],
  ]
  for (const [what, y, texts, kept] of cases)
    it(`is left out where it counts or returns: ${what}`, () => assert.equal(at(y, ...texts), kept))
})

describe('lines in letters of one width', () => {
  const mono = { font: 'mono' }
  it('are code from two on, each set in as it stands', () => {
    const code = blocks([
      ...prose(700),
      ['if (a) {', 600, mono],
      ['go()', 588, { ...mono, x: 72 }],
      ['}', 576, mono],
    ])
    assert.deepEqual(code, [text, 'pre: if (a) {/  go()/}'])
    assert.deepEqual(blocks([...prose(700), ['go()', 600, mono]]), [text, 'p: go()'])
  })
  it('are set in by two hundred columns at most', () => {
    const [, code] = blocks([
      ...prose(700),
      ['a', 600, mono],
      ['b', 588, { ...mono, x: 60 + 150 * 6 }],
      ['c', 576, { ...mono, x: 60 + 250 * 6 }],
    ])
    assert.equal(code, `pre: a/${' '.repeat(150)}b/${' '.repeat(200)}c`)
  })
  it('are two codes on two pages', () => {
    const one: Run[] = [...prose(700), ['a', 600, mono], ['b', 588, mono]]
    assert.deepEqual(blocks(one, one), [text, 'pre: a/b', text, 'pre: a/b'])
    assert.deepEqual(blocks([...prose(700), ['A.', 120, mono]], [['B.', 600, mono]]), [
      ...[text, 'p: A.', 'p: B.'],
    ])
  })
})

describe('a heading', () => {
  const under = (size: number, title = 'Lamps', more: Run[] = []): string[] =>
    blocks([[title, 740, { size }], ...more, ...prose(600)]).slice(0, -1)

  it('is larger than the text by a seventh or so, and has letters', () => {
    assert.deepEqual(under(11.6), ['h1: Lamps'])
    assert.deepEqual(under(11.2), ['p: Lamps'])
    assert.deepEqual(under(16, '1998–2001'), ['p: 1998–2001'])
    assert.deepEqual(under(16, 'L'.repeat(200)), [`h1: ${'L'.repeat(200)}`])
    assert.deepEqual(under(16, 'L'.repeat(201)), [`p: ${'L'.repeat(201)}`])
  })

  it('has a level by its size, the largest first, six at most', () => {
    const sizes = [24, 22, 20, 18, 16, 14, 12]
    const pages = sizes.map((size, at): Run => [`Title ${at} x`, 690 - at * 30, { size }])
    assert.deepEqual(
      blocks([...pages, ...prose(300)]).map(block => block.slice(0, 2)),
      ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p:', 'p:'],
    )
  })

  it('goes on over lines of its size that follow closely, four at most', () => {
    const more = (step: number, size = 16): Run[] => [['of brass', 690 - step, { size }]]
    const two = (step: number, size?: number) =>
      under(16, 'Lamps', [['and', 690, { size: 16 }], ...more(step, size)])
    assert.deepEqual(two(25), ['h1: Lamps', 'h1: and of brass'])
    assert.deepEqual(two(26), ['h1: Lamps', 'h1: and', 'h1: of brass'])
    assert.deepEqual(two(20, 14), ['h1: Lamps', 'h1: and', 'h2: of brass'])
    const five = [1, 2, 3, 4].map((n): Run => [`line ${n} x`, 740 - n * 18, { size: 16 }])
    assert.deepEqual(under(16, 'Lamps', five), [
      'h1: Lamps line 1 x line 2 x line 3 x',
      'h1: line 4 x',
    ])
  })

  const bold = { font: 'bold' }
  const titled = (title: string, y: number, more: Run[2] = bold): string[] =>
    blocks([...prose(740), [title, y, more], ...prose(y - 12)]).slice(1)
  const last = 740 - 4 * 12
  const titles: [what: string, found: string[], name: string | undefined][] = [
    ['stands apart', titled('Results', last - 17), 'h2'],
    ['follows closely', titled('Results', last - 16), undefined],
    ['80 letters', titled(`R${'e'.repeat(79)}`, last - 17), 'h2'],
    ['81 letters', titled(`R${'e'.repeat(80)}`, last - 17), 'p'],
    ['a small letter', titled('results', last - 17), 'p'],
    ['a number', titled('1 Results', last - 17), 'h2'],
    ['the end of a sentence', titled('Results.', last - 17), 'p'],
    ['a colon', titled('Results:', last - 17), 'p'],
    ['the font of the text', titled('Results', last - 17, {}), 'p'],
    ['letters of one width', titled('Results', last - 17, { font: 'mono' }), 'p'],
  ]
  for (const [what, found, name] of titles)
    it(`may be of the size of the text, in a font of its own: ${what}`, () =>
      assert.equal(found[0]?.split(':', 1)[0], name))

  it('of the size of the text is one level below all larger ones', () => {
    const found = blocks([
      ['Lamps', 780, { size: 20 }],
      ['Oil', 760, { size: 16 }],
      ...prose(740),
      ['Results', last - 17, bold],
      ...prose(last - 29),
    ])
    assert.deepEqual(
      found.map(block => block.split(':', 1)[0]),
      ['h1', 'h2', 'p', 'h3', 'p'],
    )
  })
})

describe('a paragraph', () => {
  /** Whether the second of two lines begins another one. */
  const splits = (first: string, second: string, y = 448, x = 60): boolean =>
    blocks([...prose(700), [first, 460], [second, y, { x }], ...prose(300)]).length === 4
  const cases: [
    what: string,
    is: boolean,
    first: string,
    second: string,
    y?: number,
    x?: number,
  ][] = [
    ['closely below', false, 'Lamps of brass', 'burn well'],
    ['a little further', false, 'Lamps of brass', 'burn well', 444],
    ['too far', true, 'Lamps of brass', 'burn well', 443],
    ['set in', true, 'Lamps of brass.', 'Oil burns', 448, 69],
    ['set in a little', false, 'Lamps of brass.', 'Oil burns', 448, 67],
    ['set in too much', false, 'Lamps of brass.', 'Oil burns', 448, 101],
    ['set in, going on', false, 'Lamps of brass', 'burn well', 448, 69],
    ['set in behind a bullet', false, '• Lamps of brass.', 'Oil burns', 448, 69],
    ['above: the next column', true, 'Lamps of brass.', 'Oil burns', 520, 300],
    ['above, going on', false, 'Lamps of brass', 'burn well', 520, 300],
    ['a bullet', true, 'Lamps of brass', '• burn well'],
    ['a dash', true, 'Lamps of brass', '– burn well'],
    ['a dash in a word', false, 'Lamps of brass', '-burn well'],
    ['a number', true, 'Lamps of brass', '2. burn well'],
    ['a number of four digits', false, 'Lamps of brass', '1998. burn well'],
    ['a decimal number', false, 'Lamps of brass', '2.5 burn well'],
    ['a letter', true, 'Lamps of brass', '(a) burn well'],
    ['a Roman number', true, 'Lamps of brass', 'iv) burn well'],
    ['a word in brackets', false, 'Lamps of brass', '(all) burn well'],
    ['behind a place in the contents', true, 'Lamps of brass … 12', 'burn well'],
    ['behind three dots', false, 'Lamps of brass …', 'burn well'],
  ]
  for (const [what, is, first, second, y, x] of cases)
    it(`${is ? 'begins' : 'does not begin'} with a line that is ${what}`, () =>
      assert.equal(splits(first, second, y, x), is))

  it('goes on over a page where its sentence does', () => {
    const over = (first: string, second: string) =>
      blocks([...prose(700), [first, 460]], [[second, 600], ...prose(400)]).length
    assert.equal(over('Lamps of brass', 'burn well'), 3)
    assert.equal(over('Lamps of brass.', 'burn well'), 4)
    assert.equal(over('Lamps of brass', 'Oil burns'), 4)
    assert.equal(over('Lamps of brass.”', 'burn well'), 4)
  })

  it('that begins with a bullet or number is an item of a list, with those before it', () => {
    const list = (...lines: string[]) =>
      layoutPages([
        {
          ...{ fields: [], height: 800, structure: undefined, number: 1 },
          items: [
            ...prose(700),
            ...lines.map((line, at): Run => [line, 500 - at * 12]),
            ...prose(200),
          ].map(itemOf),
        },
      ])
        .flat()
        .slice(1, -1)
        .map(node => {
          if (node.type === 'text') return node.text
          const { name, attributes, children } = node
          return `${name}${attributes.start ?? ''}: ${children.map(child => (child.type === 'text' ? child.text : textContent(child))).join('|')}`
        })
    assert.deepEqual(list('• a b', '– c d', '* e f'), ['ul: a b|c d|e f'])
    assert.deepEqual(list('1. a b', '2. c d', '3) e f'), ['ol1: a b|c d|e f'])
    assert.deepEqual(list('1. a b', '3. c d'), ['ol1: a b', 'ol3: c d'])
    assert.deepEqual(list('7. a b', '8. c d'), ['ol7: a b|c d'])
    assert.deepEqual(list('1. a b', '• c d', '2. e f'), ['ol1: a b', 'ul: c d', 'ol2: e f'])
  })

  it('keeps its links, each with the words that lead there', () => {
    const link = 'https://lamps.test/'
    const [first] = layoutPages([
      {
        ...{ fields: [], height: 800, structure: undefined, number: 1 },
        items: (
          [
            ['See the list of', 700],
            ['all lamps of', 688, { link }],
            ['brass', 676, { link }],
            ['and of oil', 664],
            ...prose(600),
          ] as Run[]
        ).map(itemOf),
      },
    ]).flat()
    assert.ok(first?.type === 'element')
    assert.deepEqual(
      first.children.map(child =>
        child.type === 'text' ? child.text : `[${textContent(child)}](${child.attributes.href})`,
      ),
      ['See the list of ', `[all lamps of brass](${link})`, ' ', 'and of oil'],
    )
  })
})
