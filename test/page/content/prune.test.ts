import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pruneTree } from '../../../src/page/content/prune.ts'
import { viewPage } from '../../../src/page/content/view.ts'
import { bodyOf } from '../../../src/page/content/visible.ts'
import { type HtmlNode, parseHtml } from '../../../src/page/html/html.ts'
import { toMarkdown } from '../../../src/page/markdown/markdown.ts'

/** The page with only the blocks whose text is named. */
const keep = (html: string, ...texts: string[]): string => {
  const document = parseHtml(html)
  const view = viewPage(document, undefined)
  const kept = Uint8Array.from(view.blocks, block => (texts.includes(block.text) ? 1 : 0))
  return show(pruneTree(view, kept, bodyOf(document.root)))
}

const show = (node: HtmlNode): string =>
  node.type === 'text'
    ? node.text
    : `<${node.name}>${node.children.map(show).join('')}</${node.name}>`

describe('the pruned tree', () => {
  test('holds kept blocks under their own elements and nothing else', () => {
    assert.equal(
      keep('<div><ul><li>a</li><li>b</li></ul><p>c <b>d</b></p><p>e</p></div>', 'b', 'c d'),
      '<body><div><ul><li>b</li></ul><p>c <b>d</b></p></div></body>',
    )
  })

  test('a row keeps its empty cells, so columns stay in place', () => {
    assert.equal(
      keep('<table><tr><td>a</td><td></td><td>b</td></tr></table>', 'a', 'b'),
      '<body><table><tbody><tr><td>a</td><td></td><td>b</td></tr></tbody></table></body>',
    )
  })

  test('the lines of a listing stay whole, whatever they begin with', () => {
    const line = '<div class="line">&#160; <i>b</i></div>'
    assert.equal(
      keep(
        `<div class="fragment"><div class="line">a</div><div class="line"> </div>${line}</div><div class="line">c</div>`,
        'a',
        'b',
      ),
      '<body><div><div>a</div><div> </div><div>\u00a0 <i>b</i></div></div></body>',
    )
  })

  test('what shows a picture or a day without a word stays in a kept line', () => {
    assert.equal(
      keep(
        '<p>a <time datetime="2025-12-24"></time> b <time></time></p><amp-img></amp-img>',
        'a b',
      ),
      '<body><p>a <time></time> b </p><amp-img></amp-img></body>',
    )
  })

  test('signs around nothing but what is pressed go with it', () => {
    const line = (inside: string) => `<p>a</p><div>[${inside}]</div>`
    assert.equal(
      keep(line('<a href="#" onclick="toggle()">bibtex</a>'), 'a', '[bibtex]'),
      '<body><p>a</p></body>',
    )
    assert.equal(
      keep(line('<a href="/a.pdf">pdf</a>'), 'a', '[pdf]'),
      '<body><p>a</p><div>[<a>pdf</a>]</div></body>',
    )
  })

  test('what pushes lines of code in stays, in rows and in boxes', () => {
    const row = (line: string) =>
      `<tr><td class="blob-num"></td><td class="blob-code">${line}</td></tr>`
    assert.equal(
      keep(`<table>${row('<b>a</b>')}${row('  <b>b</b> c')}${row('\n')}</table>`, 'a', 'b c'),
      '<body><table><tbody><tr><td></td><td><b>a</b></td></tr>' +
        '<tr><td></td><td>  <b>b</b> c</td></tr>' +
        '<tr><td></td><td>\n</td></tr></tbody></table></body>',
    )
    const line = (text: string) => `<div class="cm-line">${text}</div>`
    assert.equal(
      keep(
        `<div class="cm-content">${line('a')}${line('<br>')}${line('  <b>b</b>')}</div>`,
        'a',
        'b',
      ),
      '<body><div><div>a</div><div><br></br></div><div>  <b>b</b></div></div></body>',
    )
  })

  test('empty places that links name stay, not what is pressed without a word', () => {
    assert.equal(
      keep('<ol><li><span id=n1></span><a id=n2 href=#r></a><i></i>a</li></ol>', 'a'),
      '<body><ol><li><span></span>a</li></ol></body>',
    )
  })

  test('empty lines of code and icons in cells of a kept row stay', () => {
    const pre = '<pre><code><i>a </i><i><b></b><br></i><i>c</i></code></pre>'
    assert.match(keep(`${pre}<p>d</p>`, 'a c'), /<i>a <\/i><i><b><\/b><br><\/br><\/i><i>c<\/i>/)
    assert.equal(
      keep('<table><tr><td>a</td><td><i title="Yes"></i></td><td>b</td></tr></table>', 'a'),
      '<body><table><tbody><tr><td>a</td><td><i></i></td><td></td></tr></tbody></table></body>',
    )
  })

  test('cells of a kept row of boxes stay, as those of a table do', () => {
    const row = '<div role=row><div role=cell>a</div><div role=cell>b</div></div>'
    assert.equal(keep(row, 'a'), '<body><div><div>a</div><div></div></div></body>')
  })

  test('stars beside kept text stay where their label counts them', () => {
    const stars = (label: string) => `<b role=img aria-label="${label}"><i></i></b>`
    const kept = (label: string) =>
      keep(`<div><p>${stars(label)}12 reviews</p></div>`, '12 reviews')
    for (const label of ['Rated 4.9 out of 5 stars', '4 stars', '4,5 von 5'])
      assert.equal(kept(label), '<body><div><p><b><i></i></b>12 reviews</p></div></body>')
    for (const label of ['Stars', 'Figure 1', 'Stratum 3.0, Pink'])
      assert.equal(kept(label), '<body><div><p>12 reviews</p></div></body>')
    const titled = (names: string, tag = 'b') =>
      keep(`<p><${tag} ${names}><i></i></${tag}>12 reviews</p>`, '12 reviews')
    for (const names of ['class=stars title="4 out of 5"', 'aria-label="4 sur 5 étoiles"'])
      assert.equal(titled(names), '<body><p><b><i></i></b>12 reviews</p></body>')
    assert.equal(titled('title="Picture 4 of 5"'), '<body><p>12 reviews</p></body>')
    assert.equal(titled('title="4 stars"', 'button'), '<body><p>12 reviews</p></body>')
  })

  test('what a click opens within a kept line is not hidden again', () => {
    const document = parseHtml(
      '<p>The story <span class="more" style="display:none">goes on.</span></p>',
    )
    const view = viewPage(document, undefined)
    const tree = pruneTree(view, new Uint8Array(view.blocks.length).fill(1), bodyOf(document.root))
    assert.equal(toMarkdown(tree, { baseUrl: 'https://a.test/' }).trim(), 'The story goes on.')
  })

  test('the tab of a kept panel stays, and the button above a kept text that it opens', () => {
    const tabs =
      '<ul class="nav-tabs"><li><a href="#a">A</a></li><li><a href="#b">B</a></li></ul><div id="a">p</div><div id="b">q</div>'
    assert.equal(keep(tabs, 'q'), '<body><ul><li><a>B</a></li></ul><div>q</div></body>')
    const fold = (id: string) =>
      `<h2><button data-bs-target="#${id}">Shipping</button></h2><div id=c>Two days.</div><button aria-controls=c>Less</button>`
    assert.equal(
      keep(fold('c'), 'Two days.'),
      '<body><h2><button>Shipping</button></h2><div>Two days.</div></body>',
    )
    assert.equal(keep(fold('d'), 'Two days.'), '<body><div>Two days.</div></body>')
    assert.equal(keep(fold('c')), '<body></body>')
  })

  test('a picture stays with the kept text next to it and goes with a dropped card', () => {
    const html =
      '<div><p>a</p><img><p>b</p></div><div class="card"><img><p>c</p></div><nav><img></nav>'
    assert.equal(keep(html, 'a', 'b'), '<body><div><p>a</p><img></img><p>b</p></div></body>')
  })

  test('a picture that leads to the next page, to the top or to the place of a text goes', () => {
    const html = (alt: string) => `<div><a href="/n"><img alt="${alt}"></a><p>a</p></div>`
    for (const alt of ['Next', '[Up]', ' Table of contents ', 'permalink'])
      assert.equal(keep(html(alt), 'a'), '<body><div><p>a</p></div></body>')
    for (const alt of ['Next week', 'The top', ''])
      assert.equal(keep(html(alt), 'a'), '<body><div><a><img></img></a><p>a</p></div></body>')
    assert.match(keep('<div><img alt="Top"><p>a</p></div>', 'a'), /<img>/)
  })

  test('scripts and icons inside kept text go, sources of formulas stay', () => {
    assert.equal(
      keep('<p>a<script>x</script><svg></svg><script type="math/tex">y</script> b</p>', 'a b'),
      '<body><p>a<script>y</script> b</p></body>',
    )
  })

  test('a formula is kept whole', () => {
    const html = '<p>so <math><mi>x</mi><mo></mo><mn>2</mn></math></p>'
    assert.equal(keep(html, 'so x 2'), `<body>${html}</body>`)
  })

  test('a rule stays between two kept parts, once, and nowhere else', () => {
    assert.equal(
      keep('<hr><p>a</p><hr><p>x</p><hr><hr><p>b</p><hr><p>x</p><hr>', 'a', 'b'),
      '<body><p>a</p><hr></hr><p>b</p></body>',
    )
  })

  test('a formula in a paragraph of its own stays with the text beside it', () => {
    const formula = '<p><script type="math/tex; mode=display">y</script></p>'
    assert.equal(
      keep(`<div><p>a</p>${formula}<p>b</p></div><div><p>c</p>${formula}</div>`, 'a', 'b'),
      '<body><div><p>a</p><p><script>y</script></p><p>b</p></div></body>',
    )
  })

  test('so does one that no text stands for', () => {
    const formula = '<div data-component-name="LatexBlockToDOM"></div>'
    assert.equal(
      keep(`<div><p>a</p>${formula}<p>b</p></div>`, 'a', 'b'),
      '<body><div><p>a</p><div></div><p>b</p></div></body>',
    )
    const drawn = '<mjx-container><svg></svg></mjx-container>'
    assert.match(keep(`<p>a ${drawn} b</p>`, 'a b'), /<mjx-container>/)
  })

  test('the space between words in boxes of their own', () => {
    const box = (word: string) => `<div style="display:inline-block">${word}</div>`
    assert.match(keep(`<h2>${box('a')} ${box('b')}</h2>`, 'a', 'b'), />a<\/div> <div/)
    assert.match(keep('<h2><div>a</div> <div>b</div></h2>', 'a', 'b'), />a<\/div><div/)
  })

  test('what was chosen is no longer hidden', () => {
    const html =
      '<div style="visibility:hidden"><section hidden><p>a</p></section><p hidden>b</p></div>'
    const document = parseHtml(html)
    const view = viewPage(document, undefined)
    const tree = pruneTree(view, Uint8Array.of(1, 0), bodyOf(document.root))
    assert.equal(toMarkdown(tree, { baseUrl: 'https://a.test/' }).trim(), 'a')
  })
})
