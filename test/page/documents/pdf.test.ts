import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../src/kit/errors.ts'
import { joinLines, lineText, readLines } from '../../../src/page/documents/pdf/lines.ts'
import { type PdfOptions, readPdf } from '../../../src/page/documents/pdf/read-pdf.ts'
import { readDocument } from '../../../src/page/documents/read-document.ts'
import { type PdfRun, tinyPdf } from '../../support/tiny-pdf.ts'

const tagged = new URL('../../fixtures/tagged.pdf', import.meta.url)
const baseUrl = 'https://example.com/'
const markdownOf = async (bytes: Uint8Array, pdf: PdfOptions = {}) =>
  (await readDocument('pdf', bytes, { baseUrl, pdf })).markdown
const run = (
  x: number,
  y: number,
  text: string,
  size = 10,
  font: PdfRun['font'] = 'F1',
): PdfRun => ({
  x,
  y,
  size,
  text,
  ...(font && { font }),
})
const body = (y: number, ...lines: string[]) =>
  lines.map((text, index) => run(50, y - index * 12, text))

test('a PDF says when it was made, as far as it knows', async () => {
  const datesOf = async (created: string, modified: string) => {
    const info = `/Info << /CreationDate (${created}) /ModDate (${modified}) >>`
    const file = tinyPdf([{ runs: body(700, 'Lamps') }], info)
    const read = await readPdf(file)
    return [read.created, read.modified]
  }
  assert.deepEqual(await datesOf("D:20240301090000+01'00'", 'D:20240402093000Z'), [
    ...['2024-03-01T09:00:00+01:00', '2024-04-02T09:30:00Z'],
  ])
  assert.deepEqual(await datesOf('D:20240301', 'yesterday'), ['2024-03-01', undefined])
  assert.deepEqual(await datesOf('D:20249901', 'D:2024'), [undefined, undefined])
})

test('a PDF that a browser made of a page without a title has none', async () => {
  const titleOf = async (title: string) =>
    (await readPdf(tinyPdf([{ runs: body(700, 'Lamps') }], `/Info << /Title (${title}) >>`))).title
  assert.equal(await titleOf('about:blank'), undefined)
  assert.equal(await titleOf('about:blankets'), 'about:blankets')
})

test('a tagged PDF gives the structure it tells', async () => {
  const { title, pageCount, warning } = await readPdf(readFileSync(tagged))
  assert.equal(title, 'Annual Report')
  assert.equal(pageCount, 1)
  assert.equal(warning, undefined)
  assert.equal(
    await markdownOf(readFileSync(tagged)),
    `# Annual Report 2024

This is the first paragraph of the report. It has enough words to wrap over several lines on the page, so that lines have to be joined into one paragraph again by the reader of the file.

Second paragraph with a [link to more](https://example.com/more) in it and bold words.

## Results

| Year | Revenue | Profit |
| --- | --- | --- |
| 2022 | 1,200 | 100 |
| 2023 | 1,450 | 170 |
| 2024 | 1,800 | 240 |

## Details

- First point of the list
- Second point

Left column text begins here and goes on for a good while so that the columns have several lines each. The quick brown fox jumps over the lazy dog again and again until the column is full of words about foxes and dogs.

Right column text begins here. It also goes on for a while, because otherwise the columns would not be balanced by the browser, and the test would say nothing about the order of reading.`,
  )
})

test('a paragraph in larger letters is no row of headings', async () => {
  const words = 'words that nobody would take for a heading of the text below it,'
  const pdf = tinyPdf([
    {
      runs: [
        run(50, 750, 'A heading that runs', 14),
        run(50, 734, 'over two lines', 14),
        ...[`The ${words}`, words, words, words, 'and more of them.'].map((text, index) =>
          run(50, 700 - index * 14, text, 12),
        ),
        ...body(600, ...Array.from({ length: 12 }, () => `Small ${words}`)),
      ],
    },
  ])
  const markdown = await markdownOf(pdf)
  assert.match(
    markdown,
    /^# A heading that runs over two lines\n\nThe words .* and more of them\.\n\nSmall/,
  )
})

