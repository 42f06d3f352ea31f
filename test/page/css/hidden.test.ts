import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type HiddenPolicy, isHidden } from '../../../src/page/css/hidden.ts'
import { findHiddenParts } from '../../../src/page/css/hidden-parts.ts'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'

const judge = (html: string) => {
  const { root } = parseHtml(html)
  const element = [...descendants(root)].find(({ attributes }) => attributes.id === 'it')
  assert.ok(element, html)
  const by = (policy: HiddenPolicy) => isHidden(element, policy)
  return [by('declared'), by('markup'), findHiddenParts(root).hidden.has(element)]
}

describe('what is hidden', () => {
  /** By `declared`, by `markup`, and as a part of a page that its readers do not see. */
  const cases: [html: string, verdicts: [boolean, boolean, boolean]][] = [
    ['<p id=it>a</p>', [false, false, false]],
    ['<p id=it hidden>a</p>', [true, true, true]],
    ['<p id=it hidden="until-found">a</p>', [false, false, false]],
    ['<p id=it style="DISPLAY : None !important">a</p>', [true, true, true]],
    ['<p id=it style="visibility:collapse">a</p>', [true, true, true]],
    ['<p id=it style="display:none;display:block">a</p>', [false, false, false]],
    ['<p id=it style="display:none!important;display:block">a</p>', [true, true, true]],
    ['<p id=it style="/* display:none */">a</p>', [false, false, false]],
    ['<p id=it style="backface-visibility:hidden">a</p>', [false, false, false]],
    ['<p id=it style="background:url(data:a;display:none)">a</p>', [false, false, false]],
    ['<p id=it style="di\\73play:n\\6fne">a</p>', [true, true, true]],
    ['<p id=it class="x sr-only">a</p>', [false, true, false]],
    ['<html id=it class="sr-only"><p>a</p></html>', [false, false, false]],
    ['<body id=it class="sr-only"><p>a</p></body>', [false, false, false]],
    ['<p><b>10</b> <span id=it class="sr-only">minutes</span></p>', [false, false, false]],
    ['<p>10<span id=it class="sr-only"> minutes</span></p>', [false, false, false]],
    ['<p>10 <span id=it class="sr-only">instead of 12</span></p>', [false, true, false]],
    ['<p>Ten <span id=it class="sr-only">minutes</span></p>', [false, true, false]],
    ['<p>Quiz <span id=it class="accesshide">Page type</span></p>', [false, true, false]],
    ['<dialog id=it>a</dialog>', [false, true, true]],
    ['<i id=it aria-hidden=true>a</i>', [false, true, false]],
    ['<div id=it aria-hidden=true>a</div>', [false, false, false]],
    [
      '<p><i id=it aria-hidden=true>4.8 (12)</i><b class=sr-only>Rated 4.8 (12)</b></p>',
      [false, false, false],
    ],
    [
      '<p><i>$100.00</i> <i id=it aria-hidden=true>–</i> <i aria-hidden=true>$<b>500</b></i></p>',
      [false, false, false],
    ],
    ['<p>Ann <i id=it aria-hidden=true>–</i> 12 May</p>', [false, true, false]],
    ['<p><i id=it aria-hidden=true>next</i><b class=sr-only>Page 2</b></p>', [false, true, false]],
    [
      '<p aria-label="18.900 pesos"><i id=it aria-hidden=true>$</i><i aria-hidden=true>18.900</i></p>',
      [false, false, false],
    ],
    ['<p aria-label="Ada Quill"><i id=it aria-hidden=true>AQ</i></p>', [false, true, false]],
    ['<p><i id=it aria-hidden=true>£9</i><b class=a-offscreen>£9</b></p>', [false, true, false]],
    ['<p><b><i id=it aria-hidden=true> 3.8 </i><svg/></b> Acme</p>', [false, false, false]],
    [
      '<p><i id=it aria-hidden=true>4,6 / 5</i><b class=sr-only>4.62</b></p>',
      [false, false, false],
    ],
    ['<p><b><i id=it aria-hidden=true>3.8</i></b> 3.8 of 5</p>', [false, true, false]],
    [
      '<p><i id=it aria-hidden=true>3.8</i><b role=img aria-label="3.8"/></p>',
      [false, true, false],
    ],
    ['<p><i id=it aria-hidden=true>4.4/5</i><img alt="4.4 of 5"></p>', [false, true, false]],
    ['<p><i id=it aria-hidden=true>38</i></p>', [false, true, false]],
    [
      '<p><b id=it class=sr-only>4 out of 5</b><i aria-hidden=true>★★★★☆</i></p>',
      [false, false, false],
    ],
    ['<p class=stars><b id=it class=sr-only>4,5 von 5</b><i></i></p>', [false, false, false]],
    ['<p><b id=it class=sr-only>4.0 out of 5 stars</b><i>4</i></p>', [false, true, false]],
    ['<p><b id=it class=sr-only>4 stars</b><img alt="4 of 5 stars"></p>', [false, true, false]],
    ['<p><b id=it class=sr-only>Page 2 of 5</b><i></i></p>', [false, true, false]],
    ['<p id=it style="opacity:0">a</p>', [false, false, true]],
    ['<p id=it style="opacity:.05">a</p>', [false, false, true]],
    ['<p id=it style="opacity:.5;zoom:.5">a</p>', [false, false, false]],
    ['<p id=it style="opacity:1;zoom:1">a</p>', [false, false, false]],
    ['<p id=it style="zoom:0.01">a</p>', [false, false, true]],
    ['<p id=it style="color:#fff">a</p>', [false, false, true]],
    ['<p id=it style="color:#fff;background:#000">a</p>', [false, false, false]],
    ['<style>div{background:#000}</style><p id=it style="color:#fff">a</p>', [false, false, false]],
    ['<table bgcolor=navy></table><p id=it style="color:#fff">a</p>', [false, false, false]],
    ['<p id=it style="clip-path:polygon(0 0, 0px 0%,0 0)">a</p>', [false, false, true]],
    ['<p id=it style="clip-path:polygon(0 0, 100% 0, 0 9px)">a</p>', [false, false, false]],
    ['<style>.a\\:b{display:none}</style><p id=it class="a:b">a</p>', [false, false, true]],
    ['<style>.a{& p{display:none}}</style><div class=a><p id=it>a</p></div>', [false, false, true]],
    ['<style>li:has(b){display:none}</style><li id=it><b>a</b></li>', [false, false, true]],
    [
      '<style>.a{display:none}.a.on{display:block}</style><p id=it class=a>a</p>',
      [false, false, false],
    ],
    ['<style>@media print{p{display:none}}</style><p id=it>a</p>', [false, false, false]],
    [
      '<style>.a{display:none}@media print{.a{display:block}}</style><p id=it class=a>a</p>',
      [false, false, true],
    ],
    [
      '<style>.a{display:none}@media print,screen{.a{display:block}}</style><p id=it class=a>a</p>',
      [false, false, false],
    ],
    ...[
      '@media (min-width:1024px){.lg\\:b{display:block}}',
      '@media (width >= 64rem){.lg\\:b{display:flex}}',
      '@media screen and (min-width: 62em){.c,.lg\\:b{display:grid!important}}',
    ].map((wide): [string, [boolean, boolean, boolean]] => [
      `<style>.a{display:none}${wide}</style><p id=it class="a lg:b">a</p>`,
      [false, false, false],
    ]),
    ...[
      '.a{display:none}@media (max-width:600px){.b{display:block}}',
      '.a{display:none}@media (min-width:9999px){.b{display:block}}',
      '.a{display:none}@media (min-width:1024px){.b{color:red}}',
      '.a{display:none}@media print and (min-width:1024px){.b{display:block}}',
      '.a{display:none!important}@media (min-width:1024px){.b{display:block;color:red!important}}',
      '@media (min-width:1024px){.b{display:block}}.a{display:none}',
      '@media (min-width:1024px){.b{display:block}}.a{display:none}.a{display:none}',
      '.a{display:none;visibility:hidden}@media (min-width:1024px){.b{display:block}}',
      '.a{visibility:hidden}@media (min-width:1024px){.b{display:block}}',
      '.a{display:none}p.a{display:none}@media (min-width:1024px){.b{display:block}}',
      '.a{display:none}@media (min-width:1024px){p .b{display:block}}',
    ].map((css): [string, [boolean, boolean, boolean]] => [
      `<style>${css}</style><p id=it class="a b">a</p>`,
      [false, false, true],
    ]),
    ['<div style="background:#fff"><p id=it style="color:white">a</p></div>', [false, false, true]],
    ['<table bgcolor=#FFFFFF></table><p id=it style="color:#fff">a</p>', [false, false, true]],
    [
      '<style>body{background:white}.a{color:#fff}</style><p id=it class=a>a</p>',
      [false, false, true],
    ],
    [
      '<style>body{background:#000}.a{color:#fff}</style><p id=it class=a>a</p>',
      [false, false, false],
    ],
    [
      '<style>.a{color:#fff}</style><link rel=stylesheet href=b><p id=it class=a>a</p>',
      [false, false, false],
    ],
    [
      '<style>.a{color:#fff}.a.b{color:#333}</style><p id=it class="a b">a</p>',
      [false, false, false],
    ],
    ['<style>.a::selection{color:#fff}</style><p id=it class=a>a</p>', [false, false, false]],
    ['<style>@layer x{p{display:none}}</style><p id=it>a</p>', [false, false, true]],
    ['<style>@keyframes x{from{opacity:0}}</style><p id=it>a</p>', [false, false, false]],
    ['<style>:not(:defined){visibility:hidden}</style><p id=it>a</p>', [false, false, false]],
  ]
  for (const [html, verdicts] of cases) it(html, () => assert.deepEqual(judge(html), verdicts))
})

