import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentToHtml, type Origins } from '../../../src/page/documents/office/to-html.ts'

/** What the reader of office files gives, with the fields that a case is about. */
type Some = Record<string, unknown>

const write = (blocks: readonly Some[], notes: readonly Some[] = [], origins?: Partial<Origins>) =>
  documentToHtml({ blocks, notes, assets: [] } as never, { sheets: [], slides: [], ...origins })
const html = (blocks: readonly Some[], notes?: readonly Some[], origins?: Partial<Origins>) =>
  write(blocks, notes, origins).html

const style = { bold: false, italic: false, strike: false, code: false }
const text = (text: string, look: Some = {}): Some => ({
  ...{ kind: 'text', text },
  style: { ...style, ...look },
})
const paragraph = (...content: Some[]): Some => ({ kind: 'paragraph', content })
const says = (words: string): Some => paragraph(text(words))
const item = (words: string, more: Some = {}): Some => ({ blocks: [says(words)], ...more })
const list = (marker: string, items: readonly Some[], start = 1): Some => ({
  kind: 'list',
  list: { marker, start, items },
})
const cell = (words: string, more: Some = {}): Some => ({
  kind: 'origin',
  cell: { blocks: words === '' ? [] : [says(words)], colSpan: 1, rowSpan: 1, ...more },
})
const covered: Some = { kind: 'covered' }
const table = (grid: readonly (readonly Some[])[], headerRows = 0, kind = 'data'): Some => ({
  kind: 'table',
  table: { grid, headerRows, kind },
})

describe('a block of an office file', () => {
  const heading = (level?: number): Some => ({ kind: 'heading', level, content: [text('a')] })
  const cases: [what: string, block: Some, html: string][] = [
    ['a heading', heading(2), '<h2>a</h2>'],
    ['a heading of the sixth level', heading(6), '<h6>a</h6>'],
    ['a heading of the seventh', heading(7), '<h6>a</h6>'],
    ['a heading of no level', heading(), '<h1>a</h1>'],
    ['a heading of level 0', heading(0), '<h1>a</h1>'],
    ['a heading without words', { kind: 'heading', level: 1 }, ''],
    ['a paragraph', says('a'), '<p>a</p>'],
    ['an empty one', paragraph(), ''],
    [
      'a quotation',
      { kind: 'blockQuote', blocks: [says('a'), says('b')] },
      '<blockquote><p>a</p>\n<p>b</p></blockquote>',
    ],
    ['code', { kind: 'codeBlock', text: 'a < b' }, '<pre><code>a &lt; b</code></pre>'],
    ['no code', { kind: 'codeBlock' }, ''],
    ['a rule', { kind: 'rule' }, '<hr>'],
    ['a list of nothing', { kind: 'list' }, ''],
    [
      'raised and lowered signs, one of them never ended',
      says('m\ufff92\ufffb H\ufffa2\ufff9+\ufffb \ufffb\ufff9<'),
      '<p>m<sup>2</sup> H<sub>2</sub><sup>+</sup> <sup>&lt;</sup></p>',
    ],
    ['a table of nothing', { kind: 'table' }, ''],
    ['a list', list('bullet', [item('a'), item('b')]), '<ul><li>a</li><li>b</li></ul>'],
    ['a numbered list', list('decimal', [item('a')], 3), '<ol start="3"><li>a</li></ol>'],
    ['letters', list('lowerAlpha', [item('a')]), '<ol start="1" type="a"><li>a</li></ol>'],
    ['capitals', list('upperAlpha', [item('a')]), '<ol start="1" type="A"><li>a</li></ol>'],
    ['Roman numbers', list('lowerRoman', [item('a')]), '<ol start="1" type="i"><li>a</li></ol>'],
    ['Roman capitals', list('upperRoman', [item('a')]), '<ol start="1" type="I"><li>a</li></ol>'],
    [
      'tasks',
      list('bullet', [item('a', { checked: true }), item('b', { checked: false })]),
      '<ul><li><input type="checkbox" checked disabled>a</li><li><input type="checkbox" disabled>b</li></ul>',
    ],
    [
      'labels of its own',
      list('bullet', [item('a', { markerLabel: '§ <1>' }), item('b', { markerLabel: '' })]),
      '<ul><li>§ &lt;1&gt; a</li><li>b</li></ul>',
    ],
    [
      'numbers of its own, which are not numbered again',
      list('decimal', [item('a', { markerLabel: '1.1.' }), item('b', { markerLabel: '1.2.' })]),
      '<ul><li>1.1. a</li><li>1.2. b</li></ul>',
    ],
    [
      'numbers in brackets, which say what the list says',
      list('decimal', [item('a', { markerLabel: '(3)' }), item('b', { markerLabel: '4)' })], 3),
      '<ol start="3"><li>a</li><li>b</li></ol>',
    ],
    [
      'one label among numbers',
      list('decimal', [item('a'), item('b', { markerLabel: '1a' })]),
      '<ol start="1"><li>a</li><li>1a b</li></ol>',
    ],
    [
      'a list in a list',
      list('bullet', [{ blocks: [says('a'), list('bullet', [item('b')])] }]),
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
    ],
    [
      'an item of two paragraphs',
      list('bullet', [{ blocks: [says('a'), says('b')] }]),
      '<ul><li><p>a</p>\n<p>b</p></li></ul>',
    ],
    ['an empty item', list('bullet', [{ blocks: [] }]), '<ul><li></li></ul>'],
  ]
  for (const [what, block, expected] of cases)
    it(`is what it is in HTML: ${what}`, () => assert.equal(html([block]), expected))
})

