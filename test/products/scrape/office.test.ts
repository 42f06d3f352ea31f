import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import type { PageAnswer } from '../../../src/base/reader/answer.ts'
import { assertRefused, type TestApp } from '../../support/app.ts'
import { crawled, sitePage, startCrawl } from '../../support/crawl.ts'
import type { SimulatedWeb } from '../../support/simulated-web.ts'
import { paragraph, tinyDocx, tinyXlsx, zipOf } from '../../support/tiny-office.ts'
import { tinyPdf } from '../../support/tiny-pdf.ts'
import { startWebApp } from '../../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp())
})

const docx = tinyDocx(
  `${paragraph('Lamps', 'Heading1')}${paragraph('Sales of lamps rose by a third in the spring of 2024.')}`,
)

const parse = async (file: Buffer, name: string, options: unknown = {}) => {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(file)], name))
  body.set('options', JSON.stringify(options))
  const answer = await fetch(`${app.apiUrl}/v1/parse`, {
    ...{ method: 'POST', body, headers: { authorization: `Bearer ${app.secretKey}` } },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) }
}

describe('an office file', () => {
  it('is read when it is sent, whatever its name says', async () => {
    const formats = ['markdown', 'html', 'text', 'chunks', 'metadata']
    const answer = await parse(docx, 'report.pdf', { formats })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.get('x-credits-used'), '1')
    const { markdown, html, text, chunks, metadata } = answer.json as PageAnswer
    assert.match(markdown ?? '', /^# Lamps\n\nSales of lamps/)
    assert.match(html ?? '', /<h1>Lamps<\/h1>/)
    assert.match(text ?? '', /^Lamps\nSales/)
    assert.deepEqual(chunks?.[0]?.headings, ['Lamps'])
    assert.equal(metadata?.title, 'A report')
    assert.equal(metadata?.author, 'Ada Miller')
    assert.equal(metadata?.created, '2024-03-01T08:00:00Z')
    assert.equal(metadata?.modified, '2024-04-02T09:30:00Z')
  })

  it('is read at a URL, with its sheets', async () => {
    const file = tinyXlsx({
      Data: [
        ['Name', 'Price'],
        ['Lamp', 39],
      ],
      Rest: [['none', 1]],
    })
    web.site('files.test', () => ({ headers: { 'content-type': 'application/zip' }, body: file }))
    const answer = await app.api('/v1/scrape', {
      ...{
        method: 'POST',
        body: { url: 'https://files.test/prices.xlsx', formats: ['markdown', 'metadata'] },
      },
    })
    assert.equal(answer.status, 200, answer.text)
    const { markdown, metadata } = answer.json as PageAnswer
    assert.match(markdown ?? '', /## Data\n[^#]*\| Lamp \| 39 \|/)
    assert.equal(metadata?.sheetCount, 2)
  })

  it('gives structured data as a page does', async () => {
    const file = tinyDocx(
      `${paragraph('Desk lamp Aurora', 'Heading1')}${paragraph('Price: 39.90 EUR')}${paragraph('A lamp for desks.')}`,
    )
    web.site('shop.test', () => ({ headers: {}, body: file }))
    const schema = { type: 'object', properties: { price: { type: 'number' } } }
    const answer = await app.api('/v1/extract', {
      ...{ method: 'POST', body: { url: 'https://shop.test/lamp.docx', schema } },
    })
    assert.equal(answer.status, 200, answer.text)
    assert.equal((answer.json as { data: { price: number } }).data.price, 39.9)
  })

  it('is a page of a crawl', async () => {
    web.site('crawled.test', ({ url: { pathname } }) => {
      if (pathname === '/report.docx') return docx
      return pathname === '/' ? sitePage('home', ['/report.docx']) : { status: 404, body: 'none' }
    })
    const id = await startCrawl(app, { url: 'https://crawled.test/', sitemap: 'skip' })
    const { data, creditsUsed } = await crawled(app, id)
    const report = data.find(({ url }) => url.endsWith('/report.docx'))
    assert.match(String(report?.markdown), /^# Lamps/)
    assert.equal(creditsUsed, 2)
  })

  it('may be larger than a page', async () => {
    const large = tinyDocx(paragraph('A file with large pictures'), 'Large', 'x'.repeat(10_500_000))
    const sent = await parse(large, 'large.docx')
    assert.equal(sent.status, 200, sent.text)
    assert.match(sent.json.markdown, /large pictures/)
    web.site('large.test', ({ url: { pathname } }) =>
      pathname === '/a.docx' ? large : `<p>${'many words '.repeat(1_000_000)}</p>`,
    )
    const read = (path: string) =>
      app.api('/v1/scrape', { method: 'POST', body: { url: `https://large.test${path}` } })
    assert.equal((await read('/a.docx')).status, 200)
    assertRefused(await read('/a.html'), 502, 'page_too_large', /more than 10 MB/)
  })

  it('is read as far as the caller wants it', async () => {
    const file = tinyXlsx({ Sales: [['lamps', 12]], Costs: [['rent', 900]] })
    const { json } = await parse(file, 'a.xlsx', { documents: { sheets: ['costs'] } })
    assert.doesNotMatch(json.markdown, /lamps/)
    assert.match(json.markdown, /rent \| 900/)
    const none = await parse(file, 'a.xlsx', { documents: { sheets: ['Gains'] } })
    assertRefused(none, 502, 'page_empty', /no such sheet; it has "Sales", "Costs"/)
  })

  it('that cannot be read costs nothing and says why', async () => {
    const refused = async (file: Buffer, name: string, code: string, text: RegExp) =>
      assertRefused(await parse(file, name), 502, code, text)
    await refused(zipOf({ 'a.txt': 'x' }), 'a.docx', 'page_unsupported', /ZIP archive/)
    await refused(docx.subarray(0, 200), 'a.docx', 'page_unsupported', /damaged/)
    await refused(tinyDocx(''), 'a.docx', 'page_empty', /no text/)
  })
})

describe('a page around a PDF', () => {
  const pdf = tinyPdf([{ runs: [{ x: 50, y: 700, size: 10, text: 'Lamps sold well.' }] }])
  const scrape = async (url: string) => {
    const answer = await app.api('/v1/scrape', { method: 'POST', body: { url } })
    assert.equal(answer.status, 200, answer.text)
    return answer.json as PageAnswer
  }

  it('is read as that PDF, in whatever element it stands', async () => {
    const around = [
      '<iframe src="/report.pdf"></iframe>',
      '<embed src="report.pdf#page=1" type="application/pdf">',
      '<object data="/report.pdf?v=2"></object>',
      '<iframe src="/viewer.html?file=%2Freport.pdf"></iframe>',
    ]
    web.site('viewer.test', ({ url: { pathname } }) => {
      return pathname === '/report.pdf'
        ? { headers: { 'content-type': 'application/pdf' }, body: pdf }
        : `<title>Report</title><h1>Our report</h1>${around[Number(pathname.slice(1))]}`
    })
    for (const index of around.keys()) {
      const { url, markdown } = await scrape(`https://viewer.test/${index}`)
      assert.match(url, /\/report\.pdf/)
      assert.equal(markdown, 'Lamps sold well.')
    }
  })

  it('stays a page where it says more', async () => {
    const prose = 'The report was written for people who want to know how lamps are sold. '.repeat(
      20,
    )
    web.site('article.test', () => `<h1>Lamps</h1><p>${prose}</p><iframe src="/r.pdf"></iframe>`)
    assert.match((await scrape('https://article.test/')).markdown ?? '', /how lamps are sold/)
  })
})

describe('what reads office files', () => {
  it('is loaded by the process that is made for it, and nowhere else', () => {
    const root = join(import.meta.dirname, '../../../src')
    const loads = (pattern: RegExp) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter(path => path.endsWith('.ts'))
        .filter(path => pattern.test(readFileSync(join(root, path), 'utf8')))
    assert.deepEqual(loads(/^import (?!type)[^;]*?'@firecrawl\/anydoc'/m), [
      'page/documents/office/convert.ts',
    ])
    assert.deepEqual(loads(/^import (?!type).*\/convert\.ts'|import\(.*\/convert\.ts'\)/m), [
      'process/file-process.ts',
    ])
  })
})

describe('an e-mail', () => {
  it('is read with its head, its text and the names of what is attached', async () => {
    const message = [
      'From: Ada Miller <ada@example.test>',
      'To: bob@example.test',
      'Subject: =?utf-8?q?Lamps_f=C3=BCr_May?=',
      'Date: Fri, 01 Mar 2024 08:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<style>p{color:red}</style><p>The <b>lamps</b> are here.</p>',
      '--b',
      'Content-Type: application/pdf; name="bill.pdf"',
      'Content-Disposition: attachment; filename="bill.pdf"',
      '',
      'x',
      '--b--',
    ].join('\r\n')
    const answer = await parse(Buffer.from(message), 'mail.eml', {
      formats: ['markdown', 'metadata'],
    })
    assert.equal(answer.status, 200, answer.text)
    const { markdown, metadata } = answer.json as PageAnswer
    assert.match(markdown ?? '', /^# Lamps für May\n/)
    assert.match(markdown ?? '', /Ada Miller \\?<ada@example\.test\\?>/)
    assert.match(markdown ?? '', /The \*\*lamps\*\* are here\./)
    assert.match(markdown ?? '', /## Attachments\n\n- bill\.pdf/)
    assert.doesNotMatch(markdown ?? '', /color:red/)
    assert.equal(metadata?.title, 'Lamps für May')
    assert.equal(metadata?.author, 'Ada Miller')
    assert.equal(metadata?.published, '2024-03-01T08:00:00.000Z')
  })
})
