import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getResolvedPDFJS } from 'unpdf'
import { type PdfItem, readPdfPage } from '../../../../src/page/documents/pdf/page.ts'
import { inReadingOrder } from '../../../../src/page/documents/pdf/reading-order.ts'
import { readDocument } from '../../../../src/page/documents/read-document.ts'
import { cpuMs } from '../../../support/cpu-time.ts'
import { createRandom } from '../../../support/random.ts'
import { stretched } from '../../../support/slowness.ts'
import { type PdfRun, tinyPdf } from '../../../support/tiny-pdf.ts'

const markdownOf = async (runs: PdfRun[]) =>
  (await readDocument('pdf', tinyPdf([{ runs }]), { baseUrl: 'file:///a.pdf' })).markdown

const itemsOf = async (runs: PdfRun[]): Promise<PdfItem[]> => {
  const { getDocument } = await getResolvedPDFJS()
  const document = await getDocument({ data: new Uint8Array(tinyPdf([{ runs }])) }).promise
  const { items } = await readPdfPage(await document.getPage(1))
  await document.loadingTask.destroy()
  return items
}

const story =
  'The lamps of the harbour were lit each evening by two keepers who carried the oil up the stairs. In winter they slept there, since the path was lost under the snow, and nobody came by before March. The older one had learned to read from the labels of the cans, and he read them aloud to the other while the storm went around the tower. When the ships came back they had much to tell, and the keepers had forgotten how to listen. '
const sea =
  'Ships that pass the cape at night keep well away from the rocks and look for the second light. It stands lower than the first and has a red glass, which the keeper cleans with vinegar on Mondays. Whoever sees both of them in one line may turn to the north, and whoever sees neither should drop the anchor and wait for the morning. Many a captain has waited here, and most of them have written down how long it was. '
const words = (text: string, from: number, count: number): string =>
  Array.from({ length: count }, (_, at) => text.trim().split(' ')[(from + at) % 80]).join(' ')

/** Text broken into lines that have room for so many letters. */
const broken = (text: string, letters: number): string[] => {
  const lines = ['']
  for (const word of text.trim().split(' ')) {
    const line = lines.at(-1) as string
    if (line.length + word.length < letters) lines[lines.length - 1] = `${line} ${word}`.trim()
    else lines.push(word)
  }
  return lines
}
const column = (x: number, y: number, lines: string[], step = 12, size = 10): PdfRun[] =>
  lines.map((text, at) => ({ x, y: y - at * step, size, text }))
/** Line by line over the whole page, as converters and programs that recognise text draw. */
const lineByLine = (runs: PdfRun[]): PdfRun[] => [...runs].sort((a, b) => b.y - a.y || a.x - b.x)

const left = broken(story, 48)
const right = broken(sea, 48)
const twoColumns = [...column(50, 700, left), ...column(310, 700, right)]

const isReadAs = async (drawn: PdfRun[], sensible: PdfRun[]) => {
  assert.equal(await markdownOf(drawn), await markdownOf(sensible))
  const items = await itemsOf(sensible)
  assert.equal(inReadingOrder(items), items, 'the sensible order stays')
}

test('columns that are drawn line by line are read one after the other', async () => {
  await isReadAs(lineByLine(twoColumns), twoColumns)
  assert.equal(await markdownOf(lineByLine(twoColumns)), `${story.trim()}\n\n${sea.trim()}`)
})

test('columns are read from the left, whichever is drawn first', async () => {
  const drawn = [...column(310, 700, right), ...column(50, 700, left)]
  await isReadAs(drawn, twoColumns)
})

test('columns whose lines stand at heights of their own, with a narrow gutter between them', async () => {
  const narrow = [...column(50, 700, broken(story, 50)), ...column(301, 695, broken(sea, 50), 12.5)]
  await isReadAs(lineByLine(narrow), narrow)
})

test('three columns', async () => {
  const three = [story, sea, story.toUpperCase().slice(0, 1) + sea.slice(1)].flatMap((text, at) =>
    column(40 + at * 180, 700, broken(text, 32)),
  )
  await isReadAs(lineByLine(three), three)
})

test('heads over both columns cut the page into parts, wide and short ones', async () => {
  const title: PdfRun = { x: 150, y: 760, size: 24, text: 'The keepers of the lamps' }
  const wide: PdfRun = { x: 180, y: 565, size: 16, text: 'What the ships saw at night' }
  const short: PdfRun = { x: 50, y: 375, size: 16, text: 'Later' }
  const foot = column(50, 180, broken(sea, 100))
  const parts = [
    title,
    ...[...column(50, 720, left.slice(0, 11)), ...column(310, 720, right.slice(0, 11))],
    wide,
    ...[...column(50, 535, right.slice(0, 10)), ...column(310, 535, left.slice(0, 10))],
    short,
    ...[...column(50, 350, left.slice(0, 10)), ...column(310, 350, left.slice(1, 11))],
    ...foot,
  ]
  await isReadAs(lineByLine(parts), parts)
})

