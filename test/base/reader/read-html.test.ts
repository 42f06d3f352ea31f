import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageTask } from '../../../src/base/reader/page-task.ts'
import { readHtmlPage } from '../../../src/base/reader/read-html.ts'

const read = (html: string, given: Partial<PageTask> = {}) =>
  readHtmlPage({
    ...{ requestedUrl: 'https://a.test/x', finalUrl: 'https://a.test/x', status: 200 },
    ...{ rendered: false, isLast: true, bytes: Buffer.from(html), screenshot: undefined },
    ...{ headers: { 'content-type': 'text/html' }, warning: undefined, formats: ['markdown'] },
    ...{ trace: false, onlyMainContent: true, includeTags: [], excludeTags: [], ...given },
  })
const answerOf = (html: string, given?: Partial<PageTask>) => {
  const outcome = read(html, given)
  assert.equal(outcome.is, 'answer', JSON.stringify(outcome))
  return outcome.is === 'answer' ? outcome.answer : undefined
}

const words =
  'The mill at the river turns with the tide, and who comes at noon may see it stand still.'
const page = `<title>Mill</title><main><h1>The mill</h1><p>${words}</p><p>${words}</p></main>`
const shell = '<div id="root"></div><script src="/a.js"></script>'

describe('a page that is read', () => {
  it('gives what was asked for, and nothing else', () => {
    const markdown = `# The mill\n\n${words}\n\n${words}`
    assert.deepEqual(answerOf(page), { url: 'https://a.test/x', markdown })
    const { rawHtml, ...rest } = { ...answerOf(page, { formats: ['rawHtml'] }) }
    assert.deepEqual([rawHtml, rest], [page, { url: 'https://a.test/x' }])
  })

  it('is read whole where the caller wants that', () => {
    const framed = `<nav><a href="/b">Other mills</a></nav>${page}`
    assert.doesNotMatch(String(answerOf(framed)?.markdown), /Other mills/)
    assert.match(String(answerOf(framed, { onlyMainContent: false })?.markdown), /Other mills/)
    const only = answerOf(framed, { includeTags: ['nav'] })?.markdown
    assert.equal(only, '[Other mills](https://a.test/b)')
  })

  it('has its warnings in one text', () => {
    assert.equal(answerOf(page)?.warning, undefined)
    assert.equal(answerOf(page, { warning: 'It was slow.' })?.warning, 'It was slow.')
  })
})

describe('what is no page', () => {
  const login = '<title>Log in</title><form><input type="password"></form><p>Please log in</p>'
  const note = '<p>You need to enable JavaScript to run this app.</p><script src="/a.js"></script>'
  const cases: [what: string, is: string, html: string, given?: Partial<PageTask>][] = [
    ['an error', 'status', page, { status: 404 }],
    ['the first of the errors', 'status', page, { status: 400 }],
    ['the last that is none', 'answer', page, { status: 399 }],
    ['a wall', 'wall', login, { finalUrl: 'https://a.test/login' }],
    ['a shell', 'shell', shell, { isLast: false }],
    ['a shell that no browser sees more in', 'nothing', shell],
    ['a shell that only loads', 'nothing', '<p>Loading…</p><script src="/a.js"></script>'],
    [
      'one that a browser may see more in',
      'shell',
      '<p>Loading…</p><script src="/a.js"></script>',
      { isLast: false },
    ],
    ['few words of a shell', 'answer', '<p>Brass lamp, € 61</p><script src="/a.js"></script>'],
    ['a note', 'nothing', note],
    ['no words', 'nothing', '<title>Mill</title><p> </p>'],
    ['no words in what was chosen', 'nothing', page, { excludeTags: ['main'] }],
    ['no words, that leads on', 'answer', '<a href="/b"></a>', { follow: true }],
    ['another page', 'redirect', '<meta http-equiv="refresh" content="0;url=/b">'],
  ]
  for (const [what, is, html, given] of cases)
    it(`is told apart: ${what}: ${is}`, () => assert.equal(read(html, given).is, is))

  it('is what its site asks not to use, where the caller respects that', () => {
    const asking = `<meta name="tdm-reservation" content="1">${page}`
    assert.equal(read(asking).is, 'answer')
    assert.equal(read(page, { respectPreferences: true }).is, 'answer')
    assert.deepEqual(read(asking, { respectPreferences: true }), {
      is: 'refused',
      sentence: 'a.test asks not to use this page (on the page: “tdm-reservation: 1”).',
    })
  })

  it('is said in a sentence', () => {
    const said = (html: string, given?: Partial<PageTask>) => {
      const outcome = read(html, given)
      return 'sentence' in outcome ? outcome.sentence : undefined
    }
    assert.equal(said('<p> </p>'), 'a.test sent a page without text.')
    const left = 'Nothing is left of the page after includeTags and excludeTags.'
    assert.equal(said(page, { includeTags: ['table'] }), left)
    assert.equal(said(page, { excludeTags: ['main'] }), left)
    const sent = 'a.test sent no more than a note that JavaScript is needed'
    assert.equal(said(note), `${sent}.`)
    assert.equal(said(note, { rendered: true }), `${sent}, and a browser saw no more.`)
  })
})
