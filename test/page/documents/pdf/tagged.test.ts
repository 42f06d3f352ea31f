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

  it('is not followed without end', () => {
    const deep = (levels: number): Tag => (levels === 0 ? ['P', 'x'] : ['Div', deep(levels - 1)])
    assert.equal(read(pageOf([deep(59)])), 'x')
    assert.equal(read(pageOf([deep(60)])), undefined)
  })
})