describe('a table of an office file', () => {
  const rows = (inner: string, head = '') =>
    `<table role="table">${head && `<thead>${head}</thead>`}${inner && `<tbody>${inner}</tbody>`}</table>`
  const ab = [cell('a'), cell('b')]
  const cases: [what: string, block: Some, html: string][] = [
    ['cells', table([ab]), rows('<tr><td>a</td><td>b</td></tr>')],
    [
      'a head',
      table([ab, [cell('c'), cell('d')]], 1),
      rows('<tr><td>c</td><td>d</td></tr>', '<tr><th>a</th><th>b</th></tr>'),
    ],
    ['nothing but a head', table([ab], 1), rows('', '<tr><th>a</th><th>b</th></tr>')],
    [
      'cells that span',
      table([[cell('a', { colSpan: 2, rowSpan: 3 }), covered]]),
      rows('<tr><td colspan="2" rowspan="3">a</td></tr>'),
    ],
    [
      'a cell of two paragraphs',
      table([[cell('', { blocks: [says('a'), says('b')] })]]),
      rows('<tr><td><p>a</p>\n<p>b</p></td></tr>'),
    ],
    ['an empty cell', table([[cell('')]]), rows('<tr><td></td></tr>')],
    [
      'one that only arranges',
      table([ab, [covered, cell('c')]], 1, 'layout'),
      '<p>a</p>\n<p>b</p>\n\n<p>c</p>',
    ],
  ]
  for (const [what, block, expected] of cases)
    it(`is a table: ${what}`, () => assert.equal(html([block]), expected))

  const sheet = { name: 'Sales & more', first: { row: 3, column: 25 } }
  const named = { kind: 'heading', level: 2, content: [text('Sales & more')] }
  const grid = [[cell('a'), cell('')], [cell('b')]]

  it('says where its cells stand in their sheet, but for the empty ones', () => {
    const expected =
      '<table role="table" data-sr-sheet="Sales &amp; more"><tbody><tr><td data-sr-cell="Z4">a</td><td></td></tr><tr><td data-sr-cell="Z5">b</td></tr></tbody></table>'
    assert.equal(html([table(grid)], [], { sheets: [sheet] }), expected)
    const others = [{ name: 'Other', first: undefined }, sheet]
    assert.ok(html([named, table(grid)], [], { sheets: others }).endsWith(expected))
    // Which of several it is nobody knows before one of their names has come.
    assert.doesNotMatch(html([table(grid)], [], { sheets: others }), /data-sr/)
    const unplaced = html([table(grid)], [], { sheets: [{ name: 'A', first: undefined }] })
    assert.match(unplaced, /data-sr-sheet="A"/)
    assert.doesNotMatch(unplaced, /data-sr-cell/)
  })

  const wide = (count: number, cells: number) =>
    table(Array.from({ length: count }, () => Array.from({ length: cells }, () => covered)))
  const limits: [what: string, blocks: Some[], isCut: boolean, rows: number][] = [
    ['10,000 rows', [wide(10_000, 1)], false, 10_000],
    ['10,001 rows', [wide(10_001, 1)], true, 10_000],
    ['50,000 cells', [wide(1_000, 50)], false, 1_000],
    ['one row more', [wide(1_001, 50)], true, 1_000],
    ['a row that begins before them', [wide(1_000, 51)], true, 981],
    ['50,000 cells in two tables', [wide(500, 50), wide(500, 50)], false, 1_000],
    ['one row more in the second', [wide(500, 50), wide(501, 50)], true, 1_000],
    ['one that comes after them', [wide(1_000, 50), wide(1, 1)], true, 1_000],
  ]
  for (const [what, blocks, isCut, count] of limits)
    it(`is written up to a size: ${what}`, () => {
      const written = write(blocks)
      assert.equal(written.isCut, isCut)
      assert.equal(written.html.split('<tr>').length - 1, count)
    })
})