test('a head of the page and its number belong to no column', async () => {
  const page = [
    { x: 50, y: 760, size: 10, text: 'Letters of the coast' },
    { x: 520, y: 760, size: 10, text: 'Spring 1911' },
    ...twoColumns,
  ]
  await isReadAs(lineByLine(page), page)
})

test('a box beside the text is read behind it', async () => {
  const box = column(440, 704, broken(sea, 30), 9.4, 8)
  const page = [...column(50, 700, broken(story, 78)), ...box]
  await isReadAs(lineByLine(page), page)
})

test('a box of short points, and what is drawn late, find their places', async () => {
  const points = Array.from(
    { length: 12 },
    (_, at) => `Lamp of ${words(sea, at * 4, 1 + (at % 2))}`,
  )
  const page = [...column(50, 700, broken(story, 78)), ...column(440, 704, points, 9.4, 8)]
  await isReadAs(lineByLine(page), page)
  const bold: PdfRun = {
    x: 310,
    y: 700 - right.length * 12 - 8,
    size: 10,
    font: 'F3',
    text: 'Harbours',
  }
  const more = column(310, bold.y - 12, right)
  const whole = [...column(50, 700, [...left, ...left]), ...column(310, 700, right), bold, ...more]
  const late = [...lineByLine(whole.filter(run => run !== bold)), bold]
  assert.equal(await markdownOf(late), await markdownOf(whole))
})

test('a column may hold a long list', async () => {
  const list = Array.from({ length: 24 }, (_, at) => `- Lamp ${at}`)
  const page = [
    ...column(50, 700, [...left, ...right, ...left]),
    ...column(310, 700, right),
    ...column(310, 580, list),
  ]
  await isReadAs(lineByLine(page), page)
})

test('footnotes stay under their column', async () => {
  const note = column(50, 700 - left.length * 12 - 12, ['1 From May to September only.'], 10, 8)
  const page = [...column(50, 700, left), ...note, ...column(310, 700, [...right, ...right])]
  const markdown = await markdownOf(lineByLine(page))
  assert.equal(markdown, await markdownOf(page))
  assert.match(markdown, /listen\.\n\n1 From May/)
})

test('a table above columns stays whole, and so does one within a column', async () => {
  const cells = (y: number, x: number, step: number) =>
    ['Lamp', 'Boat', 'Light'].flatMap((name, at) =>
      [name, String(at * 7), `${at} %`].map(
        (text, n): PdfRun => ({ x: x + n * step, y: y - at * 14, size: 10, text }),
      ),
    )
  const above = [...cells(760, 50, 180), ...column(50, 700, left), ...column(310, 700, right)]
  const within = [
    ...column(50, 700, left),
    ...column(310, 700, right.slice(0, 6)),
    ...cells(612, 310, 70),
    ...column(310, 560, right.slice(6)),
  ]
  for (const page of [above, within]) {
    const markdown = await markdownOf(lineByLine(page))
    assert.match(markdown, /\| Lamp \| 0 \| 0 % \|[\s\S]*\| Light \| 14 \| 2 % \|/)
    assert.equal(markdown, await markdownOf(page))
  }
})

test('a contract in two languages is read clause by clause', async () => {
  const clauses = [0, 1, 2, 3].map(at => ({
    left: broken(`${at + 1}. The keeper ${words(story, at * 9, 24)}.`, 46),
    right: broken(`${at + 1}. Der Wärter ${words(sea, at * 9, 30)}.`, 46),
  }))
  let y = 740
  const parts = clauses.flatMap(clause => {
    const runs = [...column(50, y, clause.left), ...column(310, y, clause.right)]
    y -= Math.max(clause.left.length, clause.right.length) * 12 + 12
    return runs
  })
  await isReadAs(lineByLine(parts), parts)
})

test('a page that stands on its side has columns as well', async () => {
  const turned = (runs: PdfRun[]) =>
    runs.map(({ x, y, ...run }): PdfRun => ({ ...run, x: 600 - y * 0.7, y: x, isTurned: true }))
  await isReadAs(turned(lineByLine(twoColumns)), turned(twoColumns))
})

