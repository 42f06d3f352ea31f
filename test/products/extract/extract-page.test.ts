import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, it } from 'node:test'
import type { PageTask } from '../../../src/base/reader/page-task.ts'
import {
  extractFromCopy,
  extractFromPage,
  type PageQuestion,
} from '../../../src/products/extract/extract-page.ts'
import { finishAnswers } from '../../../src/products/extract/model/finish.ts'

const url = 'https://shop.example/lamp'
const spec = {
  schema: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
  prompt: undefined,
}
const body = `<main><h1>Desk lamp</h1><table><tr><th>Price</th><td>€49.00</td></tr><tr><th>Weight</th><td>1.2 kg</td></tr></table><p>${'It stands on any desk. '.repeat(30)}</p></main>`
const html = `<html><head><title>Desk lamp</title></head><body><nav><a href="/">Home</a></nav>${body}</body></html>`

const pageTask = (text: string, changes: Partial<PageTask> = {}): PageTask => ({
  bytes: Buffer.from(text),
  requestedUrl: url,
  finalUrl: url,
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  rendered: false,
  screenshot: undefined,
  warning: undefined,
  isLast: false,
  formats: ['source'],
  onlyMainContent: false,
  includeTags: [],
  excludeTags: [],
  trace: false,
  ...changes,
})

const question = (changes: Partial<PageQuestion> = {}): PageQuestion => ({
  spec,
  onlyMainContent: false,
  forModel: false,
  evidence: false,
  ...changes,
})

const read = async (page: PageTask, asked = question()) => {
  const outcome = await extractFromPage({ page, question: asked })
  assert.equal(outcome.is, 'answer')
  return outcome.is === 'answer' ? outcome.answer : assert.fail()
}

const countParses = async (work: () => unknown): Promise<number> => {
  let parses = 0
  const count = () => parses++
  subscribe('siteray:parse', count)
  await work()
  unsubscribe('siteray:parse', count)
  return parses
}

describe('one trip to a thread', () => {
  it('answers without a model on one parse', async () => {
    const { copy, reading } = await read(pageTask(html))
    assert.deepEqual(copy, { url, source: html })
    assert.deepEqual(reading.is === 'answered' && reading.outcome.data, {
      name: 'Desk lamp',
      price: 49,
    })
    assert.equal(await countParses(() => read(pageTask(html))), 1)
  })

  it('gives a model’s questions, and what the answers are held against, on one parse', async () => {
    const parses = await countParses(async () => {
      const { reading } = await read(pageTask(html), question({ forModel: true }))
      assert.ok(reading.is === 'planned')
      assert.match(reading.plan.parts[0]?.text ?? '', /\[\d+\] Price \| €49\.00/)
      const { data, evidence } = finishAnswers({
        // As it comes out of the thread and goes into another.
        page: structuredClone(reading.lines),
        spec,
        answers: [{ name: 'Desk lamp', price: 52 }],
      })
      assert.deepEqual(data, { name: 'Desk lamp' })
      assert.deepEqual(evidence, { '/name': { quote: 'Desk lamp' } })
    })
    assert.equal(parses, 1)
  })

  it('says what a page is that cannot be read', async () => {
    const isOf = async (page: PageTask) =>
      (await extractFromPage({ page, question: question() })).is
    assert.equal(await isOf(pageTask('<p>Gone.</p>', { status: 404 })), 'status')
    assert.equal(
      await isOf(pageTask('<div id="root"></div><script src="/app.js"></script>')),
      'shell',
    )
    assert.equal(await isOf(pageTask('')), 'nothing')
    assert.equal(await isOf(pageTask(html, { includeTags: ['.absent'] })), 'nothing')
  })

  it('reads a copy as it read the page', async () => {
    const tags = { includeTags: [], excludeTags: ['th'] }
    for (const forModel of [true, false]) {
      const asked = question({ forModel, onlyMainContent: true })
      const { copy, reading } = await read(pageTask(html, tags), asked)
      assert.deepEqual(extractFromCopy({ copy, tags, question: asked }), reading)
    }
  })

  it('reads a file that is no page the same way, now and from its copy', async () => {
    const json = { 'content-type': 'application/json' }
    const { copy, reading } = await read(
      pageTask('{"name": "Desk lamp", "price": 49}', { headers: json }),
    )
    assert.deepEqual(reading.is === 'answered' && reading.outcome.data, {
      name: 'Desk lamp',
      price: 49,
    })
    const tags = { includeTags: [], excludeTags: [] }
    assert.deepEqual(extractFromCopy({ copy, tags, question: question() }), reading)
  })
})

describe('what a page hides by the class of a framework', () => {
  const asked = (forModel: boolean) =>
    question({
      forModel,
      spec: {
        schema: {
          type: 'object',
          properties: { warranty: { type: 'string' }, duration: { type: 'string' } },
        },
        prompt: undefined,
      },
    })
  const rows = (row: string) =>
    `<h1>Desk lamp</h1>${row}<dl><dt>Duration</dt><dd>10<span class="sr-only"> minutes</span></dd></dl><p>It stands on any desk.</p>`

  for (const name of ['hidden', 'd-none', 'invisible', 'is-hidden'])
    it(`is in no answer: ${name}`, async () => {
      const given = async (row: string) => {
        const { reading } = await read(pageTask(rows(row)), asked(false))
        return reading.is === 'answered' ? Object(reading.outcome.data) : assert.fail()
      }
      const row = (names: string) => `<dl class="${names}"><dt>Warranty</dt><dd>9 years</dd></dl>`
      assert.equal((await given(row('plain'))).warranty, '9 years')
      const { warranty, duration } = await given(row(name))
      assert.equal(warranty ?? null, null)
      assert.match(duration, /^10 ?minutes$/, 'a unit for ears stays')
    })

  it('is shown to no model', async () => {
    const html = rows('<div class="hidden"><p>The warranty lasts 9 years.</p></div>')
    const { reading } = await read(pageTask(html), asked(true))
    assert.ok(reading.is === 'planned')
    assert.ok(reading.plan.parts.some(({ text }) => text.includes('minutes')))
    assert.ok(reading.plan.parts.every(({ text }) => !text.includes('9 years')))
    assert.ok(reading.lines.lines.every(({ text }) => !text.includes('9 years')))
  })
})
