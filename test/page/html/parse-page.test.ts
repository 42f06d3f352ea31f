import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '../../../src/page/html/parse-page.ts'
import { toMarkdown } from '../../../src/page/markdown/markdown.ts'

const cloak = (address: string, key = 0x54) =>
  Buffer.from([key, ...Buffer.from(address).map(byte => byte ^ key)]).toString('hex')
const markdownOf = (html: string) =>
  toMarkdown(parsePage(html).root, { baseUrl: 'https://example.com/' })

test('mail addresses that a script would put back are read in the clear', () => {
  const hex = cloak('ana@example.org')
  const html = `<p>Write to <a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${hex}">[email&#160;protected]</a>, <a href="/cdn-cgi/l/email-protection#${hex}">our desk</a> or <span class="__cf_email__" data-cfemail="${hex}">[email&#160;protected]</span>.</p>`
  assert.equal(
    markdownOf(html),
    'Write to <ana@example.org>, [our desk](mailto:ana@example.org) or ana@example.org.',
  )
})

test('what is no cipher stays as it stands on the page', () => {
  assert.equal(markdownOf('<p data-cfemail="zz">text</p>'), 'text')
})

test('a cipher has an address at least, and none is longer than a thousand digits', () => {
  const shown = (hex: string) => markdownOf(`<a href="/cdn-cgi/l/email-protection#${hex}">desk</a>`)
  const long = (chars: number) => `${'a'.repeat(chars - 4)}@b.c`
  assert.equal(shown(cloak(long(499))), `[desk](mailto:${long(499)})`)
  assert.doesNotMatch(shown(cloak(long(500))), /mailto/)
  assert.match(shown('5461'), /mailto/)
  assert.doesNotMatch(shown('54'), /mailto/)
  assert.doesNotMatch(shown('54612'), /mailto/)
})

test('declared shadow roots are a part of the page', () => {
  const html =
    '<x-card><template shadowrootmode="open"><h2>Title</h2><p>Inside</p></template><p>Own</p></x-card><template><p>Never</p></template>'
  assert.equal(markdownOf(html), '## Title\n\nInside\n\nOwn')
})

test('what React streams late stands in the place of its placeholder', () => {
  const late = (id: string, html: string) =>
    `<div hidden id="S:${id}">${html}</div><script>$RC("B:${id}","S:${id}")</script>`
  const placeholder = (id: string, html: string) =>
    `<!--$?--><template id="B:${id}"></template>${html}<!--/$-->`
  const cases: [html: string, markdown: string][] = [
    [
      `<p>a</p>${placeholder('0', '<p>Loading…</p>')}<p>c</p>${late('0', '<p>b</p>')}`,
      'a\n\nb\n\nc',
    ],
    // A placeholder has boundaries of its own, and a late part has places.
    [
      `${placeholder('0', '<!--$--><i>x</i><!--/$-->Loading')}<p>d</p>${late('0', `<p>a</p>${placeholder('1', '…')}`)}${late('1', '<p>b <template id="P:2"></template></p>')}${late('2', '<b>c</b>')}`,
      'a\n\nb **c**\n\nd',
    ],
    // What never came keeps its placeholder; parts of parts do not turn in a circle.
    [`${placeholder('7', '<p>Loading…</p>')}<p>a</p>${late('0', '<p>b</p>')}`, 'Loading…\n\na'],
    [`<p>a</p>${late('0', placeholder('0', 'x'))}`, 'a'],
    ['<p>a <template id="B:0"></template>c</p><div hidden id="S:0">b </div>', 'a b c'],
  ]
  for (const [html, markdown] of cases) assert.equal(markdownOf(`<body>${html}`), markdown, html)
})
