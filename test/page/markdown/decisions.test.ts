import { test } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { chunkMarkdown } from '../../../src/page/markdown/chunks.ts'
import { toCleanHtml } from '../../../src/page/markdown/clean-html.ts'
import { toMarkdown } from '../../../src/page/markdown/markdown.ts'
import { plainText } from '../../../src/page/markdown/plain-text.ts'
import { changePage } from '../../support/changed-pages.ts'
import { createRandom } from '../../support/random.ts'
import { randomPage } from '../../support/random-page.ts'
import { digest } from '../../support/readings.ts'

const baseUrl = 'https://example.com/docs/page'
const table = (...rows: string[]) => `<table>${rows.map(row => `<tr>${row}</tr>`).join('')}</table>`

/** For each rule what it is for, and what comes near and is left as it is. */
const pages: Record<string, string[]> = {
  'definitions in a line, or as blocks': [
    '<dl><dt>A<dd>one<dt>B:<dd>two<dd>three</dl>',
    '<dl><dt>A</dt><dd><p>one</p></dd></dl>',
    '<dl><dt>A</dt><dd><p>one</p><p>two</p></dd></dl>',
    '<dl><dt>A</dt><dd><ul><li>one</ul></dd></dl>',
    '<dl><div><dt>A</dt><dd>one</dd></div><div><dt>B</dt><dd>two</dd></div></dl>',
    '<dl><dt>A</dt><dd>one</dd><p>else</p></dl>',
    '<dl><dt>A</dt></dl><dl><dd>one</dd></dl>',
  ],
  'tables that arrange, and tables that say': [
    `<table role=none>${table('<td>a<td>b', '<td>c<td>d').slice(7)}`,
    `<table role=presentation>${table('<td>a<td>b', '<td>c<td>d').slice(7)}`,
    `<table role=table>${table('<td>a<td>b').slice(7)}`,
    `<table role=grid>${table('<td>a', '<td>b').slice(7)}`,
    table('<td>a<td>b'),
    table('<td>a', '<td>b'),
    table('<td>a<td>b', '<td>c'),
    '<table><caption>C</caption><tr><td>a</table>',
    table('<th>a', '<td>b'),
    table('<td><table><tr><td>x<td>y<tr><td>1<td>2</table><td>b', '<td>c<td>d'),
    table('<td><h2>Big</h2><p>words</p><td>b', '<td>c<td>d'),
  ],
  'heads of tables': [
    table('<td><th>B', '<th>r<td>1'),
    table('<td>x<th>B', '<th>r<td>1'),
    table('<td>a<td>b', '<td>c<td>d'),
    table('<th colspan=2>Both<th>C', '<th>a<th>b<th>c', '<td>1<td>2<td>3'),
    table('<th colspan=2>Both<th>C', '<th>a<th>b<th>c'),
    table('<th>A<th>B', '<th>a<th>b', '<td>1<td>2'),
    '<table><thead><tr><td>a<td>b</thead><tr><td>1<td>2</table>',
    table('<td>a<td>b', '<th>h<td>1'),
  ],
  'cells that span': [
    table(
      '<th>A<th>B<th>C',
      '<td colspan=2>wide<td>x',
      '<td rowspan=2>tall<td>1<td>2',
      '<td>3<td>4',
    ),
    table('<th>A<th>B', '<td colspan=9>all', '<td>1<td>2'),
    table('<th colspan=2>A<th>C', '<td>1<td>2<td>3'),
    table('<th rowspan=2>A<th>B', '<td>1', '<td>2<td>3'),
  ],
  alignments: [
    table(
      '<th align=right>A<th style="text-align:center">B<th class=text-left>C<th align=" END ">D',
      '<td>1<td>2<td>3<td>4',
    ),
    table('<th>A<th>B', '<td align=right>1<td class="has-text-align-right">2'),
    '<table><colgroup><col align=right span=2><col align=center></colgroup><tr><th>A<th>B<th>C<tr><td>1<td>2<td>3</table>',
    '<table><colgroup span=2 align=right></colgroup><tr><th>A<th>B<tr><td>1<td>2</table>',
    '<table><col><col align=justify><tr><th>A<th>B<tr><td>1<td>2</table>',
  ],
  footnotes: [
    '<p>a<sup><a href="#fn1">1</a></sup> b<sup><a href="#fn1">1</a></sup></p><ol><li id=fn1>Note <a href="#r">↩</a></ol>',
    '<p>a<sup><a href="#x1">1</a></sup></p><div class=footnotes><ol><li id=x1>Note</ol></div>',
    '<p>a<sup><a href="#x1">1</a></sup></p><div><ol><li id=x1>Item</ol></div>',
    '<p>a<a href="#fn1">1</a></p><p id=fn1>Note</p>',
    '<p>a<a class=footnote href="#fn1">[1]</a></p><p id=fn1>Note</p>',
    '<p>a<sup><a href="#fn1">a long one</a></sup></p><p id=fn1>Note</p>',
    '<p>a<sup><a href="#fn1">*</a></sup> b<sup><a href="#fn2">†</a></sup></p><p id=fn1>One</p><p id=fn2>Two</p>',
    '<p>a<sup><a href="https://example.com/docs/page#fn1">1</a></sup></p><p id=fn1>Note</p>',
    '<p>a<sup><a href="https://other.example/#fn1">1</a></sup></p><p id=fn1>Note</p>',
    '<p>a<sup><a href="#fn%31">1</a></sup><sup><a href="#">2</a></sup></p><p><span id=fn1>x</span> Note</p>',
    '<p>a<sup><a href="#fn1">1</a></sup></p><dl><dt id=fn1>1<dd>Note</dl>',
    '<p>a<sup><a href="#fn1">1</a>, <a href="#fn2">2</a></sup></p><ol><li id=fn1>One<li id=fn2>Two</ol>',
    '<p>a<sup><a href="#fn1">1</a> and so</sup></p><p id=fn1>Note</p>',
    '<p>a<sup><a href="#cite_note-1">1</a></sup></p><ol class=references><li id=cite_note-1><span>↑ <a href="#cite_ref-1">a</a> <a href="#cite_ref-2">b</a></span> Note</ol>',
    '<p>a<sup><a href="#cite_note-1">1</a></sup></p><ol class=references><li id=cite_note-1><span>See <a href="#cite_ref-1">a</a></span> Note</ol>',
    '<p>a<sup><a href="#cite_note-1">1</a></sup></p><ol class=references><li id=cite_note-1><span>→</span> <b>↑ </b>Note</ol>',
    '<p id=fn1>a<sup><a href="#fn1">1</a></sup></p>',
    '<p>a<sup><a href="#fnref1">1</a></sup> b<sup><a href="#cite_ref-2">2</a></sup></p><p id=fnref1 class=footnote>One</p><p id=cite_ref-2 class=footnote>Two</p>',
    '<p>a<a href="#_ftn1">[1]</a> b<a href="#sdfootnote2sym">2</a></p><p id=_ftn1>One</p><p id=sdfootnote2sym>Two</p>',
    '<p>a<a href="#fn1"><sup>1</sup></a> b<a href="#fn2">2<b>x</b></a></p><p id=fn1>One</p><p id=fn2>Two</p>',
    '<p>a<a role=doc-noteref href="#fn1">1</a> b<a data-footnote-ref href="#fn2">2</a> c<a href="#fn3">3</a></p><p id=fn1>One</p><p id=fn2>Two</p><p id=fn3>Three</p>',
    '<p>a<sup><b><a href="#fn1">12345</a></b></sup> b<sup><a href="#fn2">123456</a></sup></p><p id=fn1>One</p><p id=fn2>Two</p>',
    '<p>a<sup><a href="#fn1">1</a></sup></p><p><i><b><u><span id=fn1>x</span></u></b></i> Note</p>',
  ],
  links: [
    '<a href="/a" title="The title">words</a> <a href="/a" title="WORDS">words</a>',
    '<h2><a href="#x">Title</a> <a href="#y">#</a></h2><p><a href="#z">¶</a><a href="#i"><img src="/i.png" alt=I></a><a href="#e"></a></p>',
    '<a href="/s"><svg aria-label="Search"></svg></a><a href="/t"><svg><title>Top</title></svg></a><a href="/u" aria-label="Up"></a><a href="/v"></a>',
    '<a href="/a">one <a href="/b">two</a></a>',
    '<a href="javascript:x">js</a><a>none</a>',
  ],
  abbreviations: [
    '<abbr title="Hyper Text">HT</abbr> <abbr title="Hyper Text">HT</abbr> <abbr title="Other">HT</abbr> <abbr>XX</abbr>',
  ],
  'bold that is not': [
    '<b style="font-weight:normal">a</b> <b style="color:red">b</b> <i style="font-weight:normal">c</i>',
  ],
  code: [
    '<pre><code class="language-js">a\n  b</code></pre>',
    '<pre><div class=bar>js</div><div><code>a\nb</code></div></pre>',
    '<pre>x<div><code>a</code></div></pre>',
    '<pre><code>a</code><code>b</code></pre>',
    '<pre><span class=line>a</span><span class=line>b</span></pre>',
    '<pre><div>a</div><div>b</div>c</pre>',
    '<pre>a<br>b</pre>',
    '<pre><span class=lineno>1</span>a<button>Copy</button></pre>',
    '<pre lang=python>a</pre><pre lang=cs>b</pre><pre class="brush: php;">c</pre><pre class="hljs rust">d</pre><pre class=rust>e</pre>',
    '<div class=highlight-python><div><pre>a</pre></div></div>',
    '<div class=lang-go><p>1</p><p>2</p><p>3</p><p>4</p><p>5</p><p>6</p><pre>a</pre></div>',
    '<div class=lang-go><div><div><div><pre>a</pre></div></div></div></div>',
    '<code style="white-space:pre">a\n b</code> <code style="white-space:nowrap">c\n d</code>',
    '<table class=x><tr><td class=gutter>1<td class=code>a</table>',
    '<table class=x><tr><td class=gutter>1<td class=code>a<td>b</table>',
    '<ul><li>a<pre>b\nc</pre></ul><h2>t <pre>x\ny</pre></h2>',
    '<pre> </pre><p>after</p>',
    '<p>a <x-text style="white-space:pre-wrap">b\n c</x-text> d <span style="white-space:pre">e</span> f <x-text>g</x-text></p>',
    '<div style="white-space:pre">a\n b</div><div style="white-space:normal">c</div>',
    '<p><code>a`b</code> <code>``</code> <code> </code></p>',
  ],
  pictures: [
    '<img src="/a.png" alt=A title=T><img src="/a.png" alt=A title="A "><img src="/e.png" class=emoji alt=":)"><img alt="words only"><img src="/p.gif" width=1 height=1>',
    '<img alt=Lazy><noscript><img src="/r.png" alt=Real></noscript>',
    '<video src="/v.mp4"></video><video poster="/p.png" title=Film><source src="/w.mp4"></video><audio src="/s.mp3"></audio><video></video>',
    '<iframe src="/f" title=Map></iframe><iframe src="/g"></iframe><iframe src="https://www.youtube.com/embed/abc"></iframe><iframe data-src="https://player.vimeo.com/video/1"></iframe>',
    '<iframe src="https://player.vimeo.com/video/123456?h=ab12cd34ef&title=0"></iframe><iframe src="https://player.vimeo.com/video/2?h=(x)"></iframe>',
    '<button>Copy code</button><button>Copied!</button><button>Buy</button><hr><h2>a<hr>b</h2>',
    '<noscript><p>Please switch it on</p></noscript><noscript><p>A long text that is really a part of the page, with many words in it.</p></noscript>',
  ],
  notes: [
    '<div class="admonition note"><p class=admonition-title>Note</p><p>a</p></div>',
    '<div class="admonition note"><p class=admonition-title>Mind</p><p>a</p></div>',
    '<div class="markdown-alert markdown-alert-tip"><p>Tip</p><p>a</p></div>',
    '<div class=note><p>a</p></div><div class=warning><p>b</p></div><div class=note><b>Note</b> c</div>',
    '<blockquote><p><strong>Warning:</strong> a</p></blockquote><blockquote><p><strong>Anna:</strong> b</p></blockquote>',
    '<span class="admonition note">a</span><aside class="callout is-danger">b</aside>',
  ],
  lists: [
    '<ol><li>a<li value=5>b<li>c</ol><ol reversed><li>a<li>b</ol><ol start=0><li>z</ol>',
    '<ul><li><input type=checkbox checked> done<li><input type=checkbox> open</ul>',
    '<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol>',
    '<ul>text<li>a<p>b</p></li><p>c</p></ul>',
    '<ul><li><p>a</p><li><p>b</p><ul><li>c</ul></ul>',
    '<ol type=a><li>a<li>b</ol><details><summary>S</summary><p>d</p></details>',
    '<blockquote>a<blockquote>b</blockquote></blockquote>',
    '<li>loose<li>two',
    table(
      '<th>A<th>B',
      '<td><ol start=98><li>a<li>b<li>c</ol><td>x',
      '<td><ul><li>d</ul><td><ol><li>e<li>f</ol>',
    ),
    table('<th>A<th>B', '<td><ol start=99>words<li>a</ol><td><ol start=100><li>b</ol>'),
  ],
  signs: [
    '<p>1. a</p><p>1) b</p><p>+ c</p><p># d</p><p>#e</p><p>> f</p><p>--- </p><p>=== g</p><p>* h</p><p>12345678901. i</p>',
    '<p>a*b* _c_ d_e_f `g` [h] [i](j) ![k] &lt;l&gt; &amp;amp; ~~m~~ ~n~ a|b \\ \\*</p>',
    '<p>www.example.com http://a.example/_x_ a_b@c.example $5 and $6</p>',
    '<p><em>a</em>b <strong>c </strong>d <em> e</em> <b>f</b><b>g</b> <i><b>h</b></i> a<em>.</em>b “<b>q</b>”</p>',
    '<p>a<br>b<br><br>c<br></p><p>a  b\u00a0c\u200bd</p>',
    '<p>line<br>- x<br>1. y<br># z<br>| a | b |</p>',
    '<p>H<sub>2</sub>O x<sup>2</sup> <ins>i</ins> <mark>m</mark> <kbd>k</kbd> <s>s</s> <q>q</q> <u>u</u></p>',
    '<p>中文<b>粗体，</b>中文 <em>「引」</em>后</p>',
  ],
  formulas: [
    '<math><mi>x</mi><mo>+</mo><msup><mi>y</mi><mn>2</mn></msup></math><math display=block><mfrac><mn>1</mn><mn>2</mn></mfrac></math>',
    '<math><msqrt><mi>a</mi></msqrt><msub><mi>b</mi><mn>1</mn></msub><munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mroot><mi>c</mi><mn>3</mn></mroot></math>',
    '<math><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable><mtext>if x</mtext><mover><mi>v</mi><mo>→</mo></mover></math>',
    '<script type="math/tex">x^2</script><script type="math/tex; mode=display">y</script><p>$z$ and \\(w\\)</p>',
  ],
  'links that say their own address': [
    '<a href="https://a.example/b">https://a.example/b</a> <a href="https://a.example/b" title=Here>https://a.example/b</a> <a href="https://a.example/b">https://a.example/b/</a>',
    '<a href="https://a.example/b_c*d">https://a.example/b_c*d</a> <a href="https://a.example/?q=a|b">https://a.example/?q=a|b</a>',
    '<a href="mailto:ann@a.example">ann@a.example</a> <a href="mailto:ann@a.example" title=T>ann@a.example</a> <a href="mailto:bo@a.example">ann@a.example</a>',
    '<a href="https://a.example/b"><b>https://a.example/b</b></a> <a href="https://a.example/b">https://a.example/b<br></a>',
  ],
  'addresses in text': [
    '<p>www. www.* www.a http:// http://* https://_ HTTP://a_b (http://a/b_c_d) http://a/b_c, http://a/b*/.</p>',
    '<p>xhttp://a_b_c http://http://a_b www.www.a_b_c http://a&amp;copy;b http://a\\b</p>',
    table('<th>A<th>B', '<td>http://a|b www.a|b<td>http://a_b'),
  ],
  'headings in bold': [
    '<h2><b>a</b></h2><h2><b>a</b> b</h2><h2>a <b>b</b></h2><h2><b>a</b> b <b>c</b></h2><h2><i>a</i></h2>',
    '<h2><b><i>a</i></b></h2><h2><i><b>a</b></i></h2><h2><b>a</b><b>b</b></h2><h2><img src=/a.png alt=A></h2>',
    '<h2></h2><h2> </h2><h2><b></b></h2><h2>a #</h2><h2>a#</h2><h2>##</h2><h2>a ##b</h2>',
  ],
  'sections of tables': [
    '<table><thead><tr><td>a<td>b</thead><tr><th>h<td>1</table>',
    '<table><tbody><tr><td>a<td>b</tbody><tr><th>h<td>1</table>',
  ],
  'words that name a note, and words that do not': [
    '<div class="admonition note">a <span>Note</span> b</div><div class="admonition note"><p>a</p><p>Note</p></div>',
    '<blockquote><p>Note</p><p>a</p></blockquote><ul><li><p>Tip</p><p>b</p></ul><p>Warning</p>',
  ],
}

