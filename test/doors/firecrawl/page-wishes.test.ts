import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readActions, toActions } from '../../../src/doors/firecrawl/actions.ts'
import type { FirecrawlWay } from '../../../src/doors/firecrawl/call.ts'
import { toExtraction } from '../../../src/doors/firecrawl/merge.ts'
import { readPageOptions as readOptions } from '../../../src/doors/firecrawl/page-options.ts'

const readPageOptions = (input: Record<string, unknown>, ways: FirecrawlWay[] = []) =>
  readOptions(input, ways)

describe('wishes for a page', () => {
  it('are Markdown where nothing is said, and always its metadata', () => {
    const read = { formats: ['markdown', 'metadata'], actions: [], options: {}, refused: [] }
    for (const wishes of [{}, { formats: [] }, { origin: 'x', integration: 'y', fastMode: true }])
      assert.deepEqual(readPageOptions(wishes), { ...read, dataAs: undefined, branding: false })
  })

  it('may be written in the form of either version', () => {
    const schema = { type: 'object' }
    const json = (wishes: Record<string, unknown>) => {
      const { dataAs, formats } = readPageOptions(wishes)
      return [dataAs, formats]
    }
    const asked = { schema, prompt: 'p' }
    const wanted = [{ type: 'json', ...asked }, 'metadata']
    assert.deepEqual(json({ formats: [{ type: 'json', ...asked }] }), ['json', wanted])
    assert.deepEqual(json({ formats: ['json'], jsonOptions: asked }), ['json', wanted])
    assert.deepEqual(json({ formats: ['extract'], extract: asked }), ['extract', wanted])
    const { formats } = readPageOptions({
      formats: ['screenshot@fullPage', { type: 'screenshot', fullPage: true }, 'html'],
    })
    assert.deepEqual(formats, ['screenshot', 'html', 'metadata'])
  })

  it('beyond our bounds are brought into them; what is none is left to our own check', () => {
    const wishes = { timeout: 300_000, waitFor: 90_000, maxAge: 1e12, mobile: 'yes', headers: null }
    assert.deepEqual(readPageOptions(wishes).options, {
      ...{ timeout: 120_000, waitFor: 60_000, maxAge: 604_800_000, mobile: 'yes' },
    })
    assert.equal(readPageOptions({ timeout: 2_000, waitFor: 5_000 }).options.waitFor, 1_500)
    const parsers = (list: unknown[]) => readPageOptions({ parsers: list }).options.documents
    assert.deepEqual(parsers([{ type: 'pdf', maxPages: 3 }]), { maxPages: 3 })
    assert.deepEqual(parsers([{ type: 'pdf', maxPages: 9_999 }]), { maxPages: 2_000 })
    assert.equal(parsers(['pdf']), undefined)
    assert.deepEqual(parsers([{ type: 'pdf', mode: 'ocr' }]), { ocr: 'always' })
    assert.deepEqual(parsers([{ type: 'pdf', mode: 'fast' }]), { ocr: 'never' })
    assert.equal(parsers([{ type: 'pdf', mode: 'auto' }]), undefined)
  })

  it('that are not granted are told, each in a sentence', () => {
    const { refused } = readPageOptions({
      formats: ['markdown', 'audio'],
      actions: [{ type: 'hover' }],
      ...{ skipTlsVerification: true, proxy: 'enhanced', location: { country: 'FR' }, parsers: [] },
    })
    assert.equal(refused.length, 6)
    for (const sentence of refused) assert.match(sentence, /^[A-Z].*\.$/)
    const { refused: none } = readPageOptions({
      actions: [],
      proxy: 'auto',
      skipTlsVerification: false,
    })
    assert.deepEqual(none, [])
  })

  it('for a place lead by the operator’s ways, where there are such', () => {
    const ways: FirecrawlWay[] = [
      { name: 'de', countries: ['DE'], kind: 'datacenter' },
      { name: 'de-home', countries: ['DE'], kind: 'residential' },
    ]
    const location = { country: 'de', languages: ['de_AT', 'de'] }
    const plain = readPageOptions({ location }, ways)
    assert.deepEqual(plain.options, { location: { country: 'DE', languages: ['de-AT', 'de'] } })
    const stealth = readPageOptions({ location, proxy: 'stealth' }, ways)
    assert.equal(stealth.options.way, 'de-home')
    assert.deepEqual([plain.refused, stealth.refused], [[], []])
    const elsewhere = readPageOptions({ location: { country: 'FR' }, proxy: 'stealth' }, ways)
    const french = { languages: ['fr-FR', 'fr'], timeZone: 'Europe/Paris' }
    assert.deepEqual([elsewhere.options, elsewhere.refused.length], [{ location: french }, 2])
    const nowhere = readPageOptions({ location: { country: 'Atlantis' } }, ways)
    assert.deepEqual([nowhere.options, nowhere.refused.length], [{}, 1])
    const here = readPageOptions({ location: { languages: ['fr'] } })
    assert.deepEqual([here.options, here.refused], [{ location: { languages: ['fr'] } }, []])
  })
})

