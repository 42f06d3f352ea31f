import assert from 'node:assert/strict'
import { test } from 'node:test'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'
import { toCleanHtml } from '../../../src/page/markdown/clean-html.ts'
import { cpuMs } from '../../support/cpu-time.ts'
import { deepTree } from '../../support/deep-tree.ts'
import { createRandom } from '../../support/random.ts'
import { randomPage } from '../../support/random-page.ts'

const baseUrl = 'https://example.com/docs/page'
const clean = (html: string) => toCleanHtml(parseHtml(html).root, { baseUrl })

const cases: [name: string, html: string, expected: string][] = [
  ['text and structure stay', '<h1>A</h1><p>b <b>c</b></p>', '<h1>A</h1><p>b <b>c</b></p>'],
  [
    'classes, styles, ids and handlers go',
    '<p class="x" id="y" style="color:red" onclick="z()" data-a="b">t</p>',
    '<p>t</p>',
  ],
  [
    'language, direction and title stay',
    '<p lang="ar" dir="rtl" title="t">x</p>',
    '<p lang="ar" dir="rtl" title="t">x</p>',
  ],
  [
    'links become absolute',
    '<a href="x?a=1&b=2">t</a>',
    '<a href="https://example.com/docs/x?a=1&amp;b=2">t</a>',
  ],
  [
    'mail and phone stay',
    '<a href="mailto:a@b.c">m</a> <a href="tel:1">p</a>',
    '<a href="mailto:a@b.c">m</a> <a href="tel:1">p</a>',
  ],
  [
    'lazy pictures get their source',
    '<img src="data:image/gif;base64,R" data-src="/a.jpg" alt="a" width="10" onerror="x">',
    '<img src="https://example.com/a.jpg" alt="a" width="10">',
  ],
  [
    'spans of tables stay',
    '<table><tr><td colspan="2" rowspan=3 width=9>x</td></tr></table>',
    '<table><tbody><tr><td colspan="2" rowspan="3">x</td></tr></tbody></table>',
  ],
  ['start of a list stays', '<ol start="4"><li>x</li></ol>', '<ol start="4"><li>x</li></ol>'],
  ['time stays', '<time datetime="2024-01-02">x</time>', '<time datetime="2024-01-02">x</time>'],
  [
    'code keeps its language and its spaces',
    '<div class="highlight-source-js"><pre>a\n  b &lt;c&gt;</pre></div>',
    '<div><pre class="language-js">a\n  b &lt;c&gt;</pre></div>',
  ],
  ['first line break of pre survives', '<pre>\n\na</pre>', '<pre>\n\na</pre>'],
  ['empty wrappers go', '<div><span></span><p> </p></div><p>x</p>', '<p>x</p>'],
  ['unknown elements are unwrapped', '<my-x><p>a</p></my-x><font>b</font>', '<p>a</p> b'],
  [
    'hidden content goes',
    '<p>a<span hidden>b</span></p><div style="display:none">c</div>',
    '<p>a</p>',
  ],
  ['formulas travel as text', '<p><math><mi>x</mi></math></p>', '<p>$x$</p>'],
  [
    'special characters are escaped',
    '<p title=\'"&lt;\'>&lt;b&gt; &amp; "c"</p>',
    '<p title="&quot;&lt;">&lt;b&gt; &amp; &quot;c&quot;</p>',
  ],
]

for (const [name, html, expected] of cases)
  test(`clean html: ${name}`, () => assert.equal(clean(html), expected))

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#1;java\nscript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<svg><script>alert(1)</script></svg>',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><img src=x onerror=alert(1)></template>',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<style>@import "javascript:x"</style><link rel=stylesheet href="javascript:x">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="javascript:alert(1)//">',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<div title="&lt;img src=x onerror=alert(1)&gt;">x</div>',
  '<video src="javascript:alert(1)" onloadstart=alert(1)><source src=x onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<a href="https://x.y/" target="_blank" ping="https://evil.example/">x</a>',
  '<p lang=\'x" onclick="alert(1)\'>x</p>',
]

for (const attack of attacks)
  test(`nothing runs: ${attack.slice(0, 60)}`, () => {
    for (const { name, attributes } of descendants(parseHtml(clean(attack)).root)) {
      assert.ok(
        !/^(?:script|style|iframe|object|embed|svg|math|form|template|base|meta|link)$/.test(name),
        name,
      )
      for (const [key, value] of Object.entries(attributes)) {
        assert.ok(!/^(?:on|style|srcdoc|action|formaction|target|ping|id|srcset)/.test(key), key)
        if (/^(?:href|src|poster)$/.test(key)) assert.match(value, /^(?:https?:|mailto:|tel:)/)
      }
    }
  })

test('cleaning the result again changes nothing', () => {
  const pages = Array.from({ length: 150 }, (_, seed) => randomPage(createRandom(seed + 1)))
  for (const html of [...pages, ...attacks, ...cases.map(([, source]) => source)]) {
    const once = clean(html)
    assert.equal(clean(once), once, html)
  }
})

test('elements that lost their wrapper do not move when parsed again', () => {
  for (const html of [
    '<p><button><div>a</div><p>b</p></button>c</p>',
    '<h1><custom-x><h2>a</h2></custom-x></h1>',
    '<ul><li><button><li>a</li></button></li></ul>',
    '<a href="/x"><object><a href="/y">a</a></object></a>',
    '<table><caption><p>a</p></caption><tr><td><p>b<table><tr><td>c</table></table>',
  ]) {
    const once = clean(html)
    assert.equal(clean(once), once, html)
  }
})

test('50,000 nested elements are cleaned in time', () => {
  for (const names of [
    ['div'],
    ['ul', 'li'],
    ['blockquote'],
    ['b'],
    ['table', 'tbody', 'tr', 'td'],
  ]) {
    const tree = deepTree(names, 50_000)
    let html = ''
    const tookMs = cpuMs(() => {
      html = toCleanHtml(tree, { baseUrl })
    })
    assert.ok(html.includes('word49999'))
    assert.ok(tookMs < 2_000, names.join('/'))
  }
})