test('text that is drawn twice to look bold or to throw a shadow is read once', async () => {
  const pdf = tinyPdf([
    {
      runs: [
        run(50, 750, 'Lamps of brass', 20),
        run(50.4, 750, 'Lamps of brass', 20),
        ...body(700, 'Words of the text below it,', 'Words of the text below it,'),
        ...body(699.2, 'Words of the text below it,'),
        ...['l', 'l', 'l'].map((letter, index) => run(50 + index * 2.22, 650, letter)),
      ],
    },
  ])
  assert.equal(
    await markdownOf(pdf),
    '# Lamps of brass\n\nWords of the text below it, Words of the text below it,\n\nlll',
  )
})

test('a row of a table whose cells stand close together has its cells, too', async () => {
  const row = (y: number, ...cells: [x: number, text: string][]) =>
    cells.map(([x, text]) => run(x, y, text))
  const rows = [1, 2, 3, 4, 5].flatMap(index =>
    row(700 - index * 15, [50, `200${index}`], [140, '104.5'], [190, '1,234,567']),
  )
  const pdf = tinyPdf([
    {
      runs: [
        ...row(700, [50, 'Year'], [140, 'Share'], [190, 'Passengers']),
        ...rows,
        ...row(610, [50, 'Total'], [140, '104.5'], [170, '28,750,907']),
      ],
    },
  ])
  assert.match(
    await markdownOf(pdf),
    /\n\| 2005 \| 104.5 \| 1,234,567 \|\n\| Total \| 104.5 \| 28,750,907 \|$/,
  )
})

test('a row that is drawn from the right is a row', async () => {
  const runs = [700, 685, 670, 655].flatMap((y, index) => [
    run(300, y, `${index}7,499.96`),
    run(180, y, 'Director'),
    run(50, y, `Lee ${index}`),
  ])
  assert.equal(
    await markdownOf(tinyPdf([{ runs }])),
    '| Lee 0 | Director | 07,499.96 |\n| --- | --- | --- |\n| Lee 1 | Director | 17,499.96 |\n| Lee 2 | Director | 27,499.96 |\n| Lee 3 | Director | 37,499.96 |',
  )
})

test('without tags, size makes headings and distance makes paragraphs', async () => {
  const pdf = tinyPdf([
    {
      runs: [
        run(50, 760, 'The Title', 24),
        ...body(720, 'The first paragraph has two lines, and the second of', 'them is shorter.'),
        run(50, 680, 'A Section', 16),
        ...body(
          655,
          'Words are hyphen-',
          'ated at the end of lines, but well-',
          'Known names are not.',
        ),
        ...body(600, 'Another paragraph.'),
      ],
    },
  ])
  assert.equal(
    await markdownOf(pdf),
    `# The Title

The first paragraph has two lines, and the second of them is shorter.

## A Section

Words are hyphenated at the end of lines, but well-Known names are not.

Another paragraph.`,
  )
})

test('without tags, aligned pieces make a table, bullets and numbers make lists', async () => {
  const row = (y: number, ...cells: string[]) =>
    cells.map((text, index) => run(50 + index * 120, y, text))
  const pdf = tinyPdf([
    {
      runs: [
        ...body(760, 'Some words before the table that set the usual size.'),
        ...row(720, 'Year', 'Sum', 'Gain'),
        ...row(705, '2023', '1,450', '170'),
        ...row(690, '2024', '1,800', '240'),
        ...body(640, '\x95 First point', '\x95 Second point that is', '  longer'),
        ...body(580, '1. One', '2. Two'),
      ],
    },
  ])
  assert.equal(
    await markdownOf(pdf),
    `Some words before the table that set the usual size.

| Year | Sum | Gain |
| --- | --- | --- |
| 2023 | 1,450 | 170 |
| 2024 | 1,800 | 240 |

- First point
- Second point that is longer

1. One
2. Two`,
  )
})

test('without tags, columns are read one after the other', async () => {
  const pdf = tinyPdf([
    {
      runs: [
        ...body(760, 'The left column starts here and', 'goes on to the end of the'),
        ...['column at the right side.', 'Here it stops.'].map((text, i) =>
          run(320, 760 - i * 12, text),
        ),
      ],
    },
  ])
  assert.equal(
    await markdownOf(pdf),
    'The left column starts here and goes on to the end of the column at the right side. Here it stops.',
  )
})