describe('what several pages gave', () => {
  it('is one answer: lists are joined, the first page that knows decides', () => {
    const first = { title: null, tags: ['a'], seller: { name: 'A' } }
    const second = { title: 'B', tags: ['b'], seller: { name: 'B', city: 'X' }, more: 1 }
    const urls = ['https://a.test/', 'https://b.test/', 'https://c.test/*']
    const ended = { status: 'completed', creditsUsed: 10, expiresAt: '2026-11-18' } as const
    const answer = toExtraction({ urls, warnings: ['Told before.'] }, [
      {
        ...ended,
        data: [
          { url: 'https://c.test/2', depth: 1, json: { title: 'D', tags: ['d'] } },
          { url: 'https://c.test/', depth: 0, json: { title: 'C', tags: ['c'] } },
        ],
      },
      // In order of completion, which is nobody's wish.
      {
        ...ended,
        data: [
          { url: 'https://b.test/', data: second, warning: 'It is long.' },
          { url: 'https://a.test/', data: first, warning: 'It is long.' },
        ],
      },
    ])
    assert.deepEqual(answer, {
      ...{ success: true, status: 'completed', creditsUsed: 20, expiresAt: '2026-11-18' },
      data: {
        ...{ title: 'B', tags: ['a', 'b', 'c', 'd'], seller: { name: 'A', city: 'X' }, more: 1 },
      },
      warning: 'Told before. It is long.',
    })
  })

  it('is a failure where no page has anything, and a warning where some have', () => {
    const urls = ['https://a.test/', 'https://b.test/']
    const job = { status: 'completed', creditsUsed: 0, expiresAt: '2026-11-18' } as const
    const none = { url: 'https://a.test/', data: { tags: [] }, warning: 'Nothing of it.' }
    const told = '1 of 1 pages gave nothing, and cost nothing: https://a.test/: Nothing of it.'
    assert.deepEqual(toExtraction({ urls, warnings: [] }, [{ ...job, data: [none] }]), {
      ...{ success: false, status: 'failed', data: {}, error: told },
      ...{ creditsUsed: 0, expiresAt: '2026-11-18' },
    })
    const one = { url: 'https://b.test/', data: { tags: ['b'] } }
    const both = toExtraction({ urls, warnings: [] }, [{ ...job, data: [none, one] }])
    assert.deepEqual(Object(both).data, { tags: ['b'] })
    assert.match(Object(both).warning, /^1 of 2 pages gave nothing, .*: Nothing of it\.$/)
  })
})

describe('actions', () => {
  it('are our steps, where we have such a step', () => {
    const { steps, refused } = readActions([
      { type: 'wait', milliseconds: 10 },
      { type: 'click', selector: '#more', all: true },
      { type: 'executeJavascript', script: '1 + 1' },
      ...[{ type: 'pdf' }, { type: 'pdf' }, { type: 'scrape' }],
    ])
    assert.deepEqual(steps, [
      { type: 'wait', milliseconds: 10 },
      { type: 'click', selector: '#more', all: true },
      { type: 'script', script: '1 + 1' },
    ])
    assert.deepEqual(refused, ['The action "pdf" is not done.', 'The action "scrape" is not done.'])
  })

  it('are answered with their pictures and what scripts gave', () => {
    const results = [{ type: 'click' }, { type: 'script', value: 2 }]
    assert.deepEqual(toActions({ screenshots: ['AA=='], results }), {
      screenshots: ['data:image/png;base64,AA=='],
      javascriptReturns: [{ type: 'number', value: 2 }],
    })
  })
})
