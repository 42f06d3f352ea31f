import { test } from 'node:test'
import { isHidden } from '../../../src/page/css/hidden.ts'
import { findHiddenParts } from '../../../src/page/css/hidden-parts.ts'
import {
  hidesByStyle,
  hidesLetters,
  isGone,
  isWhiteText,
} from '../../../src/page/css/hidden-style.ts'
import { readStyle } from '../../../src/page/css/inline-style.ts'
import { findOpenable } from '../../../src/page/css/openable.ts'
import { parseSelectors } from '../../../src/page/css/parse.ts'
import { relevantRules } from '../../../src/page/css/relevant-rules.ts'
import { silentLabel } from '../../../src/page/css/silent-label.ts'
import { htmlSelectors } from '../../../src/page/css/tree.ts'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'
import { linesOf, tableOf } from '../../support/readings.ts'

test('what a selector means', t => {
  const { root } = parseHtml(`<html id=root lang=en-GB><body id=body>
    <ul id=list class="a b"><li id=l1 class=x>1<li id=l2>2<li id=l3 class="x y">3<li id=l4 class=x>4<li id=l5>5</ul>
    <section id=s title="Hello World" data-k="one two"><h2 id=h>t</h2><p id=p1>a</p><p id=p2></p><i id=i1></i><p id=p3> </p></section>
    <form id=f><fieldset id=fs disabled><input id=in1><select id=se><option id=o1 selected>x<option id=o2>y</select></fieldset>
    <input id=in2 type=checkbox checked required><button id=b disabled>x</button><textarea id=ta></textarea></form>
    <a id=a1 href=/x>x</a><a id=a2>y</a><div id=only><b id=one>z</b></div></body></html>`)
  const selectors = linesOf(`
    LI
    .x
    .x.y
    #l2, #l4
    ul > .x
    ul .x + li
    ul .x ~ li
    body > li
    [title]
    [title="hello world" i]
    [title="hello world"]
    [data-k~=one]
    [data-k~="one two"]
    [lang|=en]
    [lang|=en-G]
    [data-k^=one]
    [data-k$=two]
    [data-k*="e t"]
    [data-k*=""]
    [type=CHECKBOX]
    li:first-child
    li:last-child
    li:nth-child(2)
    li:nth-child(2n)
    li:nth-child(2n + 1)
    li:nth-child(odd)
    li:nth-child(-n + 2)
    li:nth-child(3n - 1)
    li:nth-child(n + 4)
    li:nth-last-child(2)
    li:nth-child(2 of .x)
    li:nth-last-child(1 of .x)
    p:first-of-type
    p:last-of-type
    p:nth-of-type(2)
    p:nth-last-of-type(3)
    i:only-of-type
    b:only-child
    p:only-child
    :empty
    :root
    :link
    :checked
    :disabled
    :enabled
    :required
    :optional
    li:not(.x)
    li:not(.x, #l2)
    li:not(:hover)
    :is(h2, i)
    :where(#h)
    :has(> b)
    section:has(p + i)
    li:has(~ #l5)
    li:hover
    li::before
    :scope > body
    > li
    li >
    li > > p
    *
    svg|li
    :is()
    :foo
  `)
  const shown = tableOf(selectors, text => {
    const list = parseSelectors(text)
    if (!list) return 'no selector'
    const unknown: string[] = []
    const onUnknown = (what: string) => void unknown.push(what)
    const compiled = htmlSelectors.compileSelectors(list, { onUnknown })
    let steps = 0
    const search = htmlSelectors.startSearch({ spend: count => (steps += count) })
    const found = [...descendants(root)]
      .filter(element => compiled.some(one => htmlSelectors.matches(one, element, search)))
      .map(({ attributes }) => attributes.id ?? '?')
    const told = compiled.map(({ subject, specificity }) => `${subject} ${specificity}`)
    return `${found.join(' ')} | ${told.join(', ')} | ${steps} steps${unknown.map(one => ` | ${one}?`).join('')}`
  })
  t.assert.fileSnapshot(shown, 'test/fixtures/css-selectors.json')
})

