import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readFrontMatter } from '../../../src/page/documents/front-matter.ts'
import { cellName } from '../../../src/page/documents/office/list-sheets.ts'

const nothing = {
  ...{ title: undefined, author: undefined, description: undefined },
  ...{ language: undefined, published: undefined },
}
const cases: [what: string, source: string, facts: Partial<ReturnType<typeof readFrontMatter>>][] =
  [
    [
      'plain values',
      '---\ntitle: Lamps\nauthor: "Ann Lee"\n---\nText',
      { title: 'Lamps', author: 'Ann Lee', text: 'Text' },
    ],
    [
      'other names',
      '---\nsummary: Short\nlanguage: de\npublished: 4 March 2024\n...\nText',
      { description: 'Short', language: 'de', published: '2024-03-04', text: 'Text' },
    ],
    [
      'the first names win',
      '---\ndescription: A\nsummary: B\nlang: en\nlanguage: de\ndate: 2024-03-05\npublished: 2024-03-04\n---\n',
      { description: 'A', language: 'en', published: '2024-03-05', text: '' },
    ],
    ['a day that nobody can read', '---\ndate: soon\n---\n', { published: 'soon', text: '' }],
    ['names in capitals', '---\nTitle: Lamps\n---\n', { title: 'Lamps', text: '' }],
    [
      'lists and nested values',
      '---\ntags:\n  - a\n- b\n# no\n\ntitle: Lamps\n---\n',
      { title: 'Lamps', text: '' },
    ],
    ['values of YAML’s own', '---\ntitle: {a: b}\nauthor: |\ndescription: &x\n---\n', { text: '' }],
    [
      'texts of several lines',
      '---\ntitle: >-\n  Lamps\n  of brass\ndescription: |\n    Short,\n\n    and old\nlang: en\n---\n',
      { title: 'Lamps of brass', description: 'Short, and old', language: 'en', text: '' },
    ],
    [
      'several authors',
      '---\nauthors:\n  - name: Ann Lee\n    mail: a\n  - "Bo Ek"\ntitle: Lamps\n---\n',
      { title: 'Lamps', author: 'Ann Lee, Bo Ek', text: '' },
    ],
    [
      'an author with more',
      '---\nauthor:\n  name: Ann\n  mail: a\n---\n',
      { author: 'Ann', text: '' },
    ],
    [
      'authors in one line',
      '---\nauthor: [Ann, "Bo Ek"]\n---\n',
      { author: 'Ann, Bo Ek', text: '' },
    ],
    [
      'TOML',
      '+++\ntitle = "Lamps = light"\ndate = 2024-03-04T10:00:00Z\ndraft=false\n[params]\n  author = "A"\n+++\nText',
      { title: 'Lamps = light', published: '2024-03-04T10:00:00Z', text: 'Text' },
    ],
    ['signs around a text', '+++\nWords\n+++\n', { text: '+++\nWords\n+++\n' }],
    ['quotes that do not match', '---\ntitle: "Lamps\'\n---\n', { title: '"Lamps\'', text: '' }],
    [
      'text between two lines',
      '---\nWords and words\n---\nText',
      { text: '---\nWords and words\n---\nText' },
    ],
    ['a line that never ends', '---\ntitle: Lamps\n', { text: '---\ntitle: Lamps\n' }],
    ['not at the beginning', '\n---\ntitle: Lamps\n---\n', { text: '\n---\ntitle: Lamps\n---\n' }],
    [
      'quotes within quotes',
      '---\ntitle: \'It\'\'s new\'\nauthor: "Ann \\"Al\\" Lee"\n---\n',
      { title: "It's new", author: 'Ann "Al" Lee', text: '' },
    ],
    ['a heading', '# Lamps', { text: '# Lamps' }],
  ]
for (const [what, source, facts] of cases)
  it(`front matter: ${what}`, () => {
    assert.deepEqual(readFrontMatter(source), { ...nothing, ...facts })
  })

it('front matter: long values are cut', () => {
  assert.equal(readFrontMatter(`---\ntitle: ${'x'.repeat(501)}\n---\n`).title?.length, 500)
})

it('cells are named by letters and numbers', () => {
  const named: [row: number, column: number, name: string][] = [
    [0, 0, 'A1'],
    [8, 25, 'Z9'],
    [9, 26, 'AA10'],
    [0, 51, 'AZ1'],
    [0, 52, 'BA1'],
    [0, 701, 'ZZ1'],
    [0, 702, 'AAA1'],
  ]
  for (const [row, column, name] of named) assert.equal(cellName(row, column), name)
})
