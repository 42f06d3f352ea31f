import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { coalesced } from '../../../src/base/jobs/coalesce.ts'
import { operationOf, readWebhook } from '../../../src/base/jobs/parse-job-options.ts'
import { AppError } from '../../../src/kit/errors.ts'

const parseTarget = (text: string) => {
  if (!URL.canParse(text)) throw new AppError('invalid_url', 'That is no URL.')
  return new URL(text)
}
const read = (kind: 'batch' | 'crawl' | 'extract' | 'branding', some: object) =>
  readWebhook(parseTarget, kind, { url: 'https://a.example', ...some } as never)

describe('the webhook of a job', () => {
  it('is told of every event unless some are named', () => {
    assert.equal(readWebhook(parseTarget, 'batch', undefined), undefined)
    assert.deepEqual(read('crawl', {}), {
      url: 'https://a.example/',
      events: ['started', 'page', 'completed', 'failed', 'cancelled'].map(
        moment => `crawl.${moment}`,
      ),
    })
    assert.deepEqual(
      read('batch', { events: ['batch.page'], form: 'standard', metadata: { a: 1 } }),
      {
        ...{
          url: 'https://a.example/',
          events: ['batch.page'],
          form: 'standard',
          metadata: { a: 1 },
        },
      },
    )
  })

  it('is refused where it cannot work, before anything is written', () => {
    for (const kind of ['batch', 'crawl'] as const)
      assert.equal(read(kind, { form: 'firecrawl' })?.form, 'firecrawl')
    for (const kind of ['extract', 'branding'] as const)
      assert.throws(
        () => read(kind, { form: 'firecrawl' }),
        /Firecrawl has no events of such a job/,
      )
    assert.equal(read('extract', { form: 'standard' })?.form, 'standard')
    const metadata = (chars: number) => ({ metadata: { a: 'x'.repeat(chars - '{"a":""}'.length) } })
    assert.ok(read('batch', metadata(10_000)))
    assert.throws(() => read('batch', metadata(10_001)), /longer than 10,000 characters/)
    assert.throws(() => read('batch', { url: 'x' }), {
      code: 'invalid_url',
      message: 'The webhook’s URL cannot be used: That is no URL.',
    })
    assert.throws(() => read('batch', { headers: { 'a b': 'c' } }), { code: 'invalid_request' })
  })
})

describe('what an item costs', () => {
  it('is that of its kind, of what is asked for, or of a model’s question', () => {
    const kinds = ['batch', 'crawl', 'extract', 'branding'] as const
    assert.deepEqual(
      kinds.map(kind => operationOf(kind, {})),
      ['batch', 'crawl', 'batchExtract', 'batchBranding'],
    )
    assert.equal(operationOf('batch', { formats: ['markdown'] }), 'batch')
    assert.equal(operationOf('batch', { formats: ['markdown', 'summary'] }), 'batchExtract')
    assert.equal(operationOf('crawl', { formats: ['summary'], operation: 'crawl' }), 'crawl')
  })
})

describe('those who ask at about the same time', () => {
  it('are answered by one question, each with its own answer', async () => {
    const groups: number[][] = []
    const ask = coalesced(async (group: readonly number[]) => {
      groups.push([...group])
      return group.map(one => one * 2)
    })
    assert.deepEqual(await Promise.all([ask(1), ask(2), ask(1)]), [2, 4, 2])
    assert.equal(await ask(5), 10)
    assert.deepEqual(groups, [[1, 2, 1], [5]])
    const failing = coalesced(async () => {
      throw new Error('away')
    })
    const both = await Promise.allSettled([failing(1), failing(2)])
    assert.deepEqual(
      both.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
  })
})
