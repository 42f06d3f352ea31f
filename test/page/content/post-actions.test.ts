import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postActions } from '../../../src/page/content/post-actions.ts'
import { viewPage } from '../../../src/page/content/view.ts'
import { parseHtml } from '../../../src/page/html/html.ts'

/** A line without the links that are there to be pressed. */
const withoutActions = (line: string): string => {
  const { blocks } = viewPage(parseHtml(`<p>${line}</p>`), 'https://a.example/')
  const [block] = blocks
  assert.ok(block)
  const pressed = postActions(block)
  return block.texts
    .filter(text => !pressed.has(text))
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
const link = (text: string) => `<a href="/${encodeURIComponent(text)}">${text}</a>`

test('links beside a post that do something with it go, with what separates them', () => {
  for (const [line, left] of [
    [`Ida, 5 hours ago <span>| ${link('parent')} | ${link('next')}</span>`, 'Ida, 5 hours ago'],
    [
      `4 points <i>by</i> ${link('Ida')} <i>|</i> ${link('Hide')} | <a href="/f"><b>favorite</b></a> | ${link('5 comments')}`,
      '4 points by Ida | 5 comments',
    ],
    [`${link('zitieren')} · ${link('melden')} <b>Ida</b>`, 'Ida'],
    [
      `by ${link('Ida')} | <a href="hide?id=7">hide</a> | ${link('5 comments')}`,
      'by Ida | 5 comments',
    ],
    [`${link('返信')} ${link('通報')}`, ''],
  ] as const)
    assert.equal(withoutActions(line), left, line)
})

test('one alone, words that are no links, and links apart from each other stay', () => {
  for (const line of [
    `See the ${link('parent')} of this group`,
    `The ${link('parent')} and the ${link('next')} one`,
    '<b>hide</b> | <b>save</b> are commands',
    `${link('News')} | ${link('report')} | ${link('Opinion')}`,
    `${link('Rope')} | ${link('Sails')}`,
  ])
    assert.equal(withoutActions(line), line.replaceAll(/<[^>]+>/g, ''), line)
})
