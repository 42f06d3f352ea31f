import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bareAddresses } from '../../../src/page/documents/bare-addresses.ts'
import { csvToTree, parseCsv } from '../../../src/page/documents/csv.ts'
import { indentJson } from '../../../src/page/documents/indent-json.ts'
import { readNotebook } from '../../../src/page/documents/notebook.ts'
import {
  cellName,
  listSheets,
  placeSheets,
} from '../../../src/page/documents/office/list-sheets.ts'
import { parseXml } from '../../../src/page/documents/xml.ts'
import type { HtmlNode } from '../../../src/page/html/html.ts'
import { descendants } from '../../../src/page/html/html.ts'

/** A tree on one line: `a(b="1" "text")`. */
const shown = (node: HtmlNode): string => {
  if (node.type === 'text') return JSON.stringify(node.text)
  const attributes = Object.entries(node.attributes).map(([name, value]) => `${name}="${value}"`)
  const inner = [...attributes, ...node.children.map(shown)].join(' ')
  return inner ? `${node.name}(${inner})` : node.name
}

describe('a table of values', () => {
  const rows = (text: string) => parseCsv(text).rows
  it('has rows that end as any system ends them, and none that are empty', () => {
    for (const end of ['\n', '\r\n', '\r'])
      assert.deepEqual(rows(['a,b', '', ' , ', 'c,d', ''].join(end)), [
        ...[
          ['a', 'b'],
          ['c', 'd'],
        ],
      ])
    assert.deepEqual(rows(''), [])
    assert.deepEqual(rows('\ufeffa,b'), [['a', 'b']])
    assert.deepEqual(rows('a,'), [['a', '']])
    assert.deepEqual(rows('a,\nb'), [['a', ''], ['b']])
  })

  it('has quotes that protect separators, ends of lines and themselves', () => {
    assert.deepEqual(rows('"a,b","c\nd","e""f",""\ng'), [['a,b', 'c\nd', 'e"f', ''], ['g']])
    assert.deepEqual(rows('"a" b,c'), [['a b', 'c']])
    assert.deepEqual(rows('a "b",c'), [['a "b"', 'c']])
    assert.deepEqual(rows('a,"never closed\nb'), [['a', 'never closed\nb']])
    assert.deepEqual(rows('"a"""'), [['a"']])
  })

  it('is separated by the sign that its first line has most of, outside quotes', () => {
    for (const [text, columns] of [
      ['a;b;c,d', 3],
      ['a\tb', 2],
      ['a|b', 2],
      ['a', 1],
      ['"a;b;c",d', 2],
      ['a,b\n1;2;3;4', 2],
      ['a,b\r1;2;3;4', 2],
      [`${'x'.repeat(9_998)};;,`, 3],
      [`a,${'x'.repeat(10_000)};;`, 2],
    ] as const)
      assert.equal(rows(text)[0]?.length, columns, text.slice(0, 20))
  })

  it('is separated by the sign that its line for Excel names, which is no row', () => {
    for (const told of ['sep=;\r\n', '\ufeffSEP=;\n', '"sep=;"\n'])
      assert.deepEqual(rows(`${told}a,b;c\n1,5;2`), [
        ['a,b', 'c'],
        ['1,5', '2'],
      ])
    assert.deepEqual(rows('sep=\ta\n'), [['sep=', 'a']])
  })

  it('is read within its limits', () => {
    const limits = { maxRows: 2, maxColumns: 3 }
    assert.deepEqual(parseCsv('a,b,c,d\ne\n', limits), {
      ...{ rows: [['a', 'b', 'c'], ['e']], truncated: false },
    })
    assert.equal(parseCsv('a\nb\nc', limits).truncated, true)
    assert.deepEqual(parseCsv('a,b,\n', limits).rows, [['a', 'b', '']])
    assert.deepEqual(parseCsv('a,b,c,', limits).rows, [['a', 'b', 'c']])
  })

  it('has a head of its first row, and ends of lines where a field has them', () => {
    assert.equal(
      shown(
        csvToTree([
          ['a', 'b'],
          ['c\r\nd', ''],
        ]),
      ),
      'body(table(thead(tr(th("a") th("b"))) tbody(tr(td("c" br "d") td("")))))',
    )
    assert.equal(shown(csvToTree([])), 'body(table(thead(tr) tbody))')
  })
})

