import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Region } from '../../../src/page/content/blocks.ts'
import { markupKey, markupTokens } from '../../../src/page/content/regions.ts'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'

const regionOf = (tag: string): Region => {
  const [element] = [...descendants(parseHtml(tag).root)].slice(-1)
  return { element } as Region
}

const names = [
  ...['class', 'id', 'role', 'itemprop', 'aria-label', 'data-testid', 'data-test'],
  ...['data-component', 'data-component-type'],
]

test('what markup says of itself is told apart by its key, in each attribute', () => {
  const said = ['teaser', 'keaser', 'teasel', 'related teaser', 'teaser related']
  for (const name of names) {
    const regions = said.map(value => regionOf(`<div ${name}="${value}">`))
    const tokens = new Set(regions.map(region => markupTokens(region).join()))
    assert.equal(new Set(regions.map(markupKey)).size, said.length, name)
    assert.ok(tokens.size > 2, name)
  }
})

test('the same word in another attribute, or of another element, has another key', () => {
  const regions = [
    ...names.map(name => regionOf(`<div ${name}="teaser">`)),
    ...['<section class="teaser">', '<div>', '<div class>'].map(regionOf),
  ]
  assert.equal(new Set(regions.map(markupKey)).size, regions.length)
})

test('equal keys have equal tokens, however long the attributes are', () => {
  for (const name of names) {
    const regions = [0, 1, 2, 3].map(at =>
      regionOf(`<div ${name}="${'wide '.repeat(40)}${['', 'teaser', 'more', 'x'][at]}">`),
    )
    assert.equal(new Set(regions.map(markupKey)).size, 1, name)
    assert.equal(new Set(regions.map(region => markupTokens(region).join())).size, 1, name)
  }
})