test('without tags, code keeps its lines and links are found by their place', async () => {
  const pdf = tinyPdf([
    {
      runs: [
        ...body(760, 'Read the manual now please, it is good.'),
        run(50, 720, 'if (a) {', 10, 'F2'),
        run(62, 708, 'b()', 10, 'F2'),
        run(50, 696, '}', 10, 'F2'),
      ],
      links: [{ rect: [92, 757, 128, 772], url: 'https://example.com/manual' }],
    },
  ])
  assert.equal(
    await markdownOf(pdf),
    'Read the [manual](https://example.com/manual) now please, it is good.\n\n```\nif (a) {\n  b()\n}\n```',
  )
})

test('running heads and page numbers are dropped, sentences go on over pages', async () => {
  const pages = [1, 2, 3].map(number => ({
    runs: [
      run(50, 780, 'Company report'),
      ...body(700, `Page text ${'abc'[number - 1]} that is`, 'not finished and goes'),
      run(300, 20, String(number)),
    ],
  }))
  const text = await markdownOf(tinyPdf([...pages, { runs: body(700, 'on here.') }]))
  assert.ok(!text.includes('Company report'))
  assert.ok(!/\b[123]\b/.test(text))
  assert.ok(text.endsWith('not finished and goes on here.'))
})

const failsWith = async (bytes: Uint8Array, code: string, words: RegExp) => {
  await assert.rejects(readPdf(bytes), error => {
    assert.ok(error instanceof AppError)
    assert.equal(error.code, code)
    assert.match(error.message, words)
    return true
  })
}

test('a PDF without text says that it is a scan', async () => {
  await failsWith(tinyPdf([{ runs: [] }]), 'page_empty', /scan/)
})