describe('XML as a tree', () => {
  const tree = (source: string) => parseXml(source).children.map(shown).join(' ')
  it('has names in lower case, attributes in either quotes, and text', () => {
    assert.equal(tree(`<A X:b="1" c='2 "' ><B/>t</A>`), 'a(x:b="1" c="2 "" b "t")')
    assert.equal(tree('outside<a>x</a>outside'), 'a("x")')
    assert.equal(tree('<a> <b>x</b> <c>y</c></a>'), 'a(" " b("x") " " c("y"))')
  })

  it('has no comments, instructions and types, and CDATA as text', () => {
    assert.equal(
      tree(
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c>">]><!-- <x> --><a><![CDATA[<&amp;]]></a>',
      ),
      'a("<&amp;")',
    )
    assert.equal(tree('<!DOCTYPE a><b>[</b>'), 'b("[")')
    assert.equal(tree('<a><!-- never closed'), 'a')
  })

  it('is read though its tags do not fit', () => {
    assert.equal(tree('<a><b>x</c>y</a>z'), 'a(b("x" "y"))')
    assert.equal(tree('<a>1 < 2</a>'), 'a("1 " "<" " 2")')
    assert.equal(tree('</a><b>x'), 'b("x")')
    const deep = parseXml(`${'<a>'.repeat(300)}x`)
    assert.equal([...descendants(deep)].length, 300)
    let depth = 0
    for (let at: HtmlNode | undefined = deep; at?.type === 'element'; at = at.children[0]) depth++
    assert.ok(depth >= 200 && depth <= 202, `${depth}`)
  })

  it('has signs for entities, and those that nobody knows as they are', () => {
    const text = (source: string) => JSON.parse(tree(`<a>${source}</a>`).slice(2, -1))
    assert.equal(text('&amp;&lt;&gt;&quot;&apos;&nbsp;|'), `&<>"'\u00a0|`)
    assert.equal(text('&#65;&#x42;&#X1F600;|'), 'AB😀|')
    assert.equal(text('&#1;|'), '\u0001|')
    assert.equal(text('&#0;&#x110000;|'), '|')
    assert.equal(text('&#x10ffff;|'), '\u{10ffff}|')
    assert.equal(text('&mdash; &b c; AT&T'), '&mdash; &b c; AT&T')
    assert.equal(tree('<a b="&quot;&#x41;"/>'), 'a(b=""A")')
  })
})

describe('the addresses that stand in a text', () => {
  it('are each there once, without what belongs to the sentence', () => {
    const text = `See https://a.example/x, (https://a.example/y), https://a.example/z_(b). And
      "http:\\/\\/b.example\\/c" <https://a.example/x?a=1&amp;b=2>; *https://c.example*!
      https://a.example/x and https:// and ftp://d.example`
    assert.deepEqual(bareAddresses(text), [
      'https://a.example/x',
      'https://a.example/y',
      'https://a.example/z_(b)',
      'http://b.example/c',
      'https://a.example/x?a=1&b=2',
      'https://c.example/',
    ])
    assert.deepEqual(bareAddresses('https://a.example/x)) https://a.example/(y)z)'), [
      ...['https://a.example/x', 'https://a.example/(y)z'],
    ])
    assert.deepEqual(bareAddresses('no address'), [])
    const found = (text: string) => bareAddresses(text).join(' ')
    assert.equal(found('[[https://a.example/x][words]]'), 'https://a.example/x')
    assert.equal(
      found('https://a.example/x[words], https://b.example[words]'),
      'https://a.example/x https://b.example/',
    )
    assert.equal(found('http://[2001:db8::1]/x'), 'http://[2001:db8::1]/x')
    assert.equal(found('https://a.example/?f[a][]=1&p[b]=2]'), 'https://a.example/?f[a][]=1&p[b]=2')
    assert.equal(
      found('“https://a.example/x”（https://b.example/y）。'),
      'https://a.example/x https://b.example/y',
    )
    assert.equal(found(String.raw`see https://a.example/x\nand`), 'https://a.example/x')
    assert.equal(found(String.raw`\url{https://a.example/x\_y\%20z}`), 'https://a.example/x_y%20z')
  })
})