describe('the rules of a page', () => {
  const hides = '.it{display:none}'
  const hidden = (...sheets: string[]) =>
    judge(`${sheets.map(css => `<style>${css}</style>`).join('')}<p id=it class=it>a</p>`)[2]
  const filler = (chars: number) => `/*${'x'.repeat(chars - 4)}*/`

  it('count up to 400,000 characters, of all its sheets together', () => {
    assert.equal(hidden(filler(399_983), hides), true)
    assert.equal(hidden(filler(399_990), hides), false)
    assert.equal(hidden(filler(200_000), filler(199_983), hides), true)
    assert.equal(hidden(filler(200_000), filler(199_990), hides), false)
    assert.equal(hidden(filler(500_000), hides), false)
    assert.equal(hidden(filler(399_983) + hides), true)
    assert.equal(hidden(filler(399_990) + hides), false)
  })

  it('count up to 2,000 selectors that hide', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, at) => `.n${at}{display:none}`).join('')
    assert.equal(hidden(others(1_999) + hides), true)
    assert.equal(hidden(others(2_000) + hides), false)
  })

  it('of paper do not count', () => {
    const judged = (media: string) =>
      judge(`<style media="${media}">${hides}</style><p id=it class=it>a</p>`)[2]
    assert.equal(judged('print'), false)
    assert.equal(judged('PRINT'), false)
    assert.equal(judged('screen'), true)
    assert.equal(judged(''), true)
  })
})