test('an encrypted PDF says so', async () => {
  const key = `<${'00'.repeat(32)}>`
  const extra = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [<00> <00>]`
  await failsWith(tinyPdf([{ runs: body(700, 'secret') }], extra), 'page_unsupported', /password/)
})

test('a damaged PDF says so', async () => {
  await failsWith(Buffer.from('%PDF-1.4 nothing else'), 'page_unsupported', /damaged/)
})

test('long PDFs are cut with a warning', async () => {
  const pdf = tinyPdf(
    Array.from({ length: 5 }, (_, i) => ({ runs: body(700, `Number ${'abcde'[i]}`) })),
  )
  const { pageCount, warning } = await readPdf(pdf, { maxPages: 2 })
  assert.equal(pageCount, 5)
  assert.equal(
    warning,
    'Only the first 2 of 5 pages were read. "documents": {"pages": "3-"} reads on.',
  )
  assert.ok(!(await markdownOf(pdf, { maxPages: 2 })).includes('Number c'))
})

test('pages are chosen by their numbers, and marked where that is wished for', async () => {
  const pdf = tinyPdf(
    Array.from({ length: 5 }, (_, i) => ({ runs: body(700, `Number ${'abcde'[i]}`) })),
  )
  const read = async (pages: string) =>
    [...(await markdownOf(pdf, { pages })).matchAll(/Number (.)/g)]
      .map(([, letter]) => letter)
      .join('')
  assert.equal(await read('2'), 'b')
  assert.equal(await read('4-,1-2,2'), 'abde')
  assert.equal(await read('5-99'), 'e')
  await assert.rejects(readPdf(pdf, { pages: '6-' }), { code: 'page_empty', message: /5 pages/ })
  const chosen = await readPdf(pdf, { pages: '2-4', maxPages: 1 })
  assert.match(chosen.warning ?? '', /first 1 of 3 pages asked for .*"pages": "3-"/)
  assert.equal(
    await markdownOf(pdf, { pages: '2-3', pageMarkers: true }),
    '<!-- page 2 -->\n\nNumber b\n\n<!-- page 3 -->\n\nNumber c',
  )
})

test('a paragraph that goes on over the page is cut where pages are marked', async () => {
  const pdf = tinyPdf([
    { runs: body(60, 'The river that comes from the') },
    { runs: body(700, 'mountains has two names.') },
    { runs: [] },
  ])
  assert.equal(await markdownOf(pdf), 'The river that comes from the mountains has two names.')
  assert.equal(
    await markdownOf(pdf, { pageMarkers: true }),
    '<!-- page 1 -->\n\nThe river that comes from the\n\n<!-- page 2 -->\n\nmountains has two names.\n\n<!-- page 3 -->',
  )
})

test('what was filled into a form follows the text of its page', async () => {
  const fields = [
    { name: 'Given name', type: 'Tx' as const, value: 'Ada' },
    { name: 'Empty', type: 'Tx' as const, value: '' },
    { name: 'Member', type: 'Btn' as const, value: 'Yes' },
    { name: 'Newsletter', type: 'Btn' as const, value: 'Off' },
  ]
  const markdown = await markdownOf(tinyPdf([{ runs: body(700, 'A form'), fields }]))
  assert.equal(markdown, 'A form\n\n- Given name: Ada\n- Member: ☑')
})

test('the bytes of the caller are left as they were', async () => {
  const bytes = new Uint8Array(readFileSync(tagged))
  await readPdf(bytes)
  assert.equal(bytes.length, readFileSync(tagged).length)
})

test('a PDF can be read in a worker thread', async () => {
  const module = new URL('../../../src/page/documents/pdf/read-pdf.ts', import.meta.url)
  const code = `const { parentPort, workerData } = require('node:worker_threads')
    import(${JSON.stringify(module.href)}).then(async ({ readPdf }) =>
      parentPort.postMessage((await readPdf(workerData)).title))`
  const worker = new Worker(code, { eval: true, workerData: readFileSync(tagged) })
  const title = await new Promise((resolve, reject) =>
    worker.once('message', resolve).once('error', reject),
  )
  await worker.terminate()
  assert.equal(title, 'Annual Report')
})

test('without tags, a head of narrow columns belongs to its table', async () => {
  const row = (y: number, ...cells: string[]) => cells.map((text, n) => run(50 + n * 48, y, text))
  const pdf = tinyPdf([
    {
      runs: [
        // «Revenue» nearly touches «Region»: by its gaps alone this is a sentence.
        run(52, 700, 'Region', 10),
        run(91, 700, 'Revenue', 10),
        run(140, 700, 'Growth', 10),
        ...row(688, 'North', '1.2 m', '5 %'),
        ...row(676, 'South', '2.0 m', '18 %'),
        ...row(664, 'East', '1.0 m', '9 %'),
      ],
    },
  ])
  assert.equal(
    await markdownOf(pdf),
    `| Region | Revenue | Growth |
| --- | --- | --- |
| North | 1.2 m | 5 % |
| South | 2.0 m | 18 % |
| East | 1.0 m | 9 % |`,
  )
  const captioned = tinyPdf([
    {
      runs: [
        run(50, 700, 'Table 1. Revenue of regions'),
        ...row(688, 'North', '1.2 m', '5 %'),
        ...row(676, 'South', '2.0 m', '18 %'),
        ...row(664, 'East', '1.0 m', '9 %'),
      ],
    },
  ])
  assert.match(await markdownOf(captioned), /^Table 1\. Revenue of regions\n\n\| North/)
})

test('without tags, set-in lines that end early are points of their own', async () => {
  const long = 'A line of the body that runs over the whole width of the page, as they do,'
  const pdf = tinyPdf([
    {
      runs: [
        ...body(700, long, long.toLowerCase(), 'and ends here.'),
        run(80, 664, 'Open two offices'),
        run(80, 652, 'Hire twenty people'),
        ...body(630, long, long.toLowerCase(), 'and ends here.'),
      ],
    },
  ])
  assert.match(await markdownOf(pdf), /\n\n- Open two offices\n- Hire twenty people\n\n/)
})

test('a head on both of two pages is not content', async () => {
  const page = (text: string) => ({
    runs: [run(50, 800, 'Report of the year'), ...body(700, text)],
  })
  const markdown = await markdownOf(tinyPdf([page('First page.'), page('Second page.')]))
  assert.equal(markdown, 'First page.\n\nSecond page.')
})

test('a line of its own in bold is a heading, bold words in a paragraph are not', async () => {
  const pdf = tinyPdf([
    {
      runs: [
        run(50, 760, 'Terms of use', 10, 'F3'),
        ...body(748, 'Whoever uses the bridge pays a toll to the miller, and', 'nobody else.'),
        run(50, 715, 'Fees', 10, 'F3'),
        ...body(703, 'A boat pays two coins, as it has always been.'),
        run(50, 691, 'Note', 10, 'F3'),
        run(75, 691, 'that children cross for free on every day of the year.'),
        run(50, 679, 'a) on foot'),
        run(50, 667, 'b) in a boat'),
      ],
    },
  ])
  assert.equal(
    await markdownOf(pdf),
    `## Terms of use

Whoever uses the bridge pays a toll to the miller, and nobody else.

## Fees

A boat pays two coins, as it has always been. Note that children cross for free on every day of the year.

a) on foot

b) in a boat`,
  )
})

test('a page that stands on its side is read as if it were turned', async () => {
  const line = (x: number, text: string, size = 11): PdfRun => ({
    ...{ x, y: 60, size, text, isTurned: true },
  })
  const runs = [line(80, 'Wide table', 20), line(110, 'It runs upwards,'), line(124, 'all of it.')]
  assert.equal(await markdownOf(tinyPdf([{ runs }])), '# Wide table\n\nIt runs upwards, all of it.')
})

test('the end of a span of pages is not the number of a point', async () => {
  const lines = ['A longer line that ends (J. Eng. 12, pp. 737-', '9) says more of it than this.']
  assert.equal(
    await markdownOf(tinyPdf([{ runs: body(700, ...lines) }])),
    'A longer line that ends (J. Eng. 12, pp. 737-9) says more of it than this.',
  )
})

test('spans of numbers and addresses are whole where a line ended in them', () => {
  assert.equal(joinLines(['pages 737–\n', '9 and 12-\n', '14']), 'pages 737–9 and 12-14')
  assert.equal(
    joinLines(['https://a.test/b/\n', 'c.html is\n', 'here']),
    'https://a.test/b/c.html is here',
  )
  assert.equal(joinLines(['ada@\n', 'a.test']), 'ada@a.test')
  assert.equal(joinLines(['the end.\n', 'The next']), 'the end. The next')
})

test('a line that reads from the right keeps its order, and names in it theirs', () => {
  const item = (text: string, x: number) => ({
    ...{
      text,
      x,
      y: 100,
      width: text === ' ' ? 3 : 40,
      size: 10,
      font: 'a',
      isMono: false,
      endsLine: false,
    },
    ...{ link: undefined, marks: [] },
  })
  // As it is drawn, from the left: the sentence begins with the last of them.
  const drawn = ['סוף', ' ', '(', '2024', ')', ' ', 'Site', ' ', 'ray', ' ', 'שלום לכולם']
  const [line] = readLines(
    {
      items: drawn.map((text, at) =>
        item(
          text,
          drawn.slice(0, at).reduce((x, one) => x + (one === ' ' ? 3 : 40), 0),
        ),
      ),
      fields: [],
      height: 800,
      structure: undefined,
    },
    0,
  )
  assert.equal(line && lineText(line), 'שלום לכולם Site ray (2024) סוף')
})

test('points without written bullets are a list', async () => {
  const at = (x: number, y: number, text: string): PdfRun => ({ x, y, size: 10, text })
  const runs = [
    at(
      60,
      700,
      'The words of this paragraph are as wide as its page is, from left to right, or so.',
    ),
    at(60, 688, 'And it has a second line which is wide enough for everything that is said of it.'),
    at(90, 664, 'First point'),
    at(90, 652, 'Second point'),
    at(90, 640, 'Third point'),
    at(60, 616, 'The words behind it are as wide as the page is again, from left to right, or so.'),
  ]
  assert.match(
    await markdownOf(tinyPdf([{ runs }])),
    /\n\n- First point\n- Second point\n- Third point\n\n/,
  )
})

test('a table right below another is a table of its own', async () => {
  const row = (y: number, cells: string[], font: 'F1' | 'F3' = 'F1') =>
    cells.map((text, at): PdfRun => ({ x: 60 + at * 120, y, size: 10, text, font }))
  const runs = [
    ...row(700, ['Name', 'Age'], 'F3'),
    ...row(685, ['Ada', '36']),
    ...row(670, ['Bob', '41']),
    ...row(640, ['City', 'Land', 'River'], 'F3'),
    ...row(625, ['Bern', 'Berne', 'Aare']),
    ...row(610, ['Basel', 'Basel', 'Rhine']),
  ]
  const markdown = await markdownOf(tinyPdf([{ runs }]))
  assert.match(markdown, /\| Bob \| 41 \|\n\n\| City \| Land \| River \|/)
})

test('a footnote does not cut the paragraph that goes on over the page', async () => {
  const lines = (from: number, texts: string[], size = 11) =>
    texts.map((text, at) => ({ x: 60, y: from - at * 16, size, text }))
  const bytes = tinyPdf([
    {
      runs: [
        ...lines(700, [
          'The lamps of the harbour were lit',
          'each evening1 by two keepers who',
          'carried the oil',
        ]),
        ...lines(300, ['1 From May to', 'September only.'], 8),
      ],
    },
    { runs: lines(700, ['up the stairs. In winter they slept there.', 'Nobody came by.']) },
  ])
  const { markdown } = await readDocument('pdf', bytes, { baseUrl: 'file:///a.pdf' })
  assert.match(
    markdown,
    /carried the oil up the stairs\. In winter[^\n]*by\.\n\n1 From May to September only\.$/,
  )
})

test('points without written bullets are found in each of two columns', async () => {
  const column = (x: number, words: string) => [
    { x, y: 700, size: 10, text: `The ${words} of the year were these, as far as` },
    { x, y: 686, size: 10, text: 'anybody could remember them in the autumn:' },
    ...['first point', 'second point', 'third point'].map((point, at) => ({
      ...{ x: x + 20, y: 668 - at * 14, size: 10, text: `A ${point} of ${words}.` },
    })),
    { x, y: 608, size: 10, text: `So much of ${words}, and of all the others that` },
    { x, y: 594, size: 10, text: 'could be named here as well as anywhere.' },
  ]
  const bytes = tinyPdf([{ runs: [...column(50, 'lamps'), ...column(320, 'boats')] }])
  const { markdown } = await readDocument('pdf', bytes, { baseUrl: 'file:///a.pdf' })
  for (const words of ['lamps', 'boats'])
    assert.match(
      markdown,
      new RegExp(
        `- A first point of ${words}\\.\n- A second point of ${words}\\.\n- A third point`,
      ),
    )
})

test('a list without written bullets goes on over the page', async () => {
  const line = (x: number, y: number, text: string) => ({ x, y, size: 10, text })
  const prose = (y: number, words: string) => [
    line(50, y, `The ${words} of the year were these, as far as anybody could`),
    line(50, y - 14, 'remember them in the autumn, when the others had left for home:'),
  ]
  const bytes = tinyPdf([
    { runs: [...prose(160, 'lamps'), line(70, 128, 'A first point of lamps.')] },
    {
      runs: [
        line(70, 700, 'A second point of lamps that has some words in its line'),
        line(70, 686, 'and goes on in another.'),
        line(70, 672, 'A third point of lamps.'),
        ...prose(640, 'boats'),
      ],
    },
  ])
  const { markdown } = await readDocument('pdf', bytes, { baseUrl: 'file:///a.pdf' })
  assert.match(
    markdown,
    /\n- A first point of lamps\.\n- A second point .* its line and goes on in another\.\n- A third point of lamps\.\n\nThe boats/,
  )
})

test('a column is as wide as others that begin where it does', async () => {
  const line = (x: number, y: number, text: string) => ({ x, y, size: 10, text })
  const wide = 'Sales of lamps were as good as in any year then.'
  const bytes = tinyPdf([
    { runs: [700, 686, 672].map(y => line(50, y, wide)) },
    {
      runs: [
        // Of the next line, the first word has room in the column, but not in these three lines.
        line(70, 700, 'A point of lamps and of others here.'),
        line(70, 686, 'People had more of the next than of them,'),
        line(70, 672, 'as everybody knew.'),
      ],
    },
  ])
  const { markdown } = await readDocument('pdf', bytes, { baseUrl: 'file:///a.pdf' })
  assert.match(markdown, /\n- A point of lamps and of others here\.\n- People had more/)
})
