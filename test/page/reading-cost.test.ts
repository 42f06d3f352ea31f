import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageTask } from '../../src/base/reader/page-task.ts'
import { readBytes } from '../../src/base/reader/read-bytes.ts'
import { surveyPage } from '../../src/products/branding/survey-page.ts'
import { extractFromPage } from '../../src/products/extract/extract-page.ts'

/** Everywhere a page can say something of any length. */
const places = (text: string): string => {
  const value = text.replaceAll('"', '&quot;')
  const json = JSON.stringify(text).replaceAll('<', '\\u003c')
  return `<title>${text}</title>
  ${['description', 'og:title', 'og:image', 'author', 'date', 'robots'].map(name => `<meta name="${name}" property="${name}" content="${value}">`).join('')}
  <style>.a{clip-path:${text};transform:${text};font-family:${text};background:${text}}</style>
  <script type="application/ld+json">{"@type":"Product","name":${json},"offers":{"price":${json}},"datePublished":${json}}</script>
  <h1>${text}</h1><p>${text}</p><pre>${text}</pre><ul><li>${text}</li></ul>
  <table><tr><th>${text}</th><td>${text}</td></tr></table><time datetime="${value}">${text}</time>
  <p style="clip-path:${value};transform:${value};color:${value};background:${value}">styled</p>
  <p class="${value}" id="${value}">named</p><a href="${value}" title="${value}">linked</a>
  <img src="${value}" alt="${value}" srcset="${value}"><p>$$${text}$$</p>`
}

const prose = `<p>${'The sentence about rivers was written for people who read to the end. '.repeat(9)}</p>`
const page = (unit: string, length: number): Buffer =>
  Buffer.from(
    `<!doctype html><body><main>${prose}${places(unit.repeat(length / unit.length))}${prose}`,
  )

const origin = {
  requestedUrl: 'https://long.test/',
  finalUrl: 'https://long.test/',
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
}
const task = (bytes: Buffer): PageTask => ({
  ...{ ...origin, bytes, rendered: false, screenshot: undefined, warning: undefined },
  ...{ isLast: true, onlyMainContent: true, includeTags: [], excludeTags: [], trace: false },
  formats: ['markdown', 'html', 'links', 'images', 'metadata'],
})
const properties = { title: { type: 'string' }, price: { type: 'number' } }
const spec = { schema: { type: 'object', properties }, prompt: undefined }
const question = { spec, onlyMainContent: false, forModel: false, evidence: false }

type Reader = { read: (bytes: Buffer) => unknown; units: string[] }
/** Slower ones on fewer texts: they read what the first one reads, and more. */
const readers: Record<string, Reader> = {
  scrape: {
    read: bytes => readBytes(task(bytes)),
    units: [' ', '\n', '(', ',', 'a,a,', '<a<a', 'url(', 'http://', '#'],
  },
  branding: { read: bytes => surveyPage({ bytes, origin }), units: [' ', '(', 'a,a,'] },
  extract: {
    read: bytes => extractFromPage({ page: task(bytes), question }),
    units: [' ', 'a,a,'],
  },
}

const workMs = async (read: () => unknown): Promise<number> => {
  const before = process.threadCpuUsage()
  await read()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

describe('reading a page takes time in proportion to it', () => {
  for (const [product, { read, units }] of Object.entries(readers))
    it(`for ${product}`, async () => {
      await read(page('warm ', 5_000))
      for (const unit of units) {
        const [short, long] = [page(unit, 5_000), page(unit, 20_000)]
        const shortMs = Math.max(40, await workMs(() => read(short)))
        const longMs = await workMs(() => read(long))
        // Four times the text; what is quadratic takes sixteen times as long.
        assert.ok(longMs < 9 * shortMs, `${JSON.stringify(unit)}: ${shortMs} ms, then ${longMs} ms`)
      }
    })
})
