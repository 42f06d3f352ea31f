import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PdfItem, StructureNode } from '../../../../src/page/documents/pdf/page.ts'
import { taggedBlocks } from '../../../../src/page/documents/pdf/tagged.ts'
import { build } from '../../../../src/page/html/builder.ts'
import { toMarkdown } from '../../../../src/page/markdown/markdown.ts'

type Tag = [role: string, ...inner: (Tag | string)[]]

/** A page whose tags hold these texts; what stands in `untagged` has none. */
const pageOf = (tags: Tag[], untagged: string[] = [], more: Partial<PdfItem> = {}) => {
  const items: PdfItem[] = []
  const draw = (text: string, marks: string[]) =>
    items.push({
      ...{ text, x: 0, y: 0, width: 9, size: 10, font: 'f', isMono: false, endsLine: false },
      ...{ link: undefined, marks, ...more },
    })
  const toNode = ([role, ...inner]: Tag): StructureNode => ({
    role,
    children: inner.map(one => {
      if (typeof one !== 'string') return toNode(one)
      const id = `m${items.length}`
      draw(one, ['outer', id])
      return { type: 'content', id }
    }),
  })
  const structure: StructureNode = { role: 'Root', children: tags.map(toNode) }
  for (const text of untagged) draw(text, [])
  return { items, structure, fields: [], height: 800 }
}
const read = (page: Parameters<typeof taggedBlocks>[0]) => {
  const blocks = taggedBlocks(page)
  return blocks && toMarkdown(build('body', {}, blocks), { baseUrl: 'file:///a' }).trim()
}

