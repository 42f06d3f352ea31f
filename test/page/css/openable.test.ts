import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isUnshown } from '../../../src/page/css/hidden.ts'
import { findOpenable } from '../../../src/page/css/openable.ts'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'

const open = (html: string) => {
  const { root } = parseHtml(html)
  const element = descendants(root).find(({ attributes }) => 'data-it' in attributes)
  assert.ok(element, html)
  return { root, element }
}

describe('what a click would show', () => {
  const shown = [
    '<div class=tab-pane data-it>a</div>',
    '<div class="x faq-answer" data-it>a</div>',
    '<div class=js-tabPanel data-it>a</div>',
    '<div id=faq data-it>a</div>',
    '<div class=accordion><div data-it>a</div></div>',
    '<div role=tabpanel data-it>a</div>',
    '<a href="#more1x">b</a><p>c</p><div id=more1x data-it>a</div>',
    '<b aria-controls="y x">b</b><p>c</p><div id=x data-it>a</div>',
    '<b data-target="#x">b</b><p>c</p><div id=x data-it>a</div>',
    '<div id="S:1f" data-it>a</div>',
    '<button>b</button><div data-it>a</div>',
    '<a href="#">b</a><div data-it>a</div>',
    '<a href="javascript:void(0)">b</a><div data-it>a</div>',
    '<h3><span aria-expanded=false>b</span></h3><script></script><div data-it>a</div>',
    '<h3 class=js-trigger>b</h3><div data-it>a</div>',
    '<input type=checkbox><div data-it>a</div>',
    '<label>b</label><div data-it>a</div>',
  ]
  const closed = [
    '<div data-it>a</div>',
    '<div class=x data-it>a</div>',
    '<div class=stables data-it>a</div>',
    '<div id="S:xy" data-it>a</div>',
    '<i href="#x">b</i><p>c</p><div id=x data-it>a</div>',
    '<button>b</button><p>c</p><div data-it>a</div>',
    '<a href="#x">b</a><p>c</p><div data-it>a</div>',
    '<a href="/x">b</a><div data-it>a</div>',
    '<button type=submit>b</button><div data-it>a</div>',
    '<input type=text><div data-it>a</div>',
    '<div class=accordion><p><span data-it>a</span></p></div>',
  ]
  for (const [list, expected] of [[shown, true] as const, [closed, false] as const])
    for (const html of list)
      it(`${expected ? 'is' : 'is not'} ${html}`, () => {
        const { root, element } = open(html)
        assert.equal(findOpenable(root)(element), expected)
      })
})

describe('what is read aloud, but not shown', () => {
  const cases: [html: string, isUnshown: boolean][] = [
    ['<b class=sr-only data-it>a</b>', true],
    ['<b class="x sr-only" data-it>a</b>', true],
    ['<b class=govuk-visually-hidden data-it>a</b>', true],
    ['<b class=elementor-screen-only data-it>a</b>', true],
    ['<b class=not-sr-only data-it>a</b>', false],
    ['<b class="sr-only-focusable" data-it>a</b>', false],
    ['<b class=sr-only><i><i><i data-it>a</i></i></i></b>', true],
    ['<b class=sr-only><i><i><i><i data-it>a</i></i></i></i></b>', false],
    ['<b class=d-none data-it>a</b>', true],
    ['<b class="d-none d-md-block" data-it>a</b>', false],
    ['<b class="d-md-block d-none" data-it>a</b>', true],
    ['<b class="d-nonet" data-it>a</b>', false],
    ['<b data-it>a</b>', false],
  ]
  for (const [html, expected] of cases)
    it(`${expected ? 'is' : 'is not'} ${html}`, () =>
      assert.equal(isUnshown(open(html).element), expected))
})
