import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'parse5'
import { parseHtml } from '../../../src/page/html/html.ts'
import { flat, type Plain, plain, withoutGaps } from './trees.ts'

/* html5lib's tests of tree construction, as they come with domino. */

type Case = {
  data: string
  document: { tree: Expected[] }
  /** The element inside which the text is read; we read whole pages only. */
  fragment?: unknown
  /** `on` where it holds only for readers that run scripts. */
  script?: 'on' | 'off'
}
type Expected = {
  tag?: string
  ns?: string
  attrs?: { name: string; ns?: string; value: string }[]
  children?: Expected[]
  /** Where true, what a template holds. */
  content?: boolean
  text?: string
  comment?: string
  doctype?: string
}

const file = import.meta.resolve('@mixmark-io/domino/test/html5lib-tests.json')
const cases: Case[] = Object.values(
  JSON.parse(readFileSync(new URL(file), 'utf8')) as Record<string, Case[]>,
).flat()

/** The standard has since dropped the one element whose tags closed others of their kind so. */
const isOutdated = ({ data }: Case) => /^<!DOCTYPE html><body><menuitem>A<(?:menu|hr)/.test(data)

test('builds the trees that html5lib expects', () => {
  const pages = cases.filter(one => !one.fragment && one.script !== 'on' && !isOutdated(one))
  assert.equal(pages.length, 1_436)
  for (const { data, document } of pages)
    assert.deepEqual(
      flat(parseHtml(data).root),
      ['#document', '', {}, expectedOf(document.tree)],
      JSON.stringify(data),
    )
})

test('builds the trees that parse5 builds of the same texts, parts of pages included', () => {
  for (const { data } of cases)
    assert.deepEqual(
      flat(parseHtml(data).root),
      plain(parse(data, { scriptingEnabled: false })),
      JSON.stringify(data),
    )
})

/** Our templates hold their content as other elements do. */
const expectedOf = (nodes: readonly Expected[] = []): Plain[] =>
  withoutGaps(
    nodes
      .flatMap(node => (node.content ? (node.children ?? []) : node))
      .filter(({ comment, doctype }) => comment === undefined && doctype === undefined)
      .map(node => node.text ?? elementOf(node)),
  )

const elementOf = ({ tag = '', ns = '', attrs = [], children = [] }: Expected): Plain => [
  tag,
  ns,
  Object.fromEntries(attrs.map(({ name, ns: of, value }) => [nameIn(of, name), value])),
  expectedOf(children),
]

const nameIn = (namespace: string | undefined, name: string): string => {
  const prefix = prefixes.find(([end]) => namespace?.endsWith(end))?.[1]
  return prefix && name !== prefix ? `${prefix}:${name}` : name
}
const prefixes = [
  ['/xlink', 'xlink'],
  ['/namespace', 'xml'],
  ['/xmlns/', 'xmlns'],
] as const