describe('a page by its tags', () => {
  const cases: [what: string, tags: Tag[], markdown: string][] = [
    [
      'headings and text',
      [
        ['H1', 'Lamps'],
        ['P', 'Of brass.'],
        ['H3', 'More'],
      ],
      '# Lamps\n\nOf brass.\n\n## More',
    ],
    [
      'in sections',
      [['Document', ['Sect', ['Title', 'Lamps'], ['P', 'Brass']]]],
      '# Lamps\n\nBrass',
    ],
    ['a tag that nobody knows', [['P', 'a ', ['Strange', 'b'], ' c']], 'a b c'],
    [
      'a list with signs',
      [['L', ['LI', ['Lbl', '•'], ['LBody', 'one']], ['LI', ['LBody', '– two']]]],
      '- one\n- two',
    ],
    [
      'a list that counts',
      [['L', ['LI', ['LBody', '3. one']], ['LI', ['LBody', '4) two']]]],
      '3. one\n4. two',
    ],
    [
      'a list that counts in brackets',
      [['L', ['LI', '(1) one'], ['LI', '(2) two']]],
      '1. one\n2. two',
    ],
    [
      'a list of years',
      [['L', ['LI', '2020 was good'], ['LI', '20201. no']]],
      '- 2020 was good\n- 20201\\. no',
    ],
    ['contents', [['TOC', ['TOCI', 'Lamps'], ['TOCI', 'Brass']]], '- Lamps\n- Brass'],
    [
      'a table',
      [['Table', ['TR', ['TH', 'A'], ['TH', 'B']], ['TR', ['TD', '1'], ['TD', '2']]]],
      '| A | B |\n| --- | --- |\n| 1 | 2 |',
    ],
    ['a quote', [['BlockQuote', ['P', 'words']]], '> words'],
    ['emphasis', [['P', ['Strong', 'a'], ' ', ['Em', 'b']]], '**a** *b*'],
    ['code, with the space before it', [['P', 'a', ['Code', ' b']]], 'a `b`'],
  ]
  for (const [what, tags, markdown] of cases)
    it(what, () => assert.equal(read(pageOf(tags)), markdown))

  it('is undefined without tags, or where they leave out a fifth of the text', () => {
    const page = pageOf([['P', '12345678']])
    assert.equal(read({ ...page, structure: undefined }), undefined)
    assert.equal(read(pageOf([['P', '12345678']], ['90'])), '12345678')
    assert.equal(read(pageOf([['P', '12345678']], ['901'])), undefined)
    assert.equal(read(pageOf([['P', '12345678']], ['    '])), '12345678')
    assert.equal(read(pageOf([])), undefined)
  })

  it('has the words for a figure that nothing is drawn in as text', () => {
    const page = pageOf([['P', 'Text']])
    const figure = { role: 'Figure', alt: ' A lamp ', children: [] }
    page.structure.children?.push(figure)
    assert.equal(read(page), 'Text\n\nA lamp')
    const drawn = pageOf([['Figure', 'Drawn']])
    Object.assign(drawn.structure.children?.[0] ?? {}, { alt: 'A lamp' })
    assert.equal(read(drawn), 'Drawn')
  })

  it('has links over the stretches that have one, and its lines are joined', () => {
    const page = pageOf([['P', 'x']])
    const [first] = page.items as [PdfItem]
    const item = (text: string, more: Partial<PdfItem> = {}) => ({ ...first, text, ...more })
    page.items = [
      item('See ', { endsLine: false }),
      item('the ', { link: 'https://a.example/' }),
      item('lamps', { link: 'https://a.example/', endsLine: true }),
      item('of bra-', { endsLine: true }),
      item('ss', {}),
    ]
    assert.equal(read(page), 'See [the lamps](https://a.example/) of brass')
  })

  it('reads lines of Hebrew from the right, in whatever pieces the file draws them', () => {
    const page = pageOf([['P', 'x']])
    const [first] = page.items as [PdfItem]
    const drawn = (text: string, x: number, y: number) => ({ ...first, text, x, y, width: 10 })
    page.items = [
      ...[drawn('בית', 0, 100), drawn(' ', 10, 100), drawn('שלום', 20, 100)],
      drawn('גדול', 20, 88),
    ]
    assert.equal(read(page), 'שלום בית גדול')
  })

  describe('of a table', () => {
    /** Cells by their place and width: an empty one has no tag, as browsers print it. */
    const tableOf = (...rows: (readonly [text: string, x: number, width?: number])[][]) => {
      const page = pageOf([
        ['Table', ...rows.map((row): Tag => ['TR', ...row.map(([text]): Tag => ['TD', text])])],
      ])
      for (const [at, [, x, width = 20]] of rows.flat().entries())
        Object.assign(page.items[at] as PdfItem, { x, width })
      return read(page)?.split('\n').slice(2).join('\n')
    }
    const full = [
      ['a', 0],
      ['b', 50],
      ['c', 100],
    ] as const

    it('puts each cell below the column that it stands in', () => {
      assert.equal(
        tableOf(
          [...full],
          [
            ['1', 0],
            ['3', 95, 25],
          ],
        ),
        '| 1 |  | 3 |',
      )
      assert.equal(tableOf([...full], [['3', 100]]), '|  |  | 3 |')
      assert.equal(
        tableOf(
          [...full],
          [
            ['2', 40, 30],
            ['3', 100],
          ],
        ),
        '|  | 2 | 3 |',
      )
    })

    it('puts one that spans columns below the first of them, and keeps all of a row', () => {
      assert.equal(tableOf([...full], [['all of them', 0, 110]]), '| all of them |  |  |')
      assert.equal(
        tableOf(
          [...full],
          [
            ['3', 100],
            ['4', 130],
          ],
        ),
        '|  | 3 | 4 |',
      )
    })

    it('keeps what stands in a row without a cell', () => {
      const row = (text: string): Tag => ['TR', ['TD', text], ['TD', text]]
      assert.match(
        read(pageOf([['Table', row('a'), ['TR', ['Span', 'b'], ['TD', 'c']]]])) ?? '',
        /b/,
      )
    })

    it('reads from the right where its columns do', () => {
      const rows = [...full].map(([text, x]) => [text, 100 - x] as const)
      assert.equal(
        tableOf(rows, [
          ['1', 100],
          ['3', 0],
        ]),
        '| 1 |  | 3 |',
      )
    })

    it('leaves rows as they are where columns do not stand beside each other', () => {
      const rows = [...full].map(([text]) => [text, 0] as const)
      assert.equal(tableOf(rows, [['3', 100]]), '| 3 |  |  |')
    })
  })

  describe('of which tags tell only in part', () => {
    const box = (...inner: (Tag | string)[]): Tag => ['NonStruct', ...inner]
    const placed = (tags: Tag[], ys: number[]) => {
      const page = pageOf(tags)
      for (const [at, y] of ys.entries()) Object.assign(page.items[at] as PdfItem, { y })
      return read(page)
    }

    it('reads what stands in mere boxes by its place, between what they tell of', () => {
      assert.equal(
        placed(
          [['P', 'A long paragraph.'], box(box('one')), box(box('two')), ['P', 'End.']],
          [...[200, 180, 140, 100]],
        ),
        'A long paragraph.\n\none\n\ntwo\n\nEnd.',
      )
    })

    it('is undefined where they tell of less than half of the text', () => {
      assert.equal(placed([['P', '1234'], box('5678')], [200, 180]), '1234\n\n5678')
      assert.equal(placed([['P', '1234'], box('56789')], [200, 180]), undefined)
    })
  })

  it('is not followed without end', () => {
    const deep = (levels: number): Tag => (levels === 0 ? ['P', 'x'] : ['Div', deep(levels - 1)])
    assert.equal(read(pageOf([deep(59)])), 'x')
    assert.equal(read(pageOf([deep(60)])), undefined)
  })
})
