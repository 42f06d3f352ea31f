import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isControl } from '../../../src/page/content/controls.ts'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'

/** Whether the element with `id="x"`, or an id that begins so, is only there to be pressed. */
const is = (html: string) => {
  const { root } = parseHtml(`<body>${html}</body>`)
  const element = [...descendants(root)].find(({ attributes }) => attributes.id !== undefined)
  assert.ok(element, html)
  return isControl(element)
}
const all = (expected: boolean, ...cases: string[]) => {
  for (const html of cases) assert.equal(is(html), expected, html)
}

test('a short button says nothing of the page', () => {
  all(
    true,
    '<button id=x>Copy</button>',
    '<button id=x>Add to cart</button>',
    '<div id=x role=button>Reply</div>',
    `<button id=x>${'x'.repeat(32)}</button>`,
    '<button id=copy-code>Copy all of the code below to the clipboard</button>',
  )
  all(
    false,
    '<div id=x>Copy</div>',
    '<div id=copy-code>Copy</div>',
    '<button id=x>Add it to cart</button>',
    `<button id=x>${'x'.repeat(33)}</button>`,
    '<button id=x> </button>',
    '<button id=x>Buy <img src=a.png></button>',
    '<button id=x><picture></picture>Buy</button>',
  )
})

test('what opens something, or is the title of something, stays', () => {
  all(
    false,
    '<button id=x aria-expanded=false>More</button>',
    '<button id=x aria-controls=y>More</button>',
    '<div id=x role=tab>More</div>',
    '<h2><button id=x>Lamps</button></h2>',
    '<h3><span><b><button id=x>Lamps</button></b></span></h3>',
    '<table><tr><td><a id=x class=btn href=/a>Lamps</a></td></tr></table>',
    '<dl><dt><button id=x>Lamps</button></dt></dl>',
    '<dl><dt>Assignee</dt><dd><button id=x>Ida Holm</button></dd></dl>',
  )
  all(
    true,
    '<h2>Lamps <button id=x>Edit</button></h2>',
    '<h3><i><span><b><button id=x>Lamps</button></b></span></i></h3>',
    '<p><button id=x>Lamps</button></p>',
  )
})

test('a name that opens a card about its bearer stays', () => {
  all(
    false,
    '<button id=x class="author-name">Ida Holm</button>',
    '<button id=x><b><i class="given-name">Ida</i> <i class="surname">Holm</i></b></button>',
    '<button id=x><span itemprop=author>Ida Holm</span></button>',
  )
  all(
    true,
    '<button id=x class="follow-author">Follow</button>',
    '<button id=x class="rename">Rename</button>',
  )
})

test('a link to its own heading says nothing, and neither does a sign that folds something', () => {
  const own = (html: string) => {
    const { root } = parseHtml(`<body>${html}</body>`)
    const link = [...descendants(root)].find(({ name }) => name === 'a')
    assert.ok(link, html)
    return isControl(link)
  }
  for (const html of [
    '<h2 id=mill>The mill <a href="#mill">Copy link</a></h2>',
    '<div id=mill><h2>The mill <span><a href="#mill">Link</a></span></h2></div>',
    '<h3><span id=mill></span>The mill <a href="#mill">§</a></h3>',
    '<h3 id=mill>The mill<a href="#mill"><span>Permalink to The mill, 1895</span></a></h3>',
    '<p>Ada, 2 hours ago <a href="javascript:void(0)">[–]</a></p>',
    '<p>Ada, 2 hours ago <a href="#">▼</a></p>',
  ])
    assert.equal(own(html), true, html)
  for (const html of [
    '<h2 id=mill><a href="#mill">The mill</a></h2>',
    '<h2 id=mill>The mill, see <a href="#fig3">figure 3</a></h2>',
    '<section id=fn.new><h4>pub fn <a href="#fn.new">new</a>(size: u32)</h4></section>',
    '<section id=fn.copy><h4>pub fn <a href="#fn.copy">copy</a>(&amp;self)</h4></section>',
    '<h2 id=mill>The mill, <a href="#mill">which has a link to the dam</a></h2>',
    '<p id=mill>The mill <a href="#mill">below</a></p>',
    '<p>Rated <a href="#">★★★★☆</a></p>',
    '<p>A mill<a href="#fn1">*</a></p>',
    '<p><a name=top>–</a></p>',
  ])
    assert.equal(own(html), false, html)
})

test('a link that is drawn as a button is one, but for files', () => {
  all(
    true,
    '<a id=x class="btn btn-primary" href=/a>Buy now</a>',
    '<a id=x class=button href=/a>Buy</a>',
    '<a id=x class="x cta_large" href=/a>Buy</a>',
    '<a id=x onclick="go()" href="#">Buy</a>',
    '<a id=x onclick="go()">Buy</a>',
    '<a id=x onclick="go()" href="javascript:void(0)">Buy</a>',
    '<p>ann <a id=x href="javascript:void(0)">[–]</a></p>',
    '<p>ann <a id=x href="JavaScript:">▾</a></p>',
    '<a id=x class=headerlink href="#a">¶</a>',
    '<span id=x class="a copybtn b">Copy</span>',
    '<a id=x class=reply-link href=/r>Reply to Ann</a>',
    '<a id=x data-toggle=modal href="#dialog">Book a drive</a>',
    '<a id=x data-bs-toggle=modal href="#dialog">Write</a>',
    '<details open><summary id=x class=hideme>Expand description</summary>text</details>',
  )
  all(
    false,
    '<a id=x href=/a>Buy</a>',
    '<a id=x class=buttons href=/a>Buy</a>',
    '<a id=x data-toggle=tooltip href=/a>Ann</a>',
    '<a id=x onclick="go()" href=/a>Buy</a>',
    '<a id=x href="javascript:open(7)">Lamps</a>',
    '<p>ann <a id=x href="/a">[–]</a></p>',
    '<a id=x class=btn href="/a.pdf">Manual</a>',
    '<a id=x class="btn btn-link" href="/a#comments">12 comments</a>',
    '<a id=x class=btn href="/a.ZIP?x=1">Files</a>',
    '<span id=x class="copybtns">Copy</span>',
    '<div id=x class=add-to-cart>All of the lamps that we have</div>',
  )
  assert.equal(is('<a id=x class=btn href="/a.pdfs">Manual</a>'), true)
})

test('a title over nothing is there for a script to fill', () => {
  assert.equal(is('<details><summary id=x>More</summary></details>'), true)
  assert.equal(is('<details><summary id=x>More</summary>text</details>'), false)
  assert.equal(is('<div><summary id=x>More</summary></div>'), false)
  assert.equal(isControl({ type: 'text', text: 'Copy', parent: undefined } as never), false)
})
