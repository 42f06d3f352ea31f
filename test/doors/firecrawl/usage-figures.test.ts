import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concurrency, historyOf, queueStatus, usageOf } from '../../../src/doors/firecrawl/usage.ts'

const period = { start: '2031-05-01', end: '2031-06-01' }
const dates = { startDate: '2031-05-01T00:00:00.000Z', endDate: '2031-06-01T00:00:00.000Z' }
const days = [
  { key: 'k1', credits: 2 },
  { key: 'k2', credits: 5 },
  { key: 'k1', credits: 3 },
]
const report = (credits: object = {}) => ({
  credits: { used: 10, remaining: 90, allowance: 100, ...credits },
  period,
  days,
})
const call = (answers: Record<string, unknown>, some: object = {}) => {
  const paths: string[] = []
  const ask = async ({ path }: { path: string }) => {
    paths.push(path)
    return answers[path.split('&')[0] ?? '']
  }
  return { call: { ask, version: 'v2', query: {}, ...some } as never, paths }
}
const usage = (some: object = {}, credits: object = {}) =>
  call({ '/usage': report(credits) }, some).call

test('what is left and what a plan has are numbers, in the words of each version', async () => {
  const begin = '2031-05-01T00:00:00.000Z'
  const end = '2031-06-01T00:00:00.000Z'
  assert.deepEqual(await usageOf('Credits')(usage()), {
    success: true,
    data: {
      remainingCredits: 90,
      planCredits: 100,
      billingPeriodStart: begin,
      billingPeriodEnd: end,
    },
  })
  assert.deepEqual(
    await usageOf('Tokens')(usage({ version: 'v1' }, { remaining: null, allowance: null })),
    {
      success: true,
      data: {
        ...{ remaining_tokens: 1_000_000_000, plan_tokens: 1_000_000_000 },
        ...{ billing_period_start: begin, billing_period_end: end },
      },
    },
  )
})

test('what was used is told in one, or by key', async () => {
  assert.deepEqual(await historyOf('creditsUsed')(usage()), {
    ...{ success: true, periods: [{ ...dates, creditsUsed: 10 }] },
  })
  assert.deepEqual(await historyOf('tokensUsed')(usage({ query: { byApiKey: 'true' } })), {
    success: true,
    periods: [
      { ...dates, apiKey: 'k1', tokensUsed: 5 },
      { ...dates, apiKey: 'k2', tokensUsed: 5 },
    ],
  })
})

test('what is under way is counted by the crawls, two pages of each at a time', async () => {
  const crawl = (total: number, completed: number, failed: number) => ({
    total,
    completed,
    failed,
    createdAt: 'then',
  })
  const of = (crawls: object[], ended: object[] = []) =>
    call({ '/crawl?status=scraping': { data: crawls }, '/crawl?status=completed': { data: ended } })
  const two = of([crawl(10, 3, 1), crawl(5, 5, 0)], [crawl(1, 1, 0)])
  assert.deepEqual(await queueStatus(two.call), {
    ...{ success: true, jobsInQueue: 6, activeJobsInQueue: 4, waitingJobsInQueue: 2 },
    ...{ maxConcurrency: 40, mostRecentSuccess: 'then' },
  })
  assert.deepEqual(
    two.paths,
    ['scraping', 'completed'].map(status => `/crawl?status=${status}&offset=0&limit=100`),
  )
  assert.deepEqual(await queueStatus(of([crawl(4, 3, 0)]).call), {
    ...{ success: true, jobsInQueue: 1, activeJobsInQueue: 1, waitingJobsInQueue: 0 },
    ...{ maxConcurrency: 40, mostRecentSuccess: null },
  })
  const many = Array.from({ length: 21 }, () => crawl(1, 0, 0))
  assert.deepEqual(await concurrency(of(many).call), {
    success: true,
    concurrency: 42,
    maxConcurrency: 42,
  })
  assert.deepEqual(await concurrency(of([]).call), {
    success: true,
    concurrency: 0,
    maxConcurrency: 40,
  })
})
