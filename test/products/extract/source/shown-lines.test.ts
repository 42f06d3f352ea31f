import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HtmlElement } from '../../../../src/page/html/html.ts'
import type { PageNode } from '../../../../src/page/text/page-nodes.ts'
import { isLink, shownLines } from '../../../../src/products/extract/source/shown-lines.ts'

let ids = 0
const element = (name: string, parent?: HtmlElement) => ({ name, parent }) as HtmlElement
const line = (text: string, some: Partial<PageNode> = {}): PageNode =>
  ({
    id: ++ids,
    text,
    element: element('p'),
    pieces: [{ text, link: undefined }],
    ...some,
  }) as never
const link = (text: string, some: Partial<PageNode> = {}) =>
  line(text, { pieces: [{ text, link: 'https://a.example/' }] as never, ...some })
const row = (texts: string[]) => {
  const parent = element('tr')
  return texts.map(text => line(text, { cell: element('td', parent) }))
}
const shown = (nodes: PageNode[]) => shownLines(nodes).map(one => `${one.is} ${one.nodes.length}`)
const times = (count: number) => Array.from({ length: count }, () => 'x')

test('a row of a table has one number, unless the table only lays the page out', () => {
  const [a, b] = [row(['a', 'b']), row(['c'])]
  const lines = shownLines([...a, ...b, line('d')])
  assert.deepEqual(
    lines.map(({ number, is }) => [number, is]),
    [
      [a[0]?.id, 'row'],
      [b[0]?.id, 'row'],
      [ids, 'text'],
    ],
  )
  assert.deepEqual(lines[0]?.nodes, a)
  assert.deepEqual(shown(row(times(30))), ['row 30'])
  assert.equal(shown(row(times(31)))[0], 'text 1')
  assert.deepEqual(shown(row(['x'.repeat(700), 'x'.repeat(800)])), ['row 2'])
  assert.deepEqual(shown(row(['x'.repeat(701), 'x'.repeat(800)])), ['text 1', 'row 1'])
})

test('code has one number for thirty lines', () => {
  const pre = element('pre')
  const code = times(31).map(text => line(text, { element: pre }))
  assert.deepEqual(shown([...code, line('a')]), ['code 30', 'code 1', 'text 1'])
  assert.deepEqual(shown([line('a', { element: pre }), line('b', { element: element('pre') })]), [
    ...['code 1', 'code 1'],
  ])
})

test('four short links side by side are a menu', () => {
  assert.deepEqual(shown(times(4).map(text => link(text))), ['menu 4'])
  assert.deepEqual(shown(times(3).map(text => link(text))), ['text 1', 'text 1', 'text 1'])
  assert.deepEqual(shown(times(31).map(text => link(text))), ['menu 30', 'text 1'])
  const menu = times(4).map(text => link(text))
  const others: PageNode[] = [
    line('no link'),
    link('x'.repeat(40)),
    link('heading', { level: 2 }),
    line('half', { pieces: [{ link: 'https://a.example/' }, { link: undefined }] as never }),
  ]
  for (const other of others) assert.deepEqual(shown([...menu, other]), ['menu 4', 'text 1'])
  assert.deepEqual(shown([...menu, link('x'.repeat(39))]), ['menu 5'])
  const cell = link('cell', { cell: element('td', element('tr')) })
  assert.deepEqual(shown([...menu, cell]), ['menu 4', 'row 1'])
  assert.deepEqual([isLink(link('a')), isLink(line('a'))], [true, false])
})