describe('JSON on one line', () => {
  it('gets lines of its own, its values as they were', () => {
    const lines = (json: string) => indentJson(json).split('\n')
    assert.deepEqual(lines(' {"a":{},"b":[ ],"c":[1,{"d":-1.50}]} '), [
      ...['{', '  "a": {},', '  "b": [],', '  "c": [', '    1,', '    {'],
      ...['      "d": -1.50', '    }', '  ]', '}'],
    ])
    assert.deepEqual(lines('"a, {b}: \\" c"'), ['"a, {b}: \\" c"'])
    const deep = indentJson(`${'['.repeat(50)}1${']'.repeat(50)}`).split('\n')
    assert.equal(deep[39]?.search(/\S/), 78)
    assert.equal(deep[45]?.search(/\S/), 80)
    const long = JSON.stringify(['x'.repeat(2_000_000)])
    assert.equal(indentJson(long), long)
    const most = JSON.stringify(['x'.repeat(2_000_000 - 4)])
    assert.notEqual(indentJson(most), most)
  })
})

describe('a notebook', () => {
  const read = (cells: unknown, more: object = { nbformat: 4 }) => {
    const body = readNotebook(JSON.stringify({ cells, ...more }))
    return body && shown(body).slice('body('.length, -1)
  }
  it('is one where it says so, and has cells', () => {
    assert.equal(readNotebook('{"cells": []}'), undefined)
    assert.equal(readNotebook('{"nbformat" broken'), undefined)
    assert.equal(read([], { nbformat: '4' }), undefined)
    assert.equal(read('none'), undefined)
    assert.ok(readNotebook('{"nbformat": 4, "cells": []}'))
  })

  it('has its code in its language, and what that printed without colors', () => {
    const code = { cell_type: 'code', source: ['a\n', 7, 'b\n'] }
    assert.equal(read([code]), 'pre(code(class="language-python" "a\\nb"))')
    const julia = { nbformat: 4, metadata: { kernelspec: { language: 'julia' } } }
    assert.equal(read([code], julia), 'pre(code(class="language-julia" "a\\nb"))')
    const named = {
      nbformat: 4,
      metadata: { kernelspec: { name: 'ir' }, language_info: { name: 'R' } },
    }
    assert.equal(read([code], named), 'pre(code(class="language-r" "a\\nb"))')
    const of = (...outputs: object[]) => read([{ cell_type: 'code', source: ' ', outputs }])
    assert.equal(of({ text: '\u001b[1;31mred\u001b[0m [1m\n' }), 'pre(code("red [1m"))')
    assert.equal(of({ data: { 'text/plain': ['x', 'y'] } }), 'pre(code("xy"))')
    assert.equal(of({ text: 'a', data: { 'text/plain': 'b' } }), 'pre(code("a"))')
    assert.equal(of({ traceback: ['a', 'b'] }), 'pre(code("a\\nb"))')
    assert.equal(of({ data: { 'text/markdown': '*x*' } }), 'p(em("x"))')
    assert.equal(of({ data: { 'text/html': '<b>no table</b>' } }, {}), '')
    assert.match(of({ data: { 'text/html': '<table><tr><td>1</table>' } }) ?? '', /td\("1"\)/)
    // What Python calls an object is no text of it.
    const drawn = '<Figure size 640x480 with 1 Axes>'
    assert.equal(of({ data: { 'image/png': 'iVBOR', 'text/plain': drawn } }), '')
    const html = { 'text/html': '<b>x</b>', 'text/plain': '<IPython.core.display.HTML object>' }
    assert.match(of({ data: html }) ?? '', /b\("x"\)/)
    const widget = { 'application/vnd.jupyter.widget-view+json': {}, 'text/plain': 'HBox()' }
    assert.equal(of({ data: widget }), '')
    assert.equal(of({ data: { 'text/plain': '<a b>' } }), 'pre(code("<a b>"))')
    assert.equal(of({ output_type: 'display_data', png: 'iVBOR', text: [drawn] }), '')
    assert.equal(of({ output_type: 'pyout', latex: '$x$', text: 'x' }), 'p("$x$")')
    const stream = (text: string, name = 'stdout') => ({ output_type: 'stream', name, text })
    assert.equal(of(stream(`${drawn}`)), `pre(code(${JSON.stringify(drawn)}))`)
    assert.equal(
      of(stream('1, '), stream('2\n'), stream('no', 'stderr'), stream('3')),
      'pre(code("1, 2")) pre(code("no")) pre(code("3"))',
    )
    assert.equal(
      read([{ cell_type: 'raw', source: 'r ' }, { cell_type: 'raw' }, null]),
      'pre(code("r"))',
    )
  })
})

