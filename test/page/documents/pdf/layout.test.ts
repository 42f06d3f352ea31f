import { test } from 'node:test'
import { layoutPages } from '../../../../src/page/documents/pdf/layout.ts'
import type { PdfItem, PdfPage } from '../../../../src/page/documents/pdf/page.ts'
import { build } from '../../../../src/page/html/builder.ts'
import { toMarkdown } from '../../../../src/page/markdown/markdown.ts'
import { createRandom, type Random } from '../../../support/random.ts'

type Run = [text: string, x: number, y: number, size?: number, font?: string, link?: string]

const itemOf = ([text, x, y, size = 10, font = 'body', link]: Run): PdfItem => ({
  ...{ text, x, y, size, font, link },
  width: text.length * size * (font === 'mono' ? 0.6 : 0.5),
  ...{ isMono: font === 'mono', endsLine: false, marks: [] },
})
const pageOf = (runs: readonly Run[]): PdfPage => ({
  ...{ items: runs.map(itemOf), fields: [], height: 800, structure: undefined },
})
const read = (pages: readonly (readonly Run[])[], isByPage = false): string =>
  layoutPages(
    pages.map((runs, at) => ({ ...pageOf(runs), number: at + 1 })),
    isByPage,
  )
    .map(blocks => toMarkdown(build('body', {}, blocks), { baseUrl: 'file:///a' }))
    .join('\n\n===\n\n')

/** Lines of text one below the other. */
const lines = (
  x: number,
  y: number,
  texts: readonly string[],
  step = 12,
  ...more: [size?: number, font?: string]
): Run[] => texts.map((text, at) => [text, x, y - at * step, ...more])

const words =
  'Lamps of brass light the evening for all who read and cook and for those who only sit'
const prose = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, at) => {
    const shift = (at + from) % 5
    return `${words
      .split(' ')
      .slice(shift, shift + 12)
      .join(' ')}${(at + from) % 4 === 3 ? '.' : ' and'}`
  })
const head: Run = ['The yearly report of lamps', 60, 780, 8]
const foot = (page: number): Run => [`Page ${page} of 3`, 280, 30, 8]

/** One page of each kind of thing that stands in files. */
const report: Run[][] = [
  [
    head,
    ['Yearly report', 60, 720, 24, 'bold'],
    ['A second title', 60, 680, 16, 'bold'],
    ...lines(60, 660, prose(6)),
    ['Results', 60, 560, 10, 'bold'],
    ...lines(60, 540, prose(4, 2)),
    ...lines(60, 480, [
      '• first point of a list',
      '• second point',
      '– third',
      '1. one',
      '2. two',
      '(a) letter',
    ]),
    ...lines(80, 400, ['x = 1', 'if x:', '    go(x)'], 12, 10, 'mono'),
    foot(1),
  ],
  [
    head,
    ...lines(60, 720, prose(12)),
    ...lines(330, 720, prose(12, 3)),
    ...['Name', 'Price', 'Stock'].map((text, at): Run => [text, 60 + at * 120, 520, 10, 'bold']),
    ...[0, 1, 2, 3].flatMap(row =>
      [`Lamp ${row}`, `${row}9.90`, row % 2 ? 'yes' : 'no'].map(
        (text, at): Run => [text, 60 + at * 120, 504 - row * 14],
      ),
    ),
    ...lines(60, 200, prose(5)),
    ['1 See the list of lamps', 60, 130, 8],
    ['2 As told by Ann', 60, 120, 8],
    foot(2),
  ],
  [
    head,
    ['See', 60, 720],
    ['the list', 80, 720, 10, 'body', 'https://lamps.test/list'],
    ['of lamps', 125, 720],
    ['E = mc', 60, 690],
    ['2', 91, 694, 6],
    ['河边的小作坊', 60, 660],
    ['专门修理', 92, 660],
    ['the long-', 60, 630],
    ['est word, pages 12-', 60, 618],
    ['14 and https://lamps.test/', 60, 606],
    ['list', 60, 594],
    ...lines(80, 560, [
      'Oil lamps are old',
      'Gas lamps are newer',
      'Electric lamps are new and they are by far the',
      'brightest of all',
    ]),
    ['Contents … 4', 60, 480],
    ['Index … vi', 60, 468],
    ...lines(60, 440, prose(4)),
    foot(3),
  ],
]

test('the blocks of a report, from where its words stand', t => {
  t.assert.fileSnapshot(
    [read(report), read(report, true)].join('\n\n=====\n\n').split('\n'),
    'test/fixtures/pdf-report.json',
  )
})

/** Moved, resized, left out: distances come on both sides of what decides. */
const disturb = (pages: readonly Run[][], random: Random): Run[][] =>
  pages.map(runs => {
    const [stretch, grow] = [random.pick([1, 1, 0.9, 1.15, 1.4]), random.pick([1, 1, 1.1, 1.2])]
    return runs
      .filter(() => random.int(12) > 0)
      .map(([text, x, y, size = 10, ...more]): Run => {
        const isMoved = random.int(4) === 0
        const by = () => (isMoved ? random.pick([-14, -6, -3, -1, 1, 2, 4, 6, 9, 13, 30]) : 0)
        const newSize = size * (random.int(8) === 0 ? random.pick([0.9, 1.1, 1.16, 1.3]) : grow)
        return [text, x + by(), 800 - (800 - y - by()) * stretch, newSize, ...more]
      })
  })

test('blocks of reports whose words stand a little differently', t => {
  const shown = Array.from({ length: 60 }, (_, seed) =>
    outline(read(disturb(report, createRandom(seed)), seed % 3 === 0)),
  )
  t.assert.fileSnapshot(shown, 'test/fixtures/pdf-reports.json')
})

/** Each block by its kind and its length. */
const outline = (markdown: string): string =>
  markdown
    .split('\n\n')
    .map(
      block =>
        `${/^(?:#+|```|\||[-*] |\d+[.)])/.exec(block)?.[0].trim() ?? 'p'} ${block.split('\n').length}/${block.length}`,
    )
    .join(', ')
