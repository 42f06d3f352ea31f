import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHiddenParts } from '../../../src/page/css/hidden-parts.ts'
import { hidesByStyle, hidesLetters, isWhiteText } from '../../../src/page/css/hidden-style.ts'
import { readStyle } from '../../../src/page/css/inline-style.ts'
import { relevantRules } from '../../../src/page/css/relevant-rules.ts'
import { isIcon, silentLabel } from '../../../src/page/css/silent-label.ts'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'

test('styles that take text out of sight, and styles that nearly do', () => {
  const hidden = [
    ...['display:none', 'visibility:hidden', 'visibility:collapse', 'content-visibility:hidden'],
    ...['zoom:0.05', 'zoom:5%', 'opacity:0', 'opacity:.05', 'opacity:5%', 'filter:opacity(0)'],
    ...['font-size:0', 'font-size:3px', 'font-size:3pt', 'font-size:.1em', 'font:3px/1 serif'],
    ...[
      'font:bold 2px serif',
      'scale:0',
      'scale:0 1',
      'transform:scale(0)',
      'transform:scalex(0,1)',
    ],
    ...['width:1px;overflow:hidden', 'height:0;overflow-y:clip', 'max-width:1px;overflow-x:hidden'],
    ...['text-indent:-400px', 'text-indent:-25em', 'position:absolute;left:-400px'],
    ...[
      'position:fixed;top:-400px',
      'position:relative;right:-999px',
      'position:absolute;bottom:-30em',
    ],
    ...['position:absolute;inset:0 -400px', 'margin-left:-900px', 'margin-top:-900px'],
    ...['transform:translatex(-100px)', 'transform:rotate(1deg) translate(-999px)'],
    ...[
      'translate:-100px',
      'translate:0 -100px',
      'clip:rect(0 0 0 0)',
      'clip:rect(1px,1px,1px,1px)',
    ],
    ...['clip-path:inset(50%)', 'clip-path:inset(100%)', 'clip-path:circle(0)'],
    ...[
      'clip-path:ellipse(0 0)',
      'color:#222;background:#222 none',
      'color:red;background:no-repeat red',
    ],
    ...['clip-path:polygon(0 0, 0px 0%)', 'color:transparent', 'color:rgba(0,0,0,.04)'],
    ...['color:#fff;background:#fff', 'color:#fefefe;background-color:white'],
    '-webkit-text-fill-color:transparent;color:red',
    ...['clip-path:inset(0 100% 0 0)', 'clip-path:inset(60% 0 40%)', 'scale:.001'],
    ...['transform:scale(.001)', 'position:absolute;left:200%', 'height:0;overflow:auto'],
  ]
  const seen = [
    ...['display:block', 'visibility:visible', 'zoom:0.06', 'zoom:6%', 'opacity:.06', 'opacity:6%'],
    ...[
      'filter:opacity(1)',
      'font-size:4px',
      'font-size:.2em',
      'font:4px/1 serif',
      'font:100 14px x',
    ],
    ...[
      'scale:0.5',
      'transform:scale(0.5)',
      'width:1px',
      'overflow:hidden',
      'width:2px;overflow:hidden',
    ],
    ...[
      'width:1px;overflow:visible',
      'text-indent:-399px',
      'left:-400px',
      'position:static;left:-400px',
    ],
    ...['position:absolute;left:-399px', 'position:absolute;inset:0 -399px', 'margin-left:-899px'],
    ...['margin-right:-999px', 'transform:translatex(-99px)', 'transform:rotate(-100deg)'],
    ...[
      'translate:-99px',
      'clip:rect(0 9px 9px 0)',
      'clip-path:inset(49%)',
      'clip-path:circle(1px)',
    ],
    ...['clip-path:polygon(0 0, 1px 0)', 'clip-path:polygon(0', 'color:rgba(0,0,0,.06)'],
    ...[
      'color:#fff;background:#eee',
      'color:#fff;background:rgba(255,255,255,.4)',
      'color:nonsense',
      'color:#fff;background:#fff url(sea.jpg)',
    ],
    ...['color:transparent;background-clip:text', 'color:transparent;-webkit-background-clip:text'],
    '-webkit-text-fill-color:red;color:transparent',
    ...['clip-path:inset(0 99% 0 0)', 'clip-path:inset(0 100% 0 0);transition:clip-path 1s'],
    ...['scale:-1 1', 'transform:scalex(-1)', 'left:200%', 'height:9px;overflow:auto'],
  ]
  for (const style of hidden) assert.ok(hidesByStyle(readStyle(style)), style)
  for (const style of seen) assert.ok(!hidesByStyle(readStyle(style)), style)
})

