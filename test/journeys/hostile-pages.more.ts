import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import type { ApiAnswer, TestApp } from '../support/app.ts'
import type { SimulatedWeb } from '../support/simulated-web.ts'
import { stretched } from '../support/slowness.ts'
import { tinyPdf } from '../support/tiny-pdf.ts'
import { startWebApp } from '../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp())
})

const prose = (subject: string) =>
  `<p>${Array.from({ length: 6 }, (_, n) => `The ${n + 1}. sentence about ${subject} was written for people who read pages to the end.`).join(' ')}</p>`
const scrape = (body: object): Promise<ApiAnswer> => app.api('/v1/scrape', { method: 'POST', body })

describe('hostile pages and files', () => {
  /** Sixty kilobytes that unpack to 60 MB of drawing. */
  const pdfBomb = () => {
    const packed = deflateSync(Buffer.alloc(60_000_000, 'BT (a) Tj ET '))
    return Buffer.concat([
      Buffer.from(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >> endobj
4 0 obj << /Length ${packed.length} /Filter /FlateDecode >> stream
`),
      packed,
      Buffer.from('\nendstream endobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
    ])
  }
  const runs = Array.from({ length: 20_000 }, (_, n) => ({
    x: n % 600,
    y: (n * 7) % 800,
    size: 1 + (n % 20),
    text: `run ${n}`,
  }))
  const pdf = (body: Buffer) => ({ headers: { 'content-type': 'application/pdf' }, body })

  it('cost at most seconds and never the process', async () => {
    web.site('hostile.test', {
      '/deep': `${'<div>'.repeat(50_000)}${prose('depth')}`,
      '/attributes': `<p ${Array.from({ length: 50_000 }, (_, n) => `a${n}=1`).join(' ')}>${prose('attributes')}</p>`,
      '/formatting': `${'<b><i><a href=x>'.repeat(20_000)}${prose('formatting')}`,
      '/tables': `${'<table><tr><td>'.repeat(3_000)}${prose('tables')}`,
      '/entities': `<p>${'&amp;&lt;&#x41;'.repeat(200_000)}</p>${prose('entities')}`,
      '/words': `<p>${'word '.repeat(200_000)}</p>`,
      '/runs.pdf': pdf(tinyPdf([{ runs }])),
      '/bomb.pdf': pdf(pdfBomb()),
    })
    const probes = setInterval(async () => {
      const startedMs = performance.now()
      await fetch(`${app.apiUrl}/healthz`)
      slowestMs = Math.max(slowestMs, performance.now() - startedMs)
    }, 50)
    let slowestMs = 0
    const startedMs = performance.now()
    const answers = await Promise.all(
      'words deep attributes formatting tables entities runs.pdf bomb.pdf'
        .split(' ')
        .map(path => scrape({ url: `https://hostile.test/${path}`, render: 'never' })),
    )
    clearInterval(probes)
    for (const { status, text } of answers) assert.ok(status === 200 || status === 502, text)
    // Long is not hostile: a million characters in one paragraph are read.
    assert.equal(answers[0]?.status, 200)
    // Processor time is what is limited; on a busy machine a call ends with its own 30 s.
    assert.ok(performance.now() - startedMs < stretched(40_000))
    // The web and the probes share this process; bench/hostile.ts measures from outside.
    assert.ok(slowestMs < stretched(2_000), `/healthz took ${slowestMs} ms`)
  })
})