/**
 * After a change on purpose:
 * npx node --test --test-update-snapshots test/page/markdown/decisions.test.ts
 */
test('what becomes of HTML that is near a rule of Markdown', t => {
  const shown = Object.entries(pages).map(([name, all]) => [
    name,
    all.map(html => {
      const { root } = parseHtml(html)
      return {
        html,
        markdown: toMarkdown(root, { baseUrl }).split('\n'),
        clean: toCleanHtml(root, { baseUrl }),
        plain: plainText(root),
      }
    }),
  ])
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/markdown-decisions.json')
})

/** Each with two places changed, and pages of random structure. */
test('what becomes of HTML that differs a little from it', t => {
  const near = Object.values(pages)
    .flat()
    .flatMap((html, at) => [1, 2].map(nth => changePage(html, 10 * at + nth, 2)))
  const random = Array.from({ length: 100 }, (_, seed) => randomPage(createRandom(9_000 + seed)))
  const shown = [...near, ...random].map(html => {
    const { root } = parseHtml(html)
    const markdown = toMarkdown(root, { baseUrl })
    const chunks = [12, 40].map(size => chunkMarkdown(markdown, size))
    const others = [toCleanHtml(root, { baseUrl }), plainText(root), chunks].map(digest)
    return `${digest(markdown)} ${others.join(' ')} ${markdown.replaceAll(/\s+/g, ' ').slice(0, 60)}`
  })
  t.assert.fileSnapshot(shown, 'test/fixtures/markdown-changed.json')
})