test('which declarations hide, and how', t => {
  const styles = linesOf(`
    display:none
    visibility:hidden
    visibility:collapse
    visibility:visible
    content-visibility:hidden
    zoom:.05
    zoom:.06
    opacity:0
    opacity:5%
    opacity:.051
    filter:opacity(0)
    filter:opacity(0.0%)
    filter:opacity(1)
    font-size:3px
    font-size:3.1px
    font-size:0.1em
    font-size:2pt
    font:1px/2 serif
    font:100 12px serif
    font:bold 0.1em serif
    scale:0
    scale:0.0 1
    scale:0.5
    transform:scale(0)
    transform:scalex(0.0, 1)
    transform:scale(1)
    height:1px;overflow:hidden
    height:1px
    max-width:0;overflow-y:clip
    max-width:2px;overflow:hidden
    inline-size:1px;overflow-x:hidden
    text-indent:-400px
    text-indent:-399px
    position:absolute;left:-400px
    position:absolute;left:-399px
    left:-9999px
    position:fixed;inset:0 -400px 0 0
    position:relative;inset-block-start:-500px
    position:sticky;top:-500px
    margin-left:-900px
    margin-top:-899px
    transform:translate(-100px)
    transform:translatex(-99%)
    transform:rotate(3deg) translatey(-500%)
    transform:rotate(-100deg)
    translate:-100vw
    translate:0 -100px
    translate:-99px
    clip:rect(0,0,0,0)
    clip:rect(1px 1px 1px 1px)
    clip:rect(0 9px 9px 0)
    clip-path:inset(50%)
    clip-path:inset(49%)
    clip-path:circle(0)
    clip-path:polygon(0 0,0px 0%)
    clip-path:polygon(0)
    clip-path:polygon(0 0, 1px 0
    color:transparent
    color:rgb(0 0 0 / .04)
    color:rgb(0 0 0 / .06)
    color:transparent;background-clip:text
    color:transparent;-webkit-background-clip:text
    -webkit-text-fill-color:transparent;color:red
    color:#fff
    color:#fefefe
    color:#eee
    color:#fff;background-image:url(x)
    color:red;background:red
    color:red;background-color:rgb(255 0 0 / .5)
    color:red;background-color:rgb(255 0 0 / .51)
    color:red;background:blue
    color:#fff;background-color:#fdfdfd
    color:red
  `)
  const shown = tableOf(styles, text => {
    const style = readStyle(text)
    const { root } = parseHtml(`<p>Some words before.</p><p id=it style="${text}">Words.</p>`)
    const it = [...descendants(root)].find(({ attributes }) => attributes.id === 'it')
    const facts = {
      hides: hidesByStyle(style),
      letters: hidesByStyle(style) && hidesLetters(style),
      gone: isGone(style),
      white: isWhiteText(style),
      declared: it && isHidden(it, 'declared'),
      markup: it && isHidden(it, 'markup'),
      part: it && findHiddenParts(root).hidden.has(it),
    }
    const so = Object.entries(facts).filter(([, value]) => value)
    return so.map(([name]) => name).join(' ')
  })
  t.assert.fileSnapshot(shown, 'test/fixtures/css-hiding.json')
})

test('which rules of a sheet matter for hiding', t => {
  const sheets = linesOf(`
    .a{color:red}.b{display:none}
    .a{display:block}.b{opacity:1}
    @media print{.a{display:none}.b{color:red}}
    .a{content:"}";display:none}
    .a{content:"\\"}";color:red}.b{visibility:hidden}
    /* .a{display:none} */.b{color:red}
    .a{/* } */display:none}
    .a{color:#fff;background:#fff}
    .a{background-color:#fff}
    .a{& .b{display:block}}
    .a{font-size:2px}.b{font-size:12px}
    .a{left:-999px}.b{left:-99px}
    .a{opacity:.5}.b{opacity: 0}.c{opacity:1}
    .a{dis\\70lay:none}
    .a{color:red
    }.b{display:none}
    /* unclosed .a{display:none}
    .a{content:'x
  `)
  t.assert.fileSnapshot(tableOf(sheets, relevantRules), 'test/fixtures/css-relevant.json')
})

