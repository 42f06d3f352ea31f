import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import type { PageAnswer } from '../../../src/base/reader/answer.ts'
import type { TestApp } from '../../support/app.ts'
import type { SimulatedWeb } from '../../support/simulated-web.ts'
import { tinyPdf } from '../../support/tiny-pdf.ts'
import { startWebApp } from '../../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp())
})

const prose = Array.from(
  { length: 6 },
  (_, n) => `The ${n + 1}. sentence about rivers was written for people who read to the end.`,
).join(' ')
const html = `<!doctype html><html lang="en"><head><title>On rivers</title></head><body>
  <nav><a href="/">Home</a></nav><main><article><h1>On rivers</h1><p>${prose}</p>
  <p>${prose} See <a href="lakes">the lakes</a> and <a href="https://example.test/sea">the sea</a>.</p>
  </article></main><footer>Imprint</footer></body></html>`

const send = async (body: BodyInit, contentType?: string) => {
  const answer = await fetch(`${app.apiUrl}/v1/parse`, {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${app.secretKey}`,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) }
}
const form = (file: Uint8Array | string, name: string, type: string, options?: unknown) => {
  const data = new FormData()
  data.set('file', new File([new Uint8Array(Buffer.from(file))], name, { type }))
  if (options !== undefined)
    data.set('options', typeof options === 'string' ? options : JSON.stringify(options))
  return data
}
const parsed = async (...sent: Parameters<typeof send>): Promise<PageAnswer> => {
  const answer = await send(...sent)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers.get('x-credits-used'), '1')
  return answer.json as PageAnswer
}
const refused = async (
  sent: Parameters<typeof send>,
  status: number,
  code: string,
  text: RegExp,
) => {
  const answer = await send(...sent)
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.headers.get('x-error-code'), code)
  assert.equal(answer.headers.get('x-credits-used'), '0')
  assert.match(answer.json.error, text)
}

describe('a file', () => {
  it('is read as a page is, in a form or as the body itself, and asks for nothing', async () => {
    const sent = await parsed(form(html, 'rivers.html', 'text/html'))
    assert.deepEqual(Object.keys(sent).sort(), ['markdown', 'metadata', 'url'])
    assert.equal(sent.url, 'file:///rivers.html')
    assert.match(sent.markdown ?? '', /^# On rivers/)
    assert.doesNotMatch(sent.markdown ?? '', /Imprint|Home/)
    assert.equal(sent.metadata?.title, 'On rivers')
    assert.equal(sent.metadata?.sourceUrl, 'file:///rivers.html')
    const raw = await parsed(html, 'text/html')
    assert.equal(raw.markdown, sent.markdown)
    assert.equal(raw.url, 'file:///file')
    assert.equal(web.requests.length, 0)
  })

  it('has no links that it does not name, unless it is told where it came from', async () => {
    const formats = ['links', 'markdown']
    const alone = await parsed(form(html, 'rivers.html', 'text/html', { formats }))
    assert.deepEqual(alone.links, ['https://example.test/sea'])
    assert.match(alone.markdown ?? '', /See the lakes and \[the sea\]/)
    const url = 'https://example.test/rivers/'
    const placed = await parsed(form(html, 'rivers.html', 'text/html', { formats, url }))
    assert.equal(placed.url, url)
    assert.ok(placed.links?.includes('https://example.test/rivers/lakes'))
    assert.equal(web.requests.length, 0)
  })

  it('is known by its bytes, then by what it is called', async () => {
    const pdf = await parsed(
      form(
        tinyPdf([{ runs: [{ x: 50, y: 700, size: 12, text: 'Words of a PDF' }] }]),
        'a.bin',
        'application/octet-stream',
      ),
    )
    assert.match(pdf.markdown ?? '', /Words of a PDF/)
    assert.equal(pdf.metadata?.pageCount, 1)
    const tagged = await parsed(readFileSync('test/fixtures/tagged.pdf'), 'application/pdf')
    assert.ok((tagged.markdown ?? '').length > 100)
    const csv = await parsed(form('a,b\n1,2\n', 'table.csv', 'application/octet-stream'))
    assert.match(csv.markdown ?? '', /\| a \| b \|/)
    const json = await parsed('{"a":[1,2]}', 'application/json')
    assert.match(json.markdown ?? '', /```json/)
    const markdown = await parsed(form('---\ntitle: Notes\n---\n# One\n', 'n.md', 'text/plain'))
    assert.equal(markdown.markdown, '# One')
    assert.equal(markdown.metadata?.title, 'Notes')
    const linked = await parsed(
      form('See [more](more.md).', 'notes.md', 'application/octet-stream', {
        ...{ url: 'https://example.test/docs/', formats: ['markdown', 'links', 'text'] },
      }),
    )
    assert.equal(linked.markdown, 'See [more](https://example.test/docs/more.md).')
    assert.deepEqual(linked.links, ['https://example.test/docs/more.md'])
    assert.equal(linked.text, 'See more.')
    const feed =
      '<rss version="2.0"><channel><title>News</title><item><title>First</title></item></channel></rss>'
    assert.match((await parsed(feed, 'application/rss+xml')).markdown ?? '', /First/)
    assert.equal((await parsed('Just words', 'text/plain')).markdown, 'Just words')
  })

  it('takes the options of a scrape that need no site', async () => {
    const options = { formats: ['html'], includeTags: ['h1'] }
    const { html: clean } = await parsed(form(html, 'rivers.html', 'text/html', options))
    assert.match(clean ?? '', /<h1>On rivers<\/h1>/)
    assert.doesNotMatch(clean ?? '', /sentence/)
    const { trace } = await parsed(form(html, 'r.html', 'text/html', { trace: true }))
    assert.ok(trace?.length)
  })

  it('is read whatever its name is', async () => {
    for (const [name, url] of [
      ['Bericht über Flüsse.html', 'file:///Bericht%20%C3%BCber%20Fl%C3%BCsse.html'],
      ['../../etc/passwd', 'file:///passwd'],
      ['C:\\x\\a.html', 'file:///a.html'],
      ['a"; b.html', 'file:///a%22%3B%20b.html'],
    ] as const)
      assert.equal((await parsed(form(html, name, 'text/html'))).url, url)
  })
})