test('what hides only letters may be set otherwise inside', () => {
  for (const style of ['font-size:0', 'font:0 serif', 'color:transparent'])
    assert.ok(hidesLetters(readStyle(style)), style)
  for (const style of ['opacity:0', 'font-size:0;display:none'])
    assert.ok(!hidesLetters(readStyle(style)), style)
})

test('white letters on nothing of their own', () => {
  for (const style of ['color:#fff', 'color:#fefefe', 'color:white;margin:0'])
    assert.ok(isWhiteText(readStyle(style)), style)
  for (const style of ['color:#eee', 'color:#fff;background:#fff', 'margin:0', 'color:nonsense'])
    assert.ok(!isWhiteText(readStyle(style)), style)
})

/** The ids of the outermost parts that nobody sees. */
const partsOf = (html: string) =>
  [...findHiddenParts(parseHtml(html).root).hidden]
    .map(node => (node.type === 'element' ? (node.attributes.id ?? '?') : node.text))
    .sort()

test('the parts of a page that its readers do not see', () => {
  const long = 'A sentence that is long enough to be one.'
  const thrice = (style: string, text: string) =>
    ['a', 'b', 'c'].map(id => `<div id=${id} style="${style}">${text}</div>`).join('')
  const answer = (tag: string, id: string) =>
    `<${tag}>Why?</${tag}><div id=${id} style="display:none">x</div>`
  const answers = (tag: string) => ['a', 'b', 'c'].map(id => answer(tag, id)).join('')
  const cases: [html: string, ids: string[]][] = [
    ['<p id=a>x</p>', []],
    ['<p id=a hidden>x<b id=b hidden>y</b></p>', ['a']],
    ['<p id=a hidden="until-found">x</p>', []],
    ['<dialog id=a>x</dialog><dialog id=b open>x</dialog><p id=c open>x</p>', ['a']],
    ['<p id=a style="display:none">x</p><p id=b style="color:red">x</p>', ['a']],
    ['<button aria-controls=a>x</button><dialog id=a>y</dialog>', ['a']],
    ['<p id=a popover>x</p>', ['a']],
    ['<button popovertarget=a>x</button><p id=a popover>y</p>', []],
    ['<main id=a style="display:none">x</main><body hidden>', []],
    ['<div id=a style="display:none"><main>x</main></div>', []],
    ['<div id=a style="display:none"><article>x</article></div>', []],
    ['<div id=a style="display:none"><h1>x</h1></div>', []],
    ['<div id=a style="display:none"><math></math></div>', []],
    ['<div id=a style="display:none"><h2>x</h2></div>', ['a']],
    // Letters without size are set again inside.
    ['<div id=a style="font-size:0">x</div>', ['a']],
    ['<div id=a style="font-size:0"><p>x</p></div>', ['a']],
    // By a sheet that is not known, or by what has a size or is a picture.
    ...['link rel=stylesheet href=x', 'style', 'style>@import "x";</style'].map(
      (sheet): [string, string[]] => [
        `<${sheet}></style><div id=a style="font-size:0"><p>x</p></div>`,
        [],
      ],
    ),
    ['<div id=a style="font-size:0"><img src=a></div>', []],
    ['<div id=a style="font-size:0"><p style="font-size:1rem">x</p></div>', []],
    ['<div id=a style="color:transparent"><p>x</p></div>', ['a']],
    ['<div id=a style="font-size:0"><b style="font-size:9px">x</b></div>', []],
    ['<div id=a style="font-size:0"><b>x</b></div>', ['a']],
    // Also by a rule, which sites write to close the gaps between boxes.
    ...[
      '.w{font-size:0}.w p{font-size:1rem}',
      '.w{font:0/0 a}.w p{font:var(--text)}',
      '.w{font-size:0}@media (min-width:600px){.w p{font-size:1rem}}',
      '.w{color:transparent}.w p{color:#222}',
      '.w{color:#fff}.w p{color:#222}',
    ].map((css): [string, string[]] => [
      `<style>${css}</style><div id=a class=w><p>x</p></div>`,
      [],
    ]),
    ...[
      '.w{font-size:0}',
      '.w{font-size:0}.w p{font-size:1.2em}',
      '.w{font-size:0}.w p{color:#222}',
      '.w{font-size:0;opacity:0}.w p{font-size:1rem}',
      '.w{font-size:0}@media print{.w p{font-size:1rem}}',
      '.w{color:#fff}',
    ].map((css): [string, string[]] => [
      `<style>${css}</style><div id=a class=w><p>x</p></div>`,
      ['a'],
    ]),
    // Nothing that is less important undoes what is important.
    ...[
      '.c{display:none!important}p.c{display:block}',
      '.c{display:none !important}@media (min-width:600px){.c{display:flex}}',
      '@media not print{.c{display:none}}',
      '@media (min-width:320px){.c{display:none}}',
      '.c{display:none}@media print{.c{display:block!important}}',
    ].map((css): [string, string[]] => [`<style>${css}</style><p id=a class=c>x</p>`, ['a']]),
    ...[
      '.c{display:none!important}.c.on{display:block!important}',
      '.c{display:block}.c.off{display:none!important}',
      '.c{display:none}p.c{display:block}',
      '@media not screen{.c{display:none}}',
      '@media (min-width:321px){.c{display:none}}',
      'p{display:none}#one:checked~.c{display:block}',
    ].map((css): [string, string[]] => [`<style>${css}</style><p id=a class="c off">x</p>`, []]),
    // By the order of CSS, where neither rule has a state.
    ...[
      '.c{display:block}.c{display:none}',
      'p.c{display:none}.c{display:block}',
      '#a{display:none}.c{display:block}',
      'body .c{display:none}.c{display:flex}',
      '@media (min-width:600px){.c{display:flex}}.c{display:none}',
      '@layer x,y;@layer y{.c{display:none}}@layer x{.c.off{display:block}}',
      // Nobody points at what is gone, or has such a window.
      '.c{display:none}.c:hover{display:block}',
      '.c{display:none}.c:target{display:block}',
      '.c{display:none}@media (min-width:5000px){.c{display:block}}',
      '.c{display:none}@media screen and (max-width:9em){.c{display:block}}',
      ':root{--none:0px}.c{font-size:var(--none)}',
      ':root{--off:-9999px}.c{position:absolute;left:var(--off)}',
    ].map((css): [string, string[]] => [`<style>${css}</style><p id=a class="c off">x</p>`, ['a']]),
    ...[
      '.c{display:none}.c{display:block}',
      '.c{display:none}.on .c{display:block}.c{margin:0}',
      '.c{display:block}.shut .c{display:none}',
      '.c{display:none}p:hover .c{display:block}',
      '@layer x{.c{display:none}}.c{display:block}',
      '.c{display:flex;opacity:0}.on .c{opacity:1}',
      '.c{display:none}@media (min-width:600px){.c{display:flex}}',
    ].map((css): [string, string[]] => [
      `<style>${css}</style><div class=shut><p id=a class=c>x</p></div>`,
      [],
    ]),
    // What waits for a script of Alpine or Livewire, and what one opens.
    ['<style>[x-cloak]{display:none}</style><p id=a x-cloak>x</p>', []],
    ['<style>[x-cloak]{display:none}</style><p id=a x-cloak x-show=menu>x</p>', ['a']],
    ['<style>[x-cloak],.m{display:none}</style><p id=a x-cloak class=m>x</p>', ['a']],
    ['<style>[wire\\:cloak]{display:none}</style><p id=a wire:cloak>x</p>', []],
    ['<h3 @click="open=!open">x</h3><p id=a style="display:none">y</p>', []],
    ['<h3>x</h3><p id=a style="display:none">y</p>', ['a']],
    ['<div id=a style="display:none"><p>x</p></div>', ['a']],
    ['<p id=a style="color:#fff">x</p>', ['a']],
    ['<div id=a style="color:#fff"><p>x</p></div>', ['a']],
    ['<div id=a style="color:#fff"><p style="color:#222">x</p></div>', []],
    ['<div id=a style="color:#fff"><a href=x>x</a></div>', []],
    // On dark paper, what is as dark.
    ...[
      '<style>body{background:#111}.c{color:#111}</style><p id=a class=c>x</p>',
      '<style>html,body{background-color:#111;color:#eee}</style><p id=a style="color:#121212">x</p>',
      '<body bgcolor=black><font id=a color=black>x</font>',
      '<body style="background:#000"><p id=a style="color:black">x</p>',
    ].map((html): [string, string[]] => [html, ['a']]),
    ...[
      '<style>body{background:#111}.c{color:#fff}</style><p id=a class=c>x</p>',
      '<style>body{background:#111}.c{color:#111}.d{background:#eee}</style><p id=a class=c>x</p>',
      '<style>.c{color:#111}.d{background:#111}</style><p id=a class=c>x</p>',
      '<style>.c{color:#111}@media (prefers-color-scheme:dark){i{margin:0}body{background:#111}}</style><p id=a class=c>x</p>',
      '<style>.c{color:#111}.dark body{background:#111}</style><p id=a class=c>x</p>',
    ].map((html): [string, string[]] => [html, []]),
    ['<p id=a style="color:#fff">x</p><p style="background:#000">y</p>', []],
    // What fades or moves in is shown as soon as a reader comes to it.
    ['<p id=a style="opacity:0">x</p>', ['a']],
    ['<p id=a style="opacity:0;transition:all 1s">x</p>', []],
    ['<p id=a style="opacity:0;transform:rotate(1deg)">x</p>', []],
    ['<p id=a style="opacity:0;display:none;transition:all 1s">x</p>', ['a']],
    ['<p id=a style="opacity:0;font-size:0;transition:all 1s">x</p>', ['a']],
    ['<p id=a style="left:-999px;position:absolute;transition:all 1s">x</p>', ['a']],
    // Frameworks call what they hide the same on every site.
    ...['hidden', 'd-none', 'x is-hidden', 'hidden print:block', 'd-none d-print-block'].map(
      (name): [string, string[]] => [`<p id=a class="${name}">x</p>`, ['a']],
    ),
    ...[
      'hidden md:flex',
      'd-none d-lg-block',
      'invisible group-hover:visible',
      'overflow-hidden',
    ].map((name): [string, string[]] => [`<p id=a class="${name}">x</p>`, []]),
    ['<style>.hidden{display:none}.hidden.on{display:block}</style><p id=a class=hidden>x</p>', []],
    [
      '<div id=a class="owl-item cloned">x</div><div id=b class="splide__slide--clone">x</div>',
      ['a', 'b'],
    ],
    ['<div id=a class="recipe-clone">x</div>', []],
    // The track of a slider is moved, with all of its slides on it.
    [
      '<div class=slick-list><div id=a style="transform:translate3d(-999px,0,0)"><p>x</p><p>y</p></div></div>',
      [],
    ],
    ['<ul id=a class=glide__slides style="left:-100%;position:relative"><li>x<li>y</ul>', []],
    ['<div class=slick-list><p id=a style="transform:translate3d(-999px,0,0)">x</p></div>', ['a']],
    ['<div id=a style="transform:translate3d(-999px,0,0)"><p>x</p><p>y</p></div>', ['a']],
    [
      '<ul id=a class=slider style="left:-999px;position:absolute;color:transparent"><li>x<li>y</ul>',
      ['a'],
    ],
    // A click unfolds what has no height, but not what stands off the screen.
    ['<button>x</button><p id=a style="height:0;overflow:hidden">y</p>', []],
    ['<button>x</button><p id=a style="left:-999px;position:absolute">y</p>', ['a']],
    ['<div id=faq style="text-indent:-9999px">x</div>', ['faq']],
    // A click opens answers, each below its question, and what a page calls closed.
    [answers('h3'), []],
    [answers('p'), ['a', 'b', 'c']],
    // Filters of a list are none.
    [answers('dt'), ['a', 'b', 'c']],
    [['a', 'b', 'c'].map(id => `<li>${answer('h3', id)}`).join(''), []],
    [answer('h3', 'a') + answer('h3', 'b'), ['a', 'b']],
    ['<p id=a data-tab-content=1 hidden>x</p>', []],
    ['<p id=a data-content-id=1 hidden>x</p>', ['a']],
    ...['details:not([open]) .c', '[aria-expanded="false"] + .c', '[data-state=closed] .c'].map(
      (selector): [string, string[]] => [
        `<style>${selector}{display:none}</style><details data-state=closed><b aria-expanded=false>x</b><p id=a class=c>x</p></details>`,
        [],
      ],
    ),
    // GSAP moves it in.
    ['<p id=a style="visibility:hidden;opacity:0;transform:translate(0,50px)">x</p>', []],
    ['<p id=a style="visibility:hidden;opacity:0;transform:none;position:absolute">x</p>', ['a']],
    ['<p id=a style="visibility:hidden;opacity:0;transition:all 1s">x</p>', ['a']],
    // The rest of a list, with what shows it behind the list or at its end.
    ['<ul><li>x<li>x<li id=a hidden>x<li id=b hidden>x</ul><button>y</button>', []],
    ['<ul><li>x<li>x<li id=a hidden>x<li><a href="#">y</a></ul>', []],
    ['<div><ul><li>x<li>x<li id=a hidden>x</ul></div><p><a>y</a></p>', []],
    ['<ul><li>x<li>x<li id=a hidden>x</ul><p>y</p>', ['a']],
    ['<ul><li>x<li>x<li id=a hidden>x</ul><a href="/all">y</a>', ['a']],
    ['<ul><li>x<li id=a hidden>x</ul><button>y</button>', ['a']],
    ['<div><p>x</p><p>x</p><p id=a hidden>x</p></div><button>y</button>', ['a']],
    [
      '<div><p class=c>x</p><p class=c>x</p><p class=c id=a hidden>x</p></div><button>y</button>',
      [],
    ],
    // One mark in three places, each with a sentence, is what a script shows.
    [thrice('visibility:hidden', long), []],
    [thrice('visibility:hidden', 'a'.repeat(39)), ['a', 'b', 'c']],
    [thrice('visibility:hidden', 'a'.repeat(40)), []],
    [thrice('visibility:hidden', `<i>${'a'.repeat(20)}</i> <i>${'a'.repeat(20)}</i>`), []],
    [thrice('visibility:hidden', `<script>${long}</script>`), ['a', 'b', 'c']],
    // Of what fades in a word is enough, and a headline needs none beside it.
    [thrice('opacity:0', 'a'.repeat(7)), ['a', 'b', 'c']],
    [thrice('opacity:0', 'a'.repeat(8)), []],
    ['<h1 id=a style="opacity:0">x</h1>', []],
    ['<h1 id=a style="display:none">x</h1><h2 id=b style="opacity:0">x</h2>', ['a', 'b']],
    [thrice('display:none', long), ['a', 'b', 'c']],
    [`<p id=a style="opacity:0">${long}</p><p id=b style="opacity:0">${long}</p>`, ['a', 'b']],
    ['<template><p id=a hidden>x</p></template><svg><g id=b style="display:none"/></svg>', []],
  ]
  for (const [html, ids] of cases) assert.deepEqual(partsOf(html), ids, html)
})

