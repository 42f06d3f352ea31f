import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertOffice } from '../../../src/page/documents/office/convert.ts'
import { cutSheets, sheetLimits } from '../../../src/page/documents/office/cut-sheets.ts'
import { hiddenRuns } from '../../../src/page/documents/office/hidden-runs.ts'
import { readConverted } from '../../../src/page/documents/office/read-converted.ts'
import { readZip, replaceEntries, unpackEntry } from '../../../src/page/documents/office/zip.ts'
import {
  paragraph,
  tinyDocx,
  tinyEpub,
  tinyPptx,
  tinyXlsx,
  zipOf,
} from '../../support/tiny-office.ts'

const markdownOf = async (file: Buffer) =>
  readConverted(await convertOffice(file), 'file:///a').markdown

describe('a Word file', () => {
  it('keeps headings, emphasis, links, lists of runs and tables', async () => {
    const run = (text: string, style = '') =>
      `<w:r><w:rPr>${style}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
    const markdown = await markdownOf(
      tinyDocx(
        `${paragraph('Rivers &amp; lakes', 'Heading1')}<w:p>${run('A ')}${run('bo', '<w:b/>')}${run('ld', '<w:b/>')}${run(' word, ')}<w:hyperlink r:id="rId1">${run('a link')}</w:hyperlink>${run(' and &lt;b&gt;.')}</w:p><w:tbl><w:tr>${cell('Name')}${cell('Length')}</w:tr><w:tr>${cell('Aare')}${cell('288')}</w:tr></w:tbl>`,
      ),
    )
    assert.match(markdown, /^# Rivers & lakes\n/)
    assert.match(markdown, /A \*\*bold\*\* word, \[a link\]\(https:\/\/example\.test\/more\)/)
    assert.match(markdown, /and \\?<b\\?>\./)
    assert.match(markdown, /\| Name \| Length \|\n\| --- \| --- \|\n\| Aare \| 288 \|/)
  })

  it('says what stands higher or lower than its line', async () => {
    const run = (text: string, style = '') =>
      `<w:r w:rsidR="1"><w:rPr>${style}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
    const raised = '<w:vertAlign w:val="superscript"/>'
    const file = tinyDocx(
      `<w:p><w:pPr><w:rPr>${raised}</w:rPr></w:pPr>${run('10')}${run('-4', raised)}${run(' m')}${run('2', raised)}${run(' &lt; H')}${run('2', '<w:vertAlign w:val="subscript"/>')}${run('O')}</w:p>`,
    )
    assert.equal(await markdownOf(file), '10<sup>-4</sup> m<sup>2</sup> < H<sub>2</sub>O')
  })

  it('keeps hyphens that no line ends at', async () => {
    const file = tinyDocx(
      '<w:p><w:r><w:t>737</w:t><w:noBreakHyphen/><w:t>9, e</w:t><w:noBreakHyphen/><w:t>mail</w:t></w:r></w:p>',
    )
    assert.equal(await markdownOf(file), '737-9, e-mail')
  })

  it('leaves out what Word hides', async () => {
    const run = (text: string, style = '') =>
      `<w:r><w:rPr>${style}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
    const file = tinyDocx(
      `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('Seen')}${run('SECRET', '<w:vanish/>')}${run(' twice', '<w:vanish w:val="0"/>')}</w:p>`,
    )
    assert.equal(await markdownOf(file), 'Seen twice')
    const isHidden = hiddenRuns(
      '<w:styles><w:style w:type="x" w:styleId="A"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="B"></w:style></w:styles>',
    )
    const parts = [
      `<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr>${run('a')}`,
      run('b'),
      run('c', '<w:vanish w:val="false"/>'),
      `</w:p><w:p>${run('d')}`,
      run('e', '<w:rStyle w:val="A"/>'),
      run('f', '<w:rStyle w:val="B"/>'),
    ]
    assert.deepEqual(parts.map(isHidden), [true, true, false, false, true, false])
  })

  it('says who wrote it and when', async () => {
    const { title, author, created, modified } = await convertOffice(
      tinyDocx(paragraph('Text'), 'Yearly report'),
    )
    assert.deepEqual(
      { title, author, created, modified },
      {
        ...{ title: 'Yearly report', author: 'Ada Miller' },
        ...{ created: '2024-03-01T08:00:00Z', modified: '2024-04-02T09:30:00Z' },
      },
    )
  })
})

describe('a workbook', () => {
  it('is a table for each sheet, under its name', async () => {
    const file = tinyXlsx({
      Sales: [
        ['Month', 'Lamps'],
        ['May', 12],
      ],
      Costs: [['Rent', 900]],
    })
    const markdown = await markdownOf(file)
    assert.match(markdown, /## Sales\n[^#]*\| May \| 12 \|/)
    assert.match(markdown, /## Costs\n[^#]*Rent \| 900/)
    assert.equal((await convertOffice(file)).sheetCount, 2)
  })

  it('is read without its hidden sheets, or of it those that are named', async () => {
    const wide = Array.from({ length: 3_000 }, () => Array.from({ length: 20 }, (_, n) => n))
    const file = tinyXlsx({ Data: wide, Old: [['past']], More: [['behind']] }, ['Old'])
    const shown = await convertOffice(tinyXlsx({ A: [['a']], Old: [['past']] }, ['Old']))
    assert.doesNotMatch(shown.html, /past|Old/)
    assert.match(shown.warning ?? '', /left out: "Old"\. .*\{"sheets": \["Old"\]\} reads it/)
    const textOf = (html: string) =>
      html
        .replace(/<[^>]*>/g, ' ')
        .split(/\s+/)
        .join(' ')
        .trim()
    // What is not asked for takes none of the cells that may be read.
    const named = await convertOffice(file, { sheets: ['old', 3] })
    assert.equal(textOf(named.html), 'Old past More behind')
    assert.equal(named.warning, undefined)
    await assert.rejects(convertOffice(file, { sheets: ['New', 4] }), {
      ...{ code: 'page_empty' },
      message: 'The workbook has no such sheet; it has "Data", "Old", "More".',
    })
    const some = await convertOffice(file, { sheets: ['Old', 'New', 2, 4] })
    assert.equal(textOf(some.html), 'Old past')
    assert.equal(some.warning, 'Not in the workbook: "New", 4. It has "Data", "Old", "More".')
    const all = await convertOffice(tinyXlsx({ A: [['a']], B: [['b']] }, ['A', 'B']))
    assert.equal(textOf(all.html), 'A a B b')
  })

  it('has its errors under the names that its readers see', async () => {
    const errors = '#DIV/0! #N/A #NAME? #NULL! #NUM! #REF! #VALUE!'.split(' ')
    const markdown = await markdownOf(
      tinyXlsx({ A: [['Item', 'Sum'], ...errors.map(error => ['Lamp', { error }])] }),
    )
    for (const error of errors)
      assert.match(markdown, new RegExp(`\\| ${error.replace('?', '\\?')} \\|`))
  })

  it('is read to its limit, and says so', async () => {
    const rows = Array.from({ length: sheetLimits.rows + 5 }, (_, row) => [row])
    const { html, warning } = await convertOffice(tinyXlsx({ Data: rows, More: [['behind']] }))
    assert.equal(html.match(/<tr>/g)?.length, sheetLimits.rows + 1)
    assert.match(html, /behind/)
    assert.match(warning ?? '', /more than 10,000 rows/)
    assert.equal((await convertOffice(tinyXlsx({ Data: [['a']] }))).warning, undefined)
  })

  it('has so many cells over all its sheets', async () => {
    const wide = Array.from({ length: 3_000 }, () => Array.from({ length: 20 }, (_, n) => n))
    const file = tinyXlsx({ Data: wide, More: [['behind']] })
    const cut = await cutSheets(file, readZip(file) ?? [])
    assert.equal(cut.isCut, true)
    const sheets = (readZip(cut.file) ?? []).filter(({ name }) => name.includes('worksheets'))
    const texts = await Promise.all(sheets.map(entry => unpackEntry(cut.file, entry, 1e8)))
    const cells = texts.map(xml => xml?.toString().match(/<c /g)?.length ?? 0)
    assert.deepEqual(cells, [sheetLimits.cells, 0])
  })
})

describe('an OpenDocument workbook', () => {
  const row = (...texts: string[]) =>
    `<table:table-row>${texts.map(text => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`
  const sheet = (name: string, style: string, ...texts: string[]) =>
    `<table:table table:name="${name}" table:style-name="${style}">${row(...texts)}</table:table>`
  const mime = 'application/vnd.oasis.opendocument.spreadsheet'
  const names = 'office style text table'
    .split(' ')
    .map(name => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  const styles = [true, false].map(
    isShown =>
      `<style:style style:name="${isShown ? 'shown' : 'hidden'}" style:family="table"><style:table-properties table:display="${isShown}"/></style:style>`,
  )
  const workbook = (...sheets: string[]) =>
    zipOf({
      mimetype: mime,
      'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mime}"/></manifest:manifest>`,
      'content.xml': `<office:document-content ${names.join(' ')}><office:automatic-styles>${styles.join('')}</office:automatic-styles><office:body><office:spreadsheet>${sheets.join('')}</office:spreadsheet></office:body></office:document-content>`,
    })

  it('is read by its sheets too', async () => {
    const file = workbook(
      sheet('Sales', 'shown', 'lamps', '12'),
      sheet('Costs', 'shown', 'rent', '900'),
    )
    assert.equal((await convertOffice(file)).sheetCount, 2)
    const { html } = await convertOffice(file, { sheets: [2] })
    assert.match(html, /data-sr-sheet="Costs".*rent.*900/)
    assert.doesNotMatch(html, /lamps/)
  })

  it('is read without the sheets that their style hides, unless they are named', async () => {
    const file = workbook(sheet('Sales', 'shown', 'lamps'), sheet('Old', 'hidden', 'past'))
    const { html, warning } = await convertOffice(file)
    assert.match(html, /lamps/)
    assert.doesNotMatch(html, /past|Old/)
    assert.match(warning ?? '', /left out: "Old"\. .*\{"sheets": \["Old"\]\} reads it/)
    const named = await convertOffice(file, { sheets: ['Old'] })
    assert.match(named.html, /past/)
    assert.equal(named.warning, undefined)
  })

  it('has its hidden sheet left out also where what it shows is empty', async () => {
    const empty = '<table:table table:name="Front" table:style-name="shown"/>'
    const { html } = await convertOffice(workbook(empty, sheet('Old', 'hidden', 'past')))
    assert.doesNotMatch(html, /past/)
  })
})

it('a presentation has its speaker notes as quotes, unless they are not wanted', async () => {
  const file = tinyPptx([{ title: 'Lamps', texts: ['Light'], notes: 'Speak slowly' }])
  assert.match((await convertOffice(file)).html, /<blockquote[^>]*><p>Speak slowly/)
  const { html } = await convertOffice(file, { notes: false })
  assert.match(html, /Lamps.*Light/s)
  assert.doesNotMatch(html, /Speak/)
})

describe('an archive', () => {
  const file = zipOf({ 'a.txt': 'one', 'b/ü.txt': 'two' })

  it('is read and written again', async () => {
    const entries = readZip(file) ?? []
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['a.txt', 'b/ü.txt'],
    )
    const other = replaceEntries(file, entries, new Map([['a.txt', Buffer.from('three')]]))
    const texts = (readZip(other) ?? []).map(async entry =>
      (await unpackEntry(other, entry, 100))?.toString(),
    )
    assert.deepEqual(await Promise.all(texts), ['three', 'two'])
  })

  it('that is no document, damaged or a bomb is an error in a sentence', async () => {
    const refused = (bytes: Buffer, code: string, message: RegExp) =>
      assert.rejects(convertOffice(bytes), { code, message })
    await refused(file, 'page_unsupported', /ZIP archive/)
    await refused(tinyDocx(paragraph('x')).subarray(0, 300), 'page_unsupported', /damaged/)
    const directory = tinyDocx(paragraph('x'))
    const at = directory.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
    directory.writeUInt32LE(400_000_000, at + 24)
    await refused(directory, 'page_too_large', /unpacks to 400 MB/)
    const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
    await refused(ole, 'page_unsupported', /damaged/)
    const locked = Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')])
    await refused(locked, 'page_unsupported', /password/)
    const message = Buffer.concat([ole, Buffer.from('__substg1.0_0037001F', 'utf16le')])
    await refused(message, 'page_unsupported', /save it as EML/)
  })

  it('is read by bytes that were cut or changed anywhere without a fault of ours', async () => {
    const sound = tinyDocx(paragraph('A sound file'))
    for (let n = 0; n < 300; n++) {
      const bytes = Buffer.from(sound.subarray(0, n % 3 ? sound.length : (n * 7) % sound.length))
      for (let change = 0; change < 4 && bytes.length > 8; change++)
        bytes[4 + ((n * 31 + change * 977) % (bytes.length - 4))] = (n * 17 + change) % 256
      await convertOffice(bytes).catch(error => {
        assert.match(String(error.code), /^page_/, error.stack)
      })
    }
  })
})

