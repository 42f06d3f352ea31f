import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type HtmlElement, parseHtml } from '../../../src/page/html/html.ts'
import { openPlace, type Place } from '../../../src/page/taught/place.ts'

/** The place of the element with `data-here`, reached from the body. */
const placeIn = (body: string): Place => {
  const { root } = parseHtml(`<html><head></head><body>${body}</body></html>`)
  const html = root.name === 'html' ? root : (root.children.find(isElement) as HtmlElement)
  const start = html.children.filter(isElement).find(({ name }) => name === 'body') as HtmlElement
  const found = walk(start, openPlace(start, undefined, 0))
  assert.ok(found)
  return found
}
const isElement = (node: HtmlElement['children'][number]): node is HtmlElement =>
  node.type === 'element'
const walk = (element: HtmlElement, place: Place): Place | undefined => {
  if (element.attributes['data-here'] !== undefined) return place
  for (const child of element.children.filter(isElement)) {
    const found = walk(child, openPlace(child, place, 7))
    if (found) return found
  }
  return undefined
}

describe('the ways to an element', () => {
  const cases: [member: keyof Place, body: string, value: string][] = [
    ['path', '<div><p>a</p><p data-here>b</p></div>', 'body>div0>p1'],
    ['path', '<p>a</p><div>b</div><p data-here>c</p>', 'body>p1'],
    ['sign', '<p class="b a" data-here>', 'p.a.b'],
    ['sign', '<p class=" " data-here>', 'p'],
    ['sign', '<p class="post-123 x12" data-here>', 'p.post-#.x12'],
    ['sign', `<p class="${'a'.repeat(61)}" data-here>`, `p.${'a'.repeat(60)}`],
    ['sign', '<p class="1 2 3 4 5 6 7 8 9" data-here>', 'p.1.2.3.4.5.6.7.8'],
    ['idPath', '<div id="main"><p data-here>', '#main>p0'],
    ['idPath', '<div id="main"><p id="own" data-here>', '#own'],
    ['idPath', '<div id="post-123"><p data-here>', ''],
    ['idPath', '<div id="post-12"><p data-here>', '#post-12>p0'],
    ['outerIdPath', '<div id="main"><p id="own"><b data-here>', '#main>p0>b0'],
    ['outerIdPath', '<div id="main"><p data-here>', ''],
    ['classed', '<div class="a"><p><b class="c" data-here>', '>div.a>b.c'],
    ['classed', '<div class="a"><p data-here>', '>div.a'],
    ['near', '<div class="a"><p data-here>', 'div.a'],
    ['near', '<p data-here>', ''],
    ['nearClass', '<div class="a"><p><b data-here>', 'div.a>p0>b0'],
    ['nearClass', '<p data-here>', ''],
    ['property', '<p itemprop="price" property="x" data-here>', 'price'],
    ['property', '<p property="og:price" data-testid="x" data-here>', 'og:price'],
    ['property', '<p data-testid="price" data-here>', 'price'],
    ['property', `<p itemprop="${'p'.repeat(81)}" data-here>`, 'p'.repeat(80)],
    ['property', '<meta name="author" data-here>', 'author'],
    ['property', '<input name="author" data-here>', ''],
    ['property', '<h1 data-here>', 'h1'],
    ['property', '<h2 data-here>', ''],
    ['property', '<p itemprop="price"><b data-here>', 'price'],
    ['property', '<p itemprop="price"><b><i data-here>', 'price'],
    ['property', '<p itemprop="price"><b><i><u data-here>', ''],
    ['property', '<p itemprop="price"><b itemprop="amount"><i data-here>', 'amount'],
  ]
  for (const [member, body, value] of cases)
    it(`${member} of ${body.slice(0, 70)}`, () => assert.equal(placeIn(body)[member], value))

  it('the row that it stands in', () => {
    assert.equal(placeIn('<div data-here>').row, undefined)
    assert.equal(placeIn('<table><tr><td><b data-here>').row?.place.tag, 'tr')
    assert.equal(placeIn('<ul><li><p data-here>').row?.place.tag, 'p')
    assert.equal(placeIn('<ul><li><b data-here>').row?.first, 7)
  })
})