const sentence = (n: number) => `This is the sentence number ${n} of a text.`
const sentences = (count: number) => Array.from({ length: count }, (_, n) => sentence(n)).join(' ')

const texts: Record<string, string> = {
  headings: `# One\n\n${sentences(2)}\n\n## Two\n\n### Three #\n\n${sentences(1)}\n\nFour\n====\n\na\n\nFive\n--\nb\n\n# **Six** [seven](x) \\* \`e\`\n\nc\n\n    # code\n\n#no\n\n####### no`,
  'a list': `- one\n- two ${sentences(2)}\n  more\n\n  again\n  - three\n  - four\n\n    five\n- six\n1. seven\n10) eight\n+ nine\n\nten`,
  'tables and code': `${sentences(1)}\n\n| a | b |\n| --- | :-: |\n| 1 | 2 |\n| 3 | 4 |\nnot | in\n\n\`\`\`js\n# no heading\n\n| x | y |\n\`\`\`\n\n~~~\nopen ${sentences(2)}\n\n- item\n  \`\`\`\n  code\n  \`\`\`\n  after\n\n\`\`\`not a fence\` x`,
  'indented headings':
    '   # Three columns\n\na\n\n    # Four\n\nb\n\n\t# A tab\n\nc\n\n   Under\n   ===\n\nd\n\n- e\n\n  # In an item\n\n   f\n\n- \tg\n\n\th',
  'lines under a title':
    'Title\n    ===\n\na\n\nTitle\n   ===\n\nb\n\nTitle\n    --\n\nc\n\nTitle\n=\n\nd\n\nTitle\n-\n\ne',
  'ends of sentences': `One (two.)) three four five six. "Seven."'') eight nine ten eleven!**) twelve. 一。二三四」五六七八！」九十。」） 十一`,
  'indented code': `a\n\n    one\n\n    two\n\nb\n\n-     three\n- \tfour\n\n\tfive`,
  quotations: `> ${sentences(2)}\n>\n> - a\n> - b\n>\n> > inner\n>\n> # no heading of ours\n\n> | a | b |\n> |---|---|\n> | 1 | 2 |\n\n- > in an item\n  > again`,
  'long lines': `${sentences(8)}\n\n${'word '.repeat(80)}\n\n${'x'.repeat(300)}\n\n${'中文句子。'.repeat(40)}\n\n${'😀'.repeat(60)}`,
  'sentences with marks': `${'He said “so.” (And so.) *Then* he left: why? Because… of it; yes! '.repeat(6)}`,
  'the best place': `## H\n\n${sentences(2)}\n\n- ${sentence(1)}\n- ${sentence(2)}\n- ${sentence(3)}\n\n${sentences(2)}\n${sentence(4)}\n\n${sentences(1)}`,
}

test('where Markdown is cut for every size of chunk', t => {
  const shown = Object.entries(texts).map(([name, markdown]) => [
    name,
    Object.fromEntries(
      [8, 20, 45, 90].map(size => [
        size,
        chunkMarkdown(markdown, size).map(
          ({ text, headings, start, end, tokens }) =>
            `${start}–${end} ${tokens} [${headings.join(' > ')}] ${text.slice(0, 16)} … ${text.slice(-16)}`,
        ),
      ]),
    ),
  ])
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/markdown-chunks.json')
})