test('what a click would open, and what cells say without a word', t => {
  const long = (count: number) => '<i>x</i>'.repeat(count)
  const openable = linesOf(`
    <p id=it>x</p>
    <p id=it class=tab-pane>x</p>
    <p id=it class=tablet>x</p>
    <p id=it class=myAccordion>x</p>
    <p id=it class=more>x</p>
    <p id=it role=tabpanel>x</p>
    <div class=faq><p id=it>x</p></div>
    <a href="#it">x</a><p id=it>x</p>
    <i href="#it">x</i><p id=it>x</p>
    <i aria-controls="z it">x</i><p id=it>x</p>
    <i data-bs-target="#it">x</i><p id=it>x</p>
    <i data-target="${'z '.repeat(249)}it">x</i><p id=it>x</p>
    <i data-target="${'z '.repeat(250)}it">x</i><p id=it>x</p>
    <button>x</button><p id=it>x</p>
    <button type=submit>x</button><p id=it>x</p>
    <button>x</button><script>1</script><p id=it>x</p>
    <button>x</button><b>y</b><p id=it>x</p>
    <button>x</button> and then <p id=it>x</p>
    <b>y</b> and then <p id=it>x</p>
    <div><h3><b role=button>x</b></h3></div><p id=it>x</p>
    <div>${long(11)}<b role=tab>x</b></div><p id=it>x</p>
    <div>${long(12)}<b role=tab>x</b></div><p id=it>x</p>
    <h3 class=faq-question>x</h3><p id=it>x</p>
    <h3 onclick=x>x</h3><p id=it>x</p>
    <h3 aria-expanded=false>x</h3><p id=it>x</p>
    <label>x</label><p id=it>x</p>
    <input type=checkbox><p id=it>x</p>
    <input type=text><p id=it>x</p>
    <summary>x</summary><p id=it>x</p>
    <p id="S:1f">x</p>
  `)
  const cells = linesOf(`
    x
    <i class="fa fa-check"></i>
    <i class="fa fa-times"></i>
    <i class="fa fa-recheck"></i>
    <b class="fa-check"></b>
    <span data-icon=xmark></span>
    <svg><use href="#tick"></use></svg>
    <svg><title>Included</title></svg>
    <svg aria-label="Yes"></svg>
    <img src="/icons/check.svg">
    <img src="/icons/check.svg" alt="Ready">
    <img data-src="/no.png" src="/check.png">
    <img src=photo.jpg>
    <input type=checkbox>
    <input type=checkbox checked>
    <i title=" "></i>
    <i title="Partly"></i>
    <span class=sr-only>Not included</span><i></i>
    <span hidden>${'w'.repeat(80)}</span>
    <span hidden>${'w'.repeat(81)}</span>
    ${'<i></i>'.repeat(59)}<i class=check></i>
    ${'<i></i>'.repeat(60)}<i class=check></i>
  `)
  const shown = {
    openable: tableOf(openable, html => {
      const { root } = parseHtml(html)
      const isOpenable = findOpenable(root)
      const it = [...descendants(root)].find(({ attributes }) =>
        /^(?:it|S:1f)$/.test(attributes.id ?? ''),
      )
      return it && isOpenable(it)
    }),
    cells: tableOf(cells, html => {
      const { root } = parseHtml(`<table><tr><td>${html}</td></tr></table>`)
      const cell = [...descendants(root)].find(({ name }) => name === 'td')
      return cell && silentLabel(cell)
    }),
  }
  t.assert.fileSnapshot(shown, 'test/fixtures/css-openable.json')
})