const cell = (html: string) => {
  const { root } = parseHtml(`<table><tr><td>${html}</td></tr></table>`)
  const found = [...descendants(root)].find(({ name }) => name === 'td')
  assert.ok(found)
  return found
}

test('what a cell says without a word', () => {
  const cases: [html: string, label: string][] = [
    ['', ''],
    ['yes', ''],
    ['<i class="fa fa-check"></i>', '✓'],
    ['<i class="icon-times"></i>', '✗'],
    ['<i class="fa-star"></i>', ''],
    ['<b class="fa-check"></b>', ''],
    ['<span class="checkmark"></span>', '✓'],
    ['<svg class="icon yes"></svg>', '✓'],
    ['<svg><use href="#cross"></use></svg>', '✗'],
    ['<svg><use xlink:href="#check"></use></svg>', '✓'],
    ['<i data-icon="tick"></i>', '✓'],
    ['<img src="/i/check.png">', '✓'],
    ['<img src="/i/x.png" data-src="/i/check.svg">', '✓'],
    ['<img src="/i/check.png" alt="Lamp">', ''],
    ['<img src="/check/lamp.png">', ''],
    ['<i aria-label=" Included "></i>', 'Included'],
    ['<i title="Sold apart"></i>', 'Sold apart'],
    ['<i aria-label=" " class="fa-check"></i>', '✓'],
    ['<svg><title>Yes, all</title></svg>', 'Yes, all'],
    ['<span class="sr-only">Available</span><i class="fa-times"></i>', 'Available'],
    [`<span class="sr-only">${'a'.repeat(80)}</span>`, 'a'.repeat(80)],
    [`<span class="sr-only">${'a'.repeat(81)}</span>`, ''],
    ['<input type=checkbox checked>', '[x]'],
    ['<input type=checkbox>', '[ ]'],
    ['<input type=radio checked>', ''],
    ['<i class="fa-check"></i><video></video>', ''],
    ['<i class="fa-check"></i> and more', ''],
    [`${'<i></i>'.repeat(59)}<i class="fa-check"></i>`, '✓'],
    [`${'<i></i>'.repeat(62)}<i class="fa-check"></i>`, ''],
  ]
  for (const [html, label] of cases) assert.equal(silentLabel(cell(html)), label, html)
})

