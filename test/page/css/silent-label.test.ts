import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isIcon, isSilent, silentLabel } from '../../../src/page/css/silent-label.ts'
import { descendants, type HtmlElement, parseHtml } from '../../../src/page/html/html.ts'

const cell = (html: string): HtmlElement => {
  const { root } = parseHtml(`<table><tr><td>${html}</td></tr></table>`)
  return [...descendants(root)].find(({ name }) => name === 'td') as HtmlElement
}
const label = (html: string) => silentLabel(cell(html))

test('a cell without a word says what its icon means', () => {
  const cases: [html: string, label: string][] = [
    ['<i class="fa fa-check"></i>', '✓'],
    ['<i class="icon-checkmark"></i>', '✓'],
    ['<i class="tick"></i>', '✓'],
    ['<span class="yes"></span>', '✓'],
    ['<i class="fa-times"></i>', '✗'],
    ['<span class="no"></span>', '✗'],
    ['<span class="icon_xmark x"></span>', '✗'],
    ['<svg class="cross"></svg>', '✗'],
    ['<svg><use href="#icon-check"></use></svg>', '✓'],
    ['<svg><use xlink:href="/s.svg#cross"></use></svg>', '✗'],
    ['<i data-icon="check"></i>', '✓'],
    ['<img src="/img/check.png">', '✓'],
    ['<img data-src="/img/cross.svg" src="/blank.gif">', '✗'],
    ['<i class="checkout"></i>', ''],
    ['<i class="notes"></i>', ''],
    ['<b class="check"></b>', ''],
    ['<span class="no-print"></span>', ''],
    ['<i class="icon-no"></i>', '✗'],
    ['<img src="/check/lamp.png">', ''],
    ['<img src="/check.png" alt="a lamp">', ''],
    // The first of two icons.
    ['<i class="no"></i><i class="yes"></i>', '✗'],
    ['', ''],
  ]
  for (const [html, expected] of cases) assert.equal(label(html), expected, html)
})

test('a label says more than an icon', () => {
  assert.equal(label('<i class="check" aria-label=" Included "></i>'), 'Included')
  assert.equal(label('<i class="check" title="Yes, please"></i>'), 'Yes, please')
  assert.equal(label('<i class="check" aria-label=" "></i>'), '✓')
  assert.equal(label('<svg><title>Included</title></svg>'), 'Included')
  assert.equal(label('<span hidden>for screen readers</span>'), 'for screen readers')
  const long = (count: number) => `<span hidden>${'x'.repeat(count)}</span>`
  assert.equal(label(long(80)), 'x'.repeat(80))
  assert.equal(label(long(81)), '')
  assert.equal(label('<input type=checkbox>'), '[ ]')
  assert.equal(label('<input type=checkbox checked>'), '[x]')
  assert.equal(label('<input type=radio checked>'), '')
})

test('a cell with a word or a picture needs none', () => {
  for (const speaking of [
    'a',
    '<b><i>a</i></b>',
    '<img src="/lamp.png">',
    '<iframe></iframe>',
    '<video></video>',
  ])
    assert.equal(isSilent(cell(`<i class="check" title="x"></i>${speaking}`)), false, speaking)
  assert.equal(label('<i class="check" title="x"></i>a'), '')
  for (const silent of [
    '',
    ' \n',
    '<b> </b>',
    '<span hidden>a</span>',
    '<svg><text>a</text></svg>',
    '<img src="/check.png">',
  ])
    assert.equal(isSilent(cell(silent)), true, silent)
})

test('so many nodes are looked at', () => {
  assert.equal(isSilent(cell('<b></b>'.repeat(60))), true)
  assert.equal(isSilent(cell(`<p>${'<b></b>'.repeat(60)}</p>`)), true)
  assert.equal(isSilent(cell('<p><b></b></p>'.repeat(35))), false)
  assert.equal(label(`${'<b></b>'.repeat(59)}<i class="check"></i>`), '✓')
  assert.equal(label(`${'<b></b>'.repeat(60)}<i class="check"></i>`), '')
})

test('an icon keeps words apart', () => {
  const first = (html: string) => isIcon(cell(html).children[0] as HtmlElement)
  assert.deepEqual(
    ['<svg></svg>', '<i class="x"></i>', '<i></i>', '<i class="x">a</i>', '<b class="x"></b>'].map(
      first,
    ),
    [true, true, false, false, false],
  )
})