const itemAt = (text: string, x: number, y: number, width: number): PdfItem => ({
  ...{ text, x, y, width, size: 10, font: 'body' },
  ...{ isMono: false, endsLine: false, link: undefined, marks: [] },
})
const readLine = (text: string, x: number) =>
  Array.from({ length: 12 }, (_, at) => itemAt(`${text} ${at}`, x, 700 - at * 14, 240))
const alternately = (a: PdfItem[], b: PdfItem[]) =>
  a.flatMap((item, at) => [item, b[at] as PdfItem])

test('words that are drawn one by one', () => {
  const oneByOne = (x: number, lines: string[]) =>
    lines.map((text, row) =>
      text.split(' ').map((word, at, all) => {
        const before = all.slice(0, at).join(' ').length
        return itemAt(word, x + before * 5 + (at > 0 ? 5 : 0), 700 - row * 12, word.length * 5)
      }),
    )
  const [first, second] = [oneByOne(50, left), oneByOne(310, right)]
  const rows = first.flatMap((line, at) => [...line, ...(second[at] ?? [])])
  assert.deepEqual(inReadingOrder(rows), [...first.flat(), ...second.flat()])
})

test('Arabic and Hebrew columns are read from the right, Chinese ones from the left', () => {
  const arabic = [readLine('كانت المصابيح تضاء كل مساء', 310), readLine('السفن التي تمر ليلا', 50)]
  const [first = [], second = []] = arabic
  assert.deepEqual(inReadingOrder(alternately(second, first)), [...first, ...second])
  const chinese = [
    readLine('河边的小作坊专门修理旧灯具和船只', 50),
    readLine('夜里经过海角的船只都避开礁石', 310),
  ]
  const [start = [], end = []] = chinese
  assert.deepEqual(inReadingOrder(alternately(start, end)), [...start, ...end])
})

const cells = (rows: string[][], xs: number[], step = 14): PdfRun[] =>
  rows.flatMap((row, at) =>
    row.flatMap((text, n) =>
      text ? [{ x: xs[n] as number, y: 700 - at * step, size: 10, text }] : [],
    ),
  )

const sideBySide: Record<string, PdfRun[]> = {
  'a table of numbers': cells(
    Array.from({ length: 12 }, (_, at) => [
      `Harbour of the ${at}th coast`,
      `${at * 310}`,
      `${at} %`,
    ]),
    [50, 300, 420],
  ),
  'a table with sentences in a column': cells(
    broken(`${story}${sea}`, 60).map((text, at) => [at % 3 === 0 ? `Lamp ${at}` : '', text]),
    [50, 200],
  ),
  'a table with sentences in two of three columns': cells(
    broken(story, 34).map((text, at) => [
      at % 3 === 0 ? `Lamp ${at}` : '',
      text,
      broken(sea, 34)[at] ?? '',
    ]),
    [50, 150, 370],
  ),
  'prices of things that are described at length': cells(
    left.map((text, at) => [text, at % 2 ? '' : `${at * 13}.90`]),
    [50, 400],
  ),
  'keys and their defaults': cells(
    ['Grey', 'Yellow', 'Orange', 'Red', 'Green', 'Blue', 'Brown'].map((color, at) => [
      `/lamps/color of the ${at}th one = {name}`,
      `(no default, initially ${color})`,
    ]),
    [50, 300],
  ),
  'keys in the margin': lineByLine([
    ...column(210, 700, broken(`${story}${sea}`, 64)),
    ...[0, 3, 6, 9, 12].map(at => ({
      x: 50,
      y: 700 - at * 12,
      size: 10,
      text: `sort-lamps-of-number-${at}`,
    })),
  ]),
  'remarks on each line': cells(
    left.map((text, at) => [text, words(sea, at * 5, 2)]),
    [50, 310],
  ),
  'letters that are set apart': cells(
    left.map(text => [text, [...text.slice(0, 26)].join(' ').toLowerCase()]),
    [50, 310],
  ),
  'two listings of words': cells(
    left.map((text, at) => [text.slice(0, 38), (right[at] ?? '').slice(0, 38)]),
    [50, 310],
  ).map(run => ({ ...run, font: 'F2' })),
  'a form': cells(
    [
      ['Given name', 'Ada'],
      ['Family name', 'Lovelace'],
      ['Date of birth', '10 December 1815'],
      ['Address of the house', '12 St James’s Square, London'],
      ['Occupation', 'Writer of programs for machines'],
      ['Nationality', 'British'],
    ],
    [50, 300],
  ),
  'two columns of short items': cells(
    Array.from({ length: 14 }, (_, at) => [words(story, at * 3, 2), words(sea, at * 5, 3)]),
    [50, 300],
  ),
  'addresses side by side': cells(
    [
      ['Bill to', 'Ship to'],
      ['Ada Lovelace', 'Charles Babbage'],
      ['12 St James’s Square', '1 Dorset Street'],
      ['London SW1Y 4JH', 'London W1U 4EF'],
      ['United Kingdom', 'United Kingdom'],
    ],
    [50, 300],
  ),
  'a table of contents': cells(
    Array.from({ length: 14 }, (_, at) => [
      `${at + 1}  ${words(story, at * 4, 6)}`,
      `${at * 9 + 1}`,
    ]),
    [50, 520],
  ),
  'a poem beside its translation': cells(
    Array.from({ length: 12 }, (_, at) => [
      `And ${words(story, at * 5, 3 + (at % 3))}`,
      `Und ${words(sea, at * 7, 3 + ((at + 1) % 3))}`,
    ]),
    [50, 310],
  ),
  'code with remarks behind it': cells(
    left.map((text, at) => [`let value${at} = read(lamp, ${at})`, `// ${text.slice(0, 30)}`]),
    [50, 330],
  ).map(run => ({ ...run, font: 'F2' })),
  'a script with names before the lines': cells(
    broken(`${story}${sea}`, 60).map((text, at) => [at % 2 === 0 ? 'KEEPER' : '', text]),
    [50, 140],
  ),
  'numbers of lines': cells(
    broken(`${story}${sea}`, 70).map((text, at) => [String(at + 1), text]),
    [50, 90],
  ),
  'notes in the margin': [
    ...lineByLine([
      ...column(200, 700, broken(`${story}${sea}`, 70)),
      ...[0, 2, 5, 8, 10].map(at => ({
        x: 60,
        y: 704 - at * 12,
        size: 8,
        text: `on lamp ${at} see below`,
      })),
    ]),
  ],
}

