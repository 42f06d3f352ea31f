import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { type JudgedPage, readJudged } from '../../../src/page/verdict/page.ts'

const read = (html: string, text = '', headers: Record<string, string> = {}): JudgedPage =>
  readJudged(parseHtml(html), text, {
    ...{ requestedUrl: 'https://a.example/', finalUrl: 'https://a.example/', status: 200, headers },
  })
const has = (html: string, some: Partial<JudgedPage>, text = '') => {
  const page = read(html, text)
  for (const [name, value] of Object.entries(some))
    assert.deepEqual(page[name as keyof JudgedPage], value, `${name} of ${html.slice(0, 80)}`)
}

test('a page is known by its title and its first heading, in lower case', () => {
  has('<title> A Mill </title><title>B</title><h1>One <b>Two</b></h1><h1>Three</h1>', {
    ...{ title: 'a mill', heading: 'one two' },
  })
  has('<svg><title>Logo</title></svg><h1></h1><h1>Two</h1>', { title: '', heading: 'two' })
  assert.equal(read('', `${'A'.repeat(6_001)}`).start, 'a'.repeat(6_000))
})

test('a password is asked for where its field is in sight, or hidden far above it', () => {
  const inside = (depth: number) => `<div hidden>${'<div>'.repeat(depth - 1)}<input type=Password>`
  has('<input type=Password>', { hasPassword: true })
  has('<input type=password hidden>', { hasPassword: false })
  has(inside(19), { hasPassword: false })
  has(inside(20), { hasPassword: true })
  has('<input type=text>', { hasPassword: false })
})

test('what a wall may be made of is read where the text is short', () => {
  const html = `<script src="/S.js" id=I></script><script>Start${'x'.repeat(400)}</script><form action="/go"></form>
    <button>Press</button><a href=x>Link</a><input type=SUBMIT value=Send>`
  const page = read(html, 'a'.repeat(4_000))
  assert.equal(page.parts, `/s.js\ni\nstart${'x'.repeat(295)}\n/go`)
  assert.equal(page.buttons, 'press\nlink\nsend\n')
  assert.deepEqual([page.scripts, page.inlineScriptChars], [2, 405])
  has(html, { parts: '', buttons: '', scripts: 2 }, 'a'.repeat(4_001))
  has(`<button>${'x'.repeat(59)}</button><button>${'y'.repeat(60)}</button>`, {
    buttons: `${'x'.repeat(59)}\n`,
  })
  const many = read('<button>ninechars</button>'.repeat(200))
  assert.equal(many.buttons.length, 1_010)
  has(
    `<body><noscript>${'a'.repeat(300)}</noscript><noscript>${'b'.repeat(600)}</noscript><noscript>c</noscript>`,
    {
      noscript: 'a'.repeat(300) + 'b'.repeat(500),
    },
  )
})

test('a password that is asked for now counts, and one in a form that waits does not', () => {
  has('<input type=Password>', { hasPassword: true })
  has('<input type=text>', { hasPassword: false })
  has('<div hidden><p><input type=password></p></div>', { hasPassword: false })
})

test('prose, code, frames and what the markup says of them', () => {
  const long = 'Plain prose about a subject that somebody wrote for other people to read. '.repeat(
    4,
  )
  has(`<p>${long}</p>`.repeat(6), { paragraphs: 4 })
  has(`<p>${long}</p>`.repeat(3), { paragraphs: 3 })
  has('<p>short</p>', { paragraphs: 0, hasCode: false, isArticle: false, frames: 0 })
  has('<pre>x</pre>', { hasCode: true })
  has('<article></article>', { isArticle: true })
  has('<meta property="og:type" content="article">', { isArticle: true })
  has('<meta property="og:type" content="website"><meta property="x" content="article">', {
    isArticle: false,
  })
  has(
    '<iframe src="/a"></iframe><iframe src="about:blank"></iframe><iframe></iframe><iframe src="DATA:x"></iframe>',
    {
      frames: 1,
    },
  )
})

test('a root that is empty, or nearly, is where an application comes', () => {
  has(`<div id=root>${'x'.repeat(19)}</div>`, { emptyRoots: ['root'] })
  has(`<div id=root>${'x'.repeat(20)}</div>`, { emptyRoots: [] })
  has('<div id=other></div>', { emptyRoots: [] })
  has('<div id=app></div><div id=__next></div>', { emptyRoots: ['app', '__next'] })
})

test('where a page sends its visitors on, by its header or by its head', () => {
  has('<meta http-equiv=Refresh content="0;url=/a"><meta http-equiv=refresh content="0;url=/b">', {
    refresh: '/a',
  })
  assert.equal(
    read('<meta http-equiv=refresh content="0;url=/a">', '', { refresh: '0;url=/h' }).refresh,
    '/h',
  )
  has('<meta name=refresh content="0;url=/a">', { refresh: undefined })
})

test('the PDF that a frame shows, by its name, its type, or as what a viewer is told', () => {
  const shown = (html: string) => read(html).shownPdf
  assert.equal(shown('<iframe src="/a.PDF?x=1#page=2"></iframe>'), '/a.PDF?x=1#page=2')
  assert.equal(shown('<object data="/a" type="application/pdf"></object>'), '/a')
  assert.equal(shown('<embed src="/v.html?file=%2Freport.pdf%23x">'), '/report.pdf#x')
  assert.equal(shown('<iframe src="/v.html?src=/b.pdf&url=/a.pdf"></iframe>'), '/a.pdf')
  assert.equal(
    shown(
      '<iframe src="/a.pdfs"></iframe><iframe src="/b.pdf"></iframe><iframe src="/c.pdf"></iframe>',
    ),
    '/b.pdf',
  )
  for (const none of [
    '<iframe src="/v.html?file=a.pdfx"></iframe>',
    '<img src="/a.pdf">',
    '<embed data="/a.pdf">',
    '<iframe></iframe>',
  ])
    assert.equal(shown(none), undefined, none)
})
