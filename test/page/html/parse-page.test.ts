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
