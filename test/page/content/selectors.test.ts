import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../src/kit/errors.ts'
import { checkSelectors, filterTags } from '../../../src/page/content/selectors.ts'
import { contentText } from '../../../src/page/content/text.ts'
import { visibleTree } from '../../../src/page/content/visible.ts'
import { parseHtml } from '../../../src/page/html/html.ts'

const html = `<head><title>T</title></head><body><div id="a"><p>one</p><p class="x">two</p></div>
<section><p class="x">three</p><ul><li>four</li><li data-k="v">five</li></ul></section></body>`

const textOf = (filter: Parameters<typeof filterTags>[1]) =>
  contentText(visibleTree(filterTags(parseHtml(html), filter))).split('\n')

describe('includeTags and excludeTags', () => {
  test('only what is included stays, in page order and once', () => {
    assert.deepEqual(textOf({ includeTags: ['section', '.x', 'section > p'] }), [
      'two',
      'three',
      'four',
      'five',
    ])
  })

  test('what is excluded goes, also from what is included', () => {
    assert.deepEqual(textOf({ excludeTags: ['.x'] }), ['one', 'four', 'five'])
    assert.deepEqual(textOf({ includeTags: ['section'], excludeTags: ['li + li', 'p'] }), ['four'])
  })

  test('attributes and structure can be asked for', () => {
    assert.deepEqual(textOf({ includeTags: ['[data-k="v"]', 'p:first-child'] }), [
      'one',
      'three',
      'five',
    ])
  })

  test('classes that need escapes can be asked for, and what an element holds', () => {
    const page = parseHtml(
      '<p class="bg-[#5b21b6]">one</p><div><h2>two</h2></div><div>three</div><P>four</P>',
    )
    const left = (...includeTags: string[]) =>
      contentText(visibleTree(filterTags(page, { includeTags }))).split('\n')
    assert.deepEqual(left('.bg-\\[\\#5b21b6\\]'), ['one'])
    assert.deepEqual(left('DIV:has(> h2)'), ['two'])
    assert.deepEqual(left('p:nth-of-type(2)'), ['four'])
  })

  test('a selector that matches nothing leaves nothing', () => {
    assert.deepEqual(textOf({ includeTags: ['video'] }), [''])
  })

  test('without selectors the page is the same', () => {
    const document = parseHtml(html)
    assert.equal(filterTags(document, {}), document)
  })

  test('a bad selector is refused and named', () => {
    for (const selector of [
      'p[',
      '::wat(',
      'p:nope',
      '',
      'p::before',
      'p:not(:nope)',
      '> p',
      'p >',
      'p,',
    ])
      assert.throws(
        () => checkSelectors({ excludeTags: [selector] }),
        (error: unknown) =>
          error instanceof AppError &&
          error.code === 'invalid_request' &&
          error.message.startsWith('excludeTags contains a CSS selector that cannot be used: ') &&
          error.message.includes(JSON.stringify(selector)),
        selector,
      )
  })

  test('what needs somebody to point at it is a selector that matches nothing', () => {
    checkSelectors({ includeTags: ['a:hover'] })
    assert.deepEqual(textOf({ includeTags: ['p:hover'] }), [''])
  })

  test('a long row of siblings is matched in bounded time', () => {
    const document = parseHtml(`<div>${'<p>one</p>'.repeat(50_000)}</div>`)
    const start = process.cpuUsage()
    filterTags(document, { excludeTags: ['p + p', 'p:nth-last-child(3)', 'p:nth-of-type(2n)'] })
    assert.ok(process.cpuUsage(start).user < 3_000_000)
  })
})