describe('the text of an office file', () => {
  const link = (target: Some | undefined, ...content: Some[]): Some => ({
    kind: 'link',
    target,
    content,
  })
  const image = (alt?: string, url?: string): Some => ({
    ...{ kind: 'image', alt },
    source: url === undefined ? undefined : { kind: 'external', url },
  })
  const bold = { bold: true }
  const cases: [what: string, content: Some[], html: string][] = [
    ['signs of HTML', [text('<b> & "c"')], '&lt;b&gt; &amp; &quot;c&quot;'],
    ['lines', [text('a\nb'), { kind: 'lineBreak' }, text('c')], 'a<br>b<br>c'],
    ['runs of one word', [text('a', bold), text('b', bold)], '<strong>ab</strong>'],
    ['runs that look different', [text('a', bold), text('b')], '<strong>a</strong>b'],
    [
      'runs around a break',
      [text('a', bold), { kind: 'lineBreak' }, text('b', bold)],
      '<strong>a</strong><br><strong>b</strong>',
    ],
    ['runs without a style', [{ kind: 'text', text: 'a' }, text('b')], 'ab'],
    [
      'all at once',
      [text('a', { bold: true, italic: true, strike: true, code: true })],
      '<strong><em><s><code>a</code></s></em></strong>',
    ],
    ['code in italics', [text('a', { italic: true, code: true })], '<em><code>a</code></em>'],
    ['no words in bold', [text('', bold), text('a')], 'a'],
    [
      'a link',
      [link({ kind: 'external', value: 'https://a.test/?b&"c"' }, text('a'))],
      '<a href="https://a.test/?b&amp;&quot;c&quot;">a</a>',
    ],
    ['a link in the file', [link({ kind: 'anchor', value: 'b' }, text('a'))], 'a'],
    ['a link to nowhere', [link(undefined, text('a'))], 'a'],
    ['an anchor', [{ kind: 'anchor', anchor: 'b' }, text('a')], 'a'],
    [
      'a picture',
      [image('<A>', 'https://a.test/b')],
      '<img src="https://a.test/b" alt="&lt;A&gt;">',
    ],
    ['a picture without words', [image(undefined, 'b')], '<img src="b" alt="">'],
    ['a picture of the file', [image('A red lamp')], 'A red lamp'],
    ['a picture of the file with a word', [image(' Lamp '), text('a')], 'a'],
    ['a picture of the file with its name', [image('my lamp.jpeg'), text('a')], 'a'],
  ]
  for (const [what, content, expected] of cases)
    it(`is written as it looks: ${what}`, () =>
      assert.equal(html([paragraph(...content)]), `<p>${expected}</p>`))

  const refer = (noteId?: string): Some => ({ kind: 'noteRef', noteId })
  const mark = (number: number) => `<sup><a href="#fn${number}">${number}</a></sup>`

  it('has its notes at its end, in the order in which it refers to them', () => {
    const notes = [
      { id: 'x', blocks: [says('One')] },
      { id: 'y', blocks: [paragraph(text('Two'), refer('z'))] },
      { id: 'z', blocks: [says('Three')] },
      { id: 'unused', blocks: [says('Four')] },
    ]
    assert.equal(
      html([paragraph(text('a'), refer('y'), refer('x'), refer('y'))], notes),
      `<p>a${mark(1)}${mark(2)}${mark(1)}</p><ol class="footnotes"><li id="fn1">Two${mark(3)}</li><li id="fn2">One</li><li id="fn3">Three</li></ol>`,
    )
    assert.equal(
      html([paragraph(refer('gone'))]),
      `<p>${mark(1)}</p><ol class="footnotes"><li id="fn1"></li></ol>`,
    )
    assert.equal(html([says('a')], notes), '<p>a</p>')
  })

  it('says on which slide it stands', () => {
    const slides = ['LampsAB', 'Oil']
    const content = [
      { kind: 'heading', level: 1, content: [text('Lamps & "A"')] },
      says('Oil'),
      says('…'),
      { kind: 'rule' },
    ]
    assert.equal(
      html([...content, says('gone')], [], { slides: ['LampsA', 'Oil'] }),
      '<h1 data-sr-slide="1">Lamps &amp; &quot;A&quot;</h1>\n<p data-sr-slide="2">Oil</p>\n<p>…</p>\n<hr>\n<p>gone</p>',
    )
    assert.match(html([says('Lamps')], [], { slides }), /^<p data-sr-slide="1">/)
    assert.equal(html([says('Lamps')]), '<p>Lamps</p>')
  })
})