for (const [name, runs] of Object.entries(sideBySide))
  test(`what is no column of text stays as it is drawn: ${name}`, async () => {
    const items = await itemsOf(runs)
    assert.equal(inReadingOrder(items), items)
  })

test('what is drawn part by part stays as it is', async () => {
  const parts = [0, 1, 2].flatMap(at => [
    ...column(50, 700 - at * 60, left.slice(at * 3, at * 3 + 4)),
    ...column(310, 700 - at * 60, right.slice(at * 3, at * 3 + 4)),
  ])
  const items = await itemsOf(parts)
  assert.equal(inReadingOrder(items), items)
})

test('a page of a hundred thousand words is ordered in the time that it takes to read it', () => {
  const items: PdfItem[] = []
  for (let at = 0; at < 100_000; at++)
    items.push(
      itemAt(
        'word',
        (at % 300) * 25 + (at % 300 >= 150 ? 40 : 0),
        9_000 - Math.floor(at / 300) * 12,
        20,
      ),
    )
  const rows = items.map(item => ({ ...item, x: (item.x * 7) % 7_400, y: (item.y * 13) % 9_000 }))
  const spent = cpuMs(() => {
    assert.equal(inReadingOrder(items).length, 100_000)
    assert.equal(inReadingOrder(rows).length, 100_000)
  })
  assert.ok(spent < stretched(2_000), `${spent} ms`)
})

test('a narrow box at the left that is drawn behind the text stays behind it', async () => {
  const box = column(50, 704, broken(sea, 28), 9.4, 8)
  const items = await itemsOf([...column(190, 700, broken(story, 70)), ...box])
  assert.equal(inReadingOrder(items), items)
})

test('words that are drawn late do not change the order of columns', async () => {
  const late = { x: 420, y: 700, size: 6, text: '1' }
  const items = await itemsOf([...twoColumns, late, { ...late, x: 160, y: 650 }])
  assert.equal(inReadingOrder(items), items)
})

test('whatever a page looks like, nothing of it is lost or doubled', () => {
  for (let seed = 0; seed < 200; seed++) {
    const random = createRandom(seed)
    const text = () =>
      random.pick([' ', 'lamps of the', 'The harbour, which', '12', 'مصباح', '河边'])
    const items = Array.from({ length: 20 + random.int(150) }, () =>
      itemAt(
        text(),
        random.pick([40, 42, 220, 310, 312, random.int(500)]),
        random.int(60) * random.pick([12, 12, 12.5]),
        random.pick([60, 150, 240, 480]),
      ),
    )
    const ordered = inReadingOrder(items)
    assert.equal(ordered.length, items.length)
    assert.ok(items.every(item => ordered.includes(item)))
  }
})
