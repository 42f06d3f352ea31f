import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FirecrawlCall } from '../../../src/doors/firecrawl/call.ts'
import { search } from '../../../src/doors/firecrawl/search.ts'

test('the age of results is asked for as far as engines know it, and the rest is said', async () => {
  const cases: [tbs: string | undefined, range: string | undefined, warning: RegExp | undefined][] =
    [
      [undefined, undefined, undefined],
      ['qdr:w', 'week', undefined],
      ['sbd:1,qdr:y', 'year', undefined],
      ['qdr:h', 'day', /^The engine knows no hours: results are of the last day\.$/],
      [
        'cdr:1,cd_min:1/1/2024',
        undefined,
        /^"tbs" is obeyed for the last day, week, month or year/,
      ],
    ]
  for (const [tbs, range, warning] of cases) {
    const asked: { body?: Record<string, unknown> }[] = []
    const call = {
      input: { query: 'lamps', ...(tbs && { tbs }) },
      version: 'v2',
      credits: () => 1,
      ways: () => [],
      ask: async (request: object) => {
        asked.push(request)
        return { results: [] }
      },
    } as unknown as FirecrawlCall
    const answer = (await search(call)) as { warning?: string }
    assert.equal(asked[0]?.body?.timeRange, range, tbs)
    if (warning) assert.match(answer.warning ?? '', warning)
    else assert.equal(answer.warning, undefined)
  }
})

test('a search gives at most twenty results, and says so to whoever wants more', async () => {
  const limitOf = async (limit: number) => {
    let asked: unknown
    const call = {
      input: { query: 'lamps', limit },
      version: 'v2',
      credits: () => 1,
      ways: () => [],
      ask: async ({ body }: { body: { limit: number } }) => {
        asked = body.limit
        return { results: [] }
      },
    } as unknown as FirecrawlCall
    const { warning } = (await search(call)) as { warning?: string }
    return [asked, warning]
  }
  assert.deepEqual(await limitOf(20), [20, undefined])
  assert.deepEqual(await limitOf(50), [20, 'A search gives at most 20 results.'])
})