describe('a hostile style', () => {
  const size = 100_000
  const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length))
  const styles = {
    'corners of a polygon': `clip-path:polygon(${fill('0 0 ')}x`,
    'zeros of a polygon': `clip-path:polygon(${fill('0 ')}`,
    'polygons in polygons': `clip-path:${fill('polygon(')}`,
    'translations in translations': `transform:${fill('translate(')}`,
    'sides of a rectangle': `clip:${fill('rect(0 0 0 ')}`,
    parentheses: `x:${fill('(')}`,
    braces: fill('&a{'),
    declarations: fill('opacity:1;'),
    'malformed declarations': fill('display;'),
    'malformed rules': fill('a{b}'),
    'a long number': `zoom:${fill('1')}x`,
    comments: fill('/*'),
    escapes: fill('\\'),
  }
  for (const [what, style] of Object.entries(styles))
    it(`of ${what} takes well under a second, as an attribute and as a rule`, () => {
      const started = process.cpuUsage()
      judge(`<style>p{${style}}</style><p id=it style="${style}">a</p>`)
      const { user, system } = process.cpuUsage(started)
      assert.ok(user + system < 700_000, `${Math.round((user + system) / 1_000)} ms`)
    })

  it('does not hide what it declares behind its length', () => {
    const { 'sides of a rectangle': sides } = styles
    assert.deepEqual(judge(`<p id=it style="${sides});display:none">a</p>`)[2], false)
    assert.deepEqual(judge(`<p id=it style="${fill('opacity:1;')}display:none">a</p>`)[0], true)
  })
})
