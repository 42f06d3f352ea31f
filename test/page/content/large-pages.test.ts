import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksToJudge, spreadOdds } from '../../../src/page/content/large-pages.ts'
import { selectContent } from '../../../src/page/content/select.ts'
import { contentText } from '../../../src/page/content/text.ts'
import { viewPage } from '../../../src/page/content/view.ts'
import { parseHtml } from '../../../src/page/html/html.ts'

const many = (count: number, part: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => part(n)).join('')
const line = (n: number) =>
  `<p>Paragraph ${n} says, as the others do, what was seen by the river that day.</p>`
const viewOf = (html: string) => viewPage(parseHtml(html), undefined)

test('all blocks of a page are judged, unless it has very many', () => {
  const view = viewOf(many(3_000, line))
  assert.equal(blocksToJudge(view), view.blocks)
})

test('of very many blocks the first of each shape are judged, and the others are like them', () => {
  const view = viewOf(`<nav>${many(150, n => `<a>${n}</a><br><br>`)}</nav>${many(20_001, line)}`)
  const judged = blocksToJudge(view)
  assert.equal(judged.length, 200)
  const odds = new Float64Array(view.blocks.length)
  for (const { index, container } of judged)
    odds[index] = container.element.name === 'nav' ? -3 : index % 2
  spreadOdds(view, judged, odds)
  assert.ok(odds.subarray(0, 150).every(one => one === -3))
  assert.ok(odds.subarray(250).every(one => one === 0.5))
})

test('however many shapes there are, no more blocks are judged than a limit', () => {
  const name = (n: number) => String.fromCharCode(97 + (n % 26), 97 + ((n / 26) % 26), 97 + n / 676)
  const view = viewOf(many(30_000, n => `<p class=${name(n)}${name(n >> 3)}>x${n}</p>`))
  const judged = blocksToJudge(view)
  assert.equal(judged.length, 20_000)
  const odds = new Float64Array(view.blocks.length)
  for (const { index } of judged) odds[index] = 2
  spreadOdds(view, judged, odds)
  assert.ok(odds.every(one => one === 2))
})

test('a page of very many paragraphs is kept from the first to the last', () => {
  const menu = many(40, n => `<li><a href=/${n}>Menu entry ${n}</a></li>`)
  const page = `<nav><ul>${menu}</ul></nav><main>${many(20_500, line)}</main>`
  const text = contentText(selectContent(parseHtml(page)).tree)
  assert.ok(text.includes('Paragraph 0 ') && text.includes('Paragraph 20499 '))
  assert.ok(!text.includes('Menu entry'))
})