describe('the sheets of a workbook', () => {
  const parts = (files: Record<string, string>) => ({
    tree: async (name: string) => parseXml(files[name] ?? ''),
    text: async (name: string) => files[name],
  })
  it('say where their first cell stands', async () => {
    const first = async (xml: string) => {
      const [sheet] = await placeSheets(parts({ s: xml }) as never, [
        { name: 'S', part: 's', isHidden: false },
      ])
      return sheet?.first && [sheet.first.row, sheet.first.column]
    }
    const cell = (at: string, inner = '<v>1</v>') => `<c r="${at}" s="2">${inner}</c>`
    assert.deepEqual(await first(cell('A1')), [0, 0])
    assert.deepEqual(await first(cell('C7') + cell('B9')), [6, 1])
    assert.deepEqual(await first(cell('AA10')), [9, 26])
    assert.deepEqual(await first(cell('ZZ1')), [0, 701])
    assert.deepEqual(await first(cell('AAA1048576')), [1_048_575, 702])
    assert.deepEqual(await first(`${cell('A1', '')}<c r="A2"/>${cell('B3')}`), [2, 1])
    assert.deepEqual(await first(`<x:c r="D4" t="s"><x:v>1</x:v></x:c>`), [3, 3])
    assert.equal(await first(`${cell('B3')}<c t="s"><v>1</v></c>`), undefined)
    assert.equal(await first('<sheetData/>'), undefined)
  })

  it('are listed with their parts, and which of them are hidden', async () => {
    const workbook = `<workbook><sheets><sheet name="One" r:id="r1"/>
      <sheet name="Two" state="veryHidden" r:id="r2"/><sheet r:id="r9" state="visible"/></sheets></workbook>`
    const rels = `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/>
      <Relationship Id="r2" Target="/xl/other.xml"/></Relationships>`
    const files = { 'xl/workbook.xml': workbook, 'xl/_rels/workbook.xml.rels': rels }
    const listed = await listSheets(parts(files) as never)
    assert.deepEqual(
      listed.map(({ name, isHidden }) => [name, isHidden]),
      [
        ['One', false],
        ['Two', true],
        ['', false],
      ],
    )
    assert.match(listed[0]?.part ?? '', /^xl\/worksheets\/sheet1\.xml$/)
    assert.equal(listed[2]?.part, '')
    const style = (name: string, family: string, display: string) =>
      `<style:style style:name="${name}" style:family="${family}"><style:table-properties${display}/></style:style>`
    const open = `<office:document-content><office:automatic-styles>
      ${style('ta1', 'table', ' table:display="true"')}${style('ta2', 'table', ' table:display="false"')}
      ${style('ta3', 'table', '')}${style('ro1', 'table-row', ' table:display="false"')}
      </office:automatic-styles><office:spreadsheet><table:table table:name="A"/>x<other/><table:table/>
      ${['ta1', 'ta2', 'ta3', 'ro1', 'none'].map(name => `<table:table table:name="${name}" table:style-name="${name}"/>`).join('')}
      </office:spreadsheet></office:document-content>`
    const sheet = (name: string, isHidden = false) => ({ name, part: '', isHidden })
    assert.deepEqual(await listSheets(parts({ 'content.xml': open }) as never), [
      ...[sheet('A'), sheet(''), sheet('ta1'), sheet('ta2', true), sheet('ta3')],
      ...[sheet('ro1'), sheet('none')],
    ])
  })

  it('have names for cells that lead back', () => {
    const cases: [row: number, column: number, name: string][] = [
      [0, 0, 'A1'],
      [9, 25, 'Z10'],
      [0, 26, 'AA1'],
      [0, 51, 'AZ1'],
      [0, 52, 'BA1'],
      [0, 701, 'ZZ1'],
      [0, 702, 'AAA1'],
    ]
    for (const [row, column, name] of cases) assert.equal(cellName(row, column), name)
  })
})
