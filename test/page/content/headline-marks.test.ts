import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isByline, isDated } from '../../../src/page/content/headline-facts.ts'
import { viewPage } from '../../../src/page/content/view.ts'
import { parseHtml } from '../../../src/page/html/html.ts'

const first = (html: string) => {
  const [block] = viewPage(parseHtml(html), 'https://a.example/').blocks
  return block ?? assert.fail(html)
}
const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')

test('a line tells a day by its mark and a number, or by the day itself', () => {
  const dated = [
    '<p><time>4 July</time></p>',
    '<p itemprop=datePublished>4 July</p>',
    '<p class=date>4 July</p>',
    '<p class="post posted-on">4 July</p>',
    '<p class=articleDate>4 July</p>',
    '<p>on 4 July 2020</p>',
    '<p>July 4, 2020</p>',
    '<p>Saturday 4th July 2020, 09:15</p>',
    '<p>4th of July 2020</p>',
    '<p><a href=/x>4 July 2020</a></p>',
    '<p>2020-07-04</p>',
    '<p>04.07.2020</p>',
    '<div class=date><div><p>4 July</p></div></div>',
    `<p><a href=/x><time>${words(6)}</time></a></p>`,
    `<p><time>${words(16)}</time></p>`,
  ]
  const undated = [
    '<p>4 July</p>',
    '<p><time>yesterday</time></p>',
    '<p class=dated>4 July</p>',
    '<div class=date><div><div><p>4 July</p></div></div></div>',
    `<p><a href=/x><time>${words(7)}</time></a></p>`,
    `<p><time>${words(17)}</time></p>`,
  ]
  for (const html of dated) assert.ok(isDated(first(html)), html)
  for (const html of undated) assert.ok(!isDated(first(html)), html)
})

test('a line tells who wrote by its mark', () => {
  const bylines = [
    '<p class=byline>Ann</p>',
    '<p class="entry-meta">Ann</p>',
    '<p><span itemprop=author>Ann</span></p>',
    '<p><a rel=author href=/a>Ann</a></p>',
    '<p class=postAuthor>Ann</p>',
    `<p class=byline>${words(16)}</p>`,
  ]
  const others = ['<p>By Ann</p>', '<p class=authority>Ann</p>', `<p class=byline>${words(17)}</p>`]
  for (const html of bylines) assert.ok(isByline(first(html)), html)
  for (const html of others) assert.ok(!isByline(first(html)), html)
})