describe('a PDF', () => {
  const pdf = tinyPdf(
    ['one', 'two', 'three'].map(word => ({
      runs: [{ x: 50, y: 700, size: 10, text: `Page ${word} of the report.` }],
    })),
  )

  it('is read by its pages', async () => {
    const options = { documents: { pages: '2-', pageMarkers: true } }
    const { markdown, metadata } = await parsed(form(pdf, 'a.pdf', '', options))
    assert.equal(
      markdown,
      '<!-- page 2 -->\n\nPage two of the report.\n\n<!-- page 3 -->\n\nPage three of the report.',
    )
    assert.equal(metadata?.pageCount, 3)
    const { warning } = await parsed(form(pdf, 'a.pdf', '', { documents: { maxPages: 1 } }))
    assert.match(warning ?? '', /first 1 of 3 pages/)
  })

  it('has pages that are asked for in a form that can be understood', async () => {
    for (const pages of ['', '0', '2-1-3', 'all', '1,,2'])
      await refused(
        [form(pdf, 'a.pdf', '', { documents: { pages } })],
        400,
        'invalid_request',
        /documents/,
      )
    const none = { documents: { pages: '7' } }
    await refused([form(pdf, 'a.pdf', '', none)], 502, 'page_empty', /3 pages/)
  })
})

describe('what cannot be read', () => {
  it('costs nothing and says why, in the words of a scrape', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    await refused([png, 'image/png'], 502, 'page_unsupported', /a picture/)
    await refused(
      [form(Buffer.from('PK\x03\x04\0\0'), 'a.docx', '')],
      502,
      'page_unsupported',
      /damaged/,
    )
    await refused([form('', 'a.html', 'text/html')], 502, 'page_empty', /^The file is empty/)
    await refused(['<title>x</title><body></body>', 'text/html'], 502, 'page_empty', /^The file /)
    await refused(
      [Buffer.from('%PDF-1.7\nbroken'), 'application/pdf'],
      502,
      'page_unsupported',
      /PDF/,
    )
    const away = '<meta http-equiv="refresh" content="0;url=https://example.test/x">'
    await refused([away, 'text/html'], 502, 'page_empty', /example\.test\/x/)
    assert.equal(web.requests.length, 0)
  })

  it('is a 400 where the request is wrong', async () => {
    const bad = (text: RegExp, ...sent: Parameters<typeof send>) =>
      refused(sent, 400, 'invalid_request', text)
    await bad(/body is empty/, '', 'text/html')
    await bad(/multipart body cannot be read/, 'no parts', 'multipart/form-data; boundary=x')
    await bad(/multipart body cannot be read/, 'no parts', 'multipart/form-data')
    await bad(/"options" ends before its JSON does/, form(html, 'a.html', 'text/html', '{'))
    await bad(
      /In "options": The body must be an object, not a list/,
      form(html, 'a.html', 'text/html', '[]'),
    )
    await bad(
      /"render" is not a known field/,
      form(html, 'a.html', 'text/html', { render: 'auto' }),
    )
    await bad(/screenshot/, form(html, 'a.html', 'text/html', { formats: ['screenshot'] }))
    await bad(/includeTags/, form(html, 'a.html', 'text/html', { includeTags: ['div['] }))
    const other = form(html, 'a.html', 'text/html')
    other.set('more', 'x')
    await bad(/"more" is not a known field/, other)
    const twice = form(html, 'a.html', 'text/html')
    twice.append('file', new File(['x'], 'b.txt'))
    await bad(/"file" is given twice/, twice)
    const text = new FormData()
    text.set('file', 'words')
    await bad(/"file" must be a file/, text)
    const none = new FormData()
    none.set('options', '{}')
    await bad(/"file" is missing/, none)
    const url = 'http://10.0.0.1/'
    await refused([form(html, 'a.html', 'text/html', { url })], 400, 'blocked_target', /public/)
  })

  it('is a 413 where it is larger than a page may be', async () => {
    const large = new Uint8Array(10_200_000).fill(97)
    await refused([large, 'text/plain'], 413, 'body_too_large', /larger than 10 MB/)
    const larger = new Uint8Array(50_200_000)
    await refused([larger, 'application/pdf'], 413, 'body_too_large', /larger than 50 MB/)
  })
})

describe('a server without a search engine', () => {
  it('says so with a 501', async () => {
    const answer = await app.api('/v1/search', { method: 'POST', body: { query: 'x' } })
    assert.equal(answer.status, 501)
    assert.equal(answer.headers.get('x-error-code'), 'not_configured')
    assert.match((answer.json as { error: string }).error, /SEARCH_URL/)
  })
})