test('an icon is a drawing, or an empty i with a class', () => {
  const first = (html: string) => [...descendants(cell(html))][0] ?? assert.fail()
  for (const html of ['<svg></svg>', '<i class=x></i>']) assert.ok(isIcon(first(html)), html)
  for (const html of ['<i></i>', '<i class=x>a</i>', '<b class=x></b>'])
    assert.ok(!isIcon(first(html)), html)
})

test('of a sheet only what hides is read on, and what shows is named', () => {
  const cases: [css: string, hiding: string, shown: string[], faded?: string[]][] = [
    ['.a{color:red}', '', []],
    ['.a{display:var(--a)}', '.a{display:var(--a)}', []],
    ['.a{width:calc(1px)}.b{right:9999px}', '.b{right:9999px}', []],
    ['.a{display:none}', '.a{display:none}', []],
    ['.a{color:red}.b{display:none}.c{margin:0}', '.b{display:none}', []],
    ['.a{display:block}', '', ['.a']],
    ['.a{display:block}.b{opacity:1}', '', ['.a'], ['.b']],
    ['@media print{.a{display:none}}', '@media print{.a{display:none}}', []],
    ['@media print{.a{color:red}}', '@media print{}', []],
    ['.a{content:"}";color:red}.b{display:none}', '.b{display:none}', []],
    ['.a{content:"\\"}"}.b{display:none}', '.a{content:"\\"}"}.b{display:none}', []],
    [".a{content:'x}.b{color:red\n}.c{display:none}", '.c{display:none}', []],
    ['/* .a{ */.b{color:red}', '', []],
    ['.a{color:red/*}*/}.b{display:none}', '.b{display:none}', []],
    ['.a{background:url(/x)}.b{display:none}', '.b{display:none}', []],
    ['.a{color:#fff;background:#fff}', '.a{color:#fff;background:#fff}', []],
    ['.a{background-color:#fff}', '', []],
    ['.a{& .b{display:block}}', '.a{& .b{display:block}}', []],
    ['}.a{display:none}', '}.a{display:none}', []],
    ['.a{display:none', '.a{display:none', []],
    ['.a{color:red}/* open', '/* open', []],
  ]
  for (const [css, hiding, shown, faded = []] of cases)
    assert.deepEqual(relevantRules(css), { hiding, shown, forced: [], visible: [], faded }, css)
  assert.deepEqual(relevantRules('.a{display:block !important}.b{display:flex}').forced, ['.a'])
  const { shown, visible } = relevantRules('.a .b{visibility:visible}.c{display:block}')
  assert.deepEqual({ shown, visible }, { shown: ['.a .b', '.c'], visible: ['.a .b'] })
})
