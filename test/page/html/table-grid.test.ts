import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  descendants,
  type HtmlElement,
  parseHtml,
  textContent,
} from '../../../src/page/html/html.ts'
import { layOutTable, spanOf, tablePart } from '../../../src/page/html/table-grid.ts'

const first = (html: string, name: string) =>
  [...descendants(parseHtml(html).root)].find(one => one.name === name) as HtmlElement
/** Each cell as `text@column:columns×rows`. */
const gridOf = (html: string, name = 'table') => {
  const grid = layOutTable(first(html, name))
  return {
    width: grid?.width,
    rows: grid?.rows.map(({ section, cells }) =>
      [
        section,
        ...cells.map(
          ({ element, column, columns, rows }) =>
            `${textContent(element)}@${column}:${columns}×${rows}`,
        ),
      ].join(' '),
    ),
  }
}

test('what a part of a table is says its name, or the role of a plain box', () => {
  const part = (name: string, role?: string) =>
    tablePart({ name, attributes: role === undefined ? {} : { role } } as HtmlElement)
  assert.equal(part('td'), 'td')
  assert.equal(part('td', 'row'), 'td')
  assert.equal(part('p', 'grid'), 'p')
  for (const name of ['div', 'span', 'mat-row']) {
    assert.equal(part(name), name)
    assert.equal(part(name, 'banner'), name)
    const roles = [
      'table',
      'grid',
      'rowgroup',
      'row',
      'columnheader',
      'rowheader',
      'cell',
      'gridcell',
    ]
    assert.deepEqual(
      roles.map(role => part(name, role)),
      ['table', 'table', 'tbody', 'tr', 'th', 'th', 'td', 'td'],
    )
  }
})

test('a span is a number from one to what is left', () => {
  for (const value of [undefined, '', 'x', '0', '-2', '1']) assert.equal(spanOf(value), 1)
  assert.equal(spanOf('3 cells'), 3)
  assert.deepEqual([spanOf('100'), spanOf('101')], [100, 100])
  assert.deepEqual([spanOf('5', 4), spanOf('4', 4), spanOf('5', 0), spanOf('5', -3)], [4, 4, 1, 1])
})

test('cells stand where the spans of others leave room', () => {
  const html = `<table>
    <tfoot><tr><td>sum</td></tr></tfoot>
    <tr></tr>
    <tbody><tr><td rowspan=2>a</td><td colspan=2>b</td></tr><tr><td>c</td><td>d</td><td>e</td></tr>
    <tr><td colspan=9>f</td></tr></tbody>
    <thead><tr><th>x<th rowspan=0>y</tr></thead></table>`
  assert.deepEqual(gridOf(html), {
    width: 4,
    rows: [
      'thead x@0:1×1 y@1:1×1',
      'tbody a@0:1×2 b@1:2×1',
      'tbody c@1:1×1 d@2:1×1 e@3:1×1',
      'tbody f@0:9×1',
      'tfoot sum@0:1×1',
    ],
  })
})

test('no cell reaches beyond its group of rows', () => {
  const html = `<table><thead><tr><th rowspan=2>x<th>y</tr></thead>
    <tbody><tr><td rowspan=0>a<td>b</tr><tr><td>c</tr></tbody>
    <tbody><tr><td rowspan=9>d<td>e</tr></tbody></table>`
  assert.deepEqual(gridOf(html).rows, [
    'thead x@0:1×1 y@1:1×1',
    'tbody a@0:1×2 b@1:1×1',
    'tbody c@1:1×1',
    'tbody d@0:1×1 e@1:1×1',
  ])
})

test('the parts of a grid stand in further boxes', () => {
  const frame = (inside: string) => `<div><div role=presentation>${inside}</div></div>`
  const row = (role: string, ...texts: string[]) =>
    `<div role=row>${frame(texts.map(text => `<div role=${role}>${text}</div>`).join(''))}</div>`
  const head = frame(`<div role=rowgroup>${row('columnheader', 'x', 'y')}</div>`)
  const body = frame(`<div role=rowgroup>${frame(row('gridcell', 'a', 'b'))}</div>`)
  assert.deepEqual(gridOf(`<section>${head}${body}</section>`, 'section').rows, [
    'tbody x@0:1×1 y@1:1×1',
    'tbody a@0:1×1 b@1:1×1',
  ])
})

test('tables inside a table are not its rows, and boxes with roles are', () => {
  const nested = '<table><tr><td>a<table><tr><td>b</td></tr></table></td></tr></table>'
  assert.equal(gridOf(nested).rows?.length, 1)
  const boxes = `<section><div role=row><span role=columnheader>a</span><p>no</p></div>
    <div role=rowgroup><div role=row><span role=cell>b</span></div><div>no</div></div></section>`
  assert.deepEqual(gridOf(boxes, 'section').rows, ['tbody a@0:1×1', 'tbody b@0:1×1'])
})

test('spans that would make the grid far larger than the page are ignored', () => {
  const rows = (count: number) =>
    `<table>${'<tr><td colspan=100>a<td>b</tr>'.repeat(count)}</table>`
  assert.equal(gridOf(rows(3_900)).width, 101)
  const { width, rows: placed } = gridOf(rows(4_000))
  assert.deepEqual([width, placed?.[0]], [2, 'tbody a@0:1×1 b@1:1×1'])
})