describe('a presentation', () => {
  const isHidden = true

  it('is read without its hidden slides, and says so', async () => {
    const file = tinyPptx([
      { title: 'One', texts: ['first'] },
      { title: 'Two', texts: ['secret'], notes: 'unsaid', isHidden },
      { title: 'Three', texts: ['last'] },
    ])
    const { html, warning, slideCount } = await convertOffice(file)
    assert.doesNotMatch(html, /Two|secret|unsaid/)
    assert.match(html, /data-sr-slide="3">last/)
    assert.equal(warning, 'Hidden in the presentation and left out: slide 2.')
    assert.equal(slideCount, 3)
    const all = await convertOffice(tinyPptx([{ title: 'One', texts: ['first'], isHidden }]))
    assert.match(all.html, /first/)
    assert.equal(all.warning, undefined)
  })
})

describe('a formula', () => {
  type Parts = [part: string, content: string][]
  const run = (text: string, looks = '') =>
    `<m:r><m:rPr>${looks}</m:rPr><w:rPr><w:i/></w:rPr><m:t>${text}</m:t></m:r>`
  const value = (name: string, text: string) => `<m:${name} m:val="${text}"/>`
  const math = (name: string, says: string, ...parts: Parts) =>
    `<m:${name}><m:${name}Pr>${says}<m:ctrlPr/></m:${name}Pr>${parts.map(([part, content]) => `<m:${part}>${content}</m:${part}>`).join('')}</m:${name}>`
  const upright = value('sty', 'p')
  const squared = math('sSup', '', ['e', run('b')], ['sup', run('2')])
  const root = math('rad', '<m:degHide/>', ['deg', ''], ['e', `${squared}${run('-4ac')}`])
  const cells = (...texts: string[]): Parts[number] => [
    'mr',
    texts.map(text => `<m:e>${run(text)}</m:e>`).join(''),
  ]
  const cases: [omml: string, tex: string][] = [
    [
      math('f', '', ['num', `${run('-b±')}${root}`], ['den', run('2a')]),
      '\\frac{-b\\pm\\sqrt{b^{2}-4ac}}{2a}',
    ],
    [math('f', value('type', 'lin'), ['num', run('1')], ['den', run('x')]), '1/x'],
    [math('rad', '', ['deg', run('3')], ['e', run('x')]), '\\sqrt[3]{x}'],
    [math('sSubSup', '', ['e', run('x')], ['sub', run('ij')], ['sup', run('2')]), 'x_{ij}^{2}'],
    [math('sPre', '', ['sub', run('6')], ['sup', run('14')], ['e', run('C')]), '{}_{6}^{14}C'],
    [
      math('nary', value('chr', '∑'), ['sub', run('n=1')], ['sup', run('∞')], ['e', run('n')]),
      '\\sum_{n=1}^{\\infty}n',
    ],
    [
      math('nary', value('supHide', '1'), ['sub', run('D')], ['sup', ''], ['e', run('f')]),
      '\\int_{D}f',
    ],
    [math('d', '', ['e', run('a')], ['e', run('b')]), '(a|b)'],
    [
      math('d', '', ['e', math('f', value('type', 'noBar'), ['num', run('n')], ['den', run('k')])]),
      '\\left({n \\atop k}\\right)',
    ],
    [
      math('d', value('begChr', '[') + value('endChr', ']'), [
        'e',
        math('m', '', cells('a', 'b'), cells('c', 'd')),
      ]),
      '\\left[\\begin{matrix}a & b \\\\ c & d\\end{matrix}\\right]',
    ],
    [
      math('d', value('begChr', '{') + value('endChr', ''), [
        'e',
        math('eqArr', '', ['e', run('x&amp;=1')], ['e', run('y&amp;=2')]),
      ]),
      '\\left\\{\\begin{matrix}x=1 \\\\ y=2\\end{matrix}\\right.',
    ],
    [math('acc', '', ['e', run('x')]), '\\hat{x}'],
    [math('acc', value('chr', '\u20d7'), ['e', run('v')]), '\\vec{v}'],
    [math('bar', value('pos', 'top'), ['e', run('z')]), '\\overline{z}'],
    [math('bar', '', ['e', run('z')]), '\\underline{z}'],
    [math('groupChr', '', ['e', run('x+y')]), '\\underbrace{x+y}'],
    [math('func', '', ['fName', run('sin', upright)], ['e', run('θ')]), '\\sin\\theta'],
    [
      math('limLow', '', ['e', run('lim', upright)], ['lim', run('x→0')]) + run('x'),
      '\\lim_{x\\to 0}x',
    ],
    [
      run('R', value('scr', 'double-struck')) + run('&lt;AB', value('sty', 'b')),
      '\\mathbb{R}<\\mathbf{A}\\mathbf{B}',
    ],
    [run('if', '<m:nor/>') + run('𝑥≥3.5'), '\\text{if}x\\ge 3.5'],
    [math('later', '', ['e', run('E=mc')]), 'E=mc'],
    [`<w:del>${run('no')}</w:del>${run('a')}`, 'a'],
  ]

  it('of Word is TeX', async () => {
    const body = cases.map(([omml]) => `<w:p><m:oMath xmlns:m="m">${omml}</m:oMath></w:p>`)
    const markdown = await markdownOf(tinyDocx(body.join('')))
    const found = markdown.split('\n\n')
    for (const [at, [, tex]] of cases.entries()) assert.equal(found[at], `$${tex}$`)
  })

  it('of Word stands in its line, in a cell, or by itself', async () => {
    const omml = `<m:oMath>${squared}</m:oMath>`
    const line = `<w:p><w:r><w:t xml:space="preserve">So </w:t></w:r>${omml}<w:r><w:t>.</w:t></w:r></w:p>`
    const own = `<w:p><m:oMathPara><m:oMathParaPr/>${omml}</m:oMathPara></w:p>`
    const file = tinyDocx(
      `${line}${own}${line}<w:tbl><w:tr><w:tc>${line}</w:tc><w:tc>${line}</w:tc></w:tr></w:tbl>`,
    )
    assert.equal(
      await markdownOf(file),
      'So $b^{2}$.\n\n$$\nb^{2}\n$$\n\nSo $b^{2}$.\n\n|  |  |\n| --- | --- |\n| So $b^{2}$. | So $b^{2}$. |',
    )
  })

  it('of PowerPoint is read instead of its picture', async () => {
    const shape = (content: string) =>
      `<p:sp><p:nvSpPr><p:cNvPr id="9" name="9"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p>${content}</a:p></p:txBody></p:sp>`
    const omml = '<m:oMath xmlns:m="m"><m:r><a:rPr/><m:t>𝑥=1</m:t></m:r></m:oMath>'
    const more = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="a14">${shape(`<a14:m><m:oMathPara>${omml}</m:oMathPara></a14:m>`)}</mc:Choice><mc:Fallback>${shape('<a:r><a:t> </a:t></a:r>')}</mc:Fallback></mc:AlternateContent>`
    const file = tinyPptx([{ title: 'Roots', texts: ['Where:'], more }])
    assert.equal(await markdownOf(file), '## Roots\n\nWhere:\n\n$$\nx=1\n$$')
    const { html } = await convertOffice(file)
    assert.match(html, /<p data-sr-slide="1"><math/)
  })
})

describe('a book', () => {
  it('keeps what is raised, formulas and notes', async () => {
    const file = tinyEpub(
      `<p>H<sub>2</sub>O, E=mc<sup class="x"><i>2</i></sup> and <math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>.</p>
      <p>Words<a epub:type="noteref" href="#n1">1</a> and more<sup><a epub:type="noteref" href="c1.xhtml#n1">2</a></sup>.</p>
      <aside epub:type="footnote" id="n1"><p><a href="#back">1</a>. One note.</p></aside><p>Behind.</p>`,
      '<ol><li role="doc-endnote" id="n1"><p>Another. <a href="c0.xhtml#x">↩</a></p></li></ol>',
    )
    assert.equal(
      await markdownOf(file),
      `# Book

H<sub>2</sub>O, E=mc<sup>*2*</sup> and $\\frac{a}{2}$.

Words[^1] and more[^2].

Behind.

[^1]: One note.

[^2]: Another.`,
    )
  })
})
