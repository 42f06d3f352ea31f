import type { UsageReport } from '../../base/accounts/report.ts'
import type { FirecrawlCall, Handler } from './call.ts'

/** Reported for a plan without a limit, since these clients only take a number. */
const plenty = 1_000_000_000

const readUsage = (call: FirecrawlCall) => call.ask<UsageReport>({ method: 'GET', path: '/usage' })

/** `creditUsage('Tokens')`: there are none here, so the same is told by their name. */
export const usageOf =
  (unit: 'Credits' | 'Tokens'): Handler =>
  async call => {
    const { credits, period } = await readUsage(call)
    const figures = {
      [`remaining${unit}`]: credits.remaining ?? plenty,
      [`plan${unit}`]: credits.allowance ?? plenty,
      billingPeriodStart: new Date(period.start).toISOString(),
      billingPeriodEnd: new Date(period.end).toISOString(),
    }
    return { success: true, data: call.version === 'v1' ? inSnakeCase(figures) : figures }
  }

const inSnakeCase = (figures: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      value,
    ]),
  )

/** Of this month: what was before is not told by key. */
export const historyOf =
  (name: 'creditsUsed' | 'tokensUsed'): Handler =>
  async call => {
    const { credits, period, days } = await readUsage(call)
    const dates = {
      startDate: new Date(period.start).toISOString(),
      endDate: new Date(period.end).toISOString(),
    }
    if (call.query.byApiKey !== 'true')
      return { success: true, periods: [{ ...dates, [name]: credits.used }] }
    const byKey = Map.groupBy(days, ({ key }) => key)
    const periods = [...byKey].map(([apiKey, own]) => ({
      ...dates,
      apiKey,
      [name]: own.reduce((sum, day) => sum + day.credits, 0),
    }))
    return { success: true, periods }
  }

type Crawls = { data: { total: number; completed: number; failed: number; createdAt: string }[] }

/** How many crawls are under way. Hosts are asked two at a time, whoever asks. */
const perHost = 2
const readCrawls = (call: FirecrawlCall, status: string) =>
  call.ask<Crawls>({ method: 'GET', path: `/crawl?status=${status}&offset=0&limit=100` })

export const concurrency: Handler = async call => {
  const { data } = await readCrawls(call, 'scraping')
  return { success: true, concurrency: data.length * perHost, maxConcurrency: maxConcurrency(data) }
}

export const queueStatus: Handler = async call => {
  const { data } = await readCrawls(call, 'scraping')
  const { data: ended } = await readCrawls(call, 'completed')
  const waiting = data.reduce(
    (sum, { total, completed, failed }) => sum + total - completed - failed,
    0,
  )
  const active = Math.min(waiting, data.length * perHost)
  return {
    success: true,
    jobsInQueue: waiting,
    activeJobsInQueue: active,
    waitingJobsInQueue: waiting - active,
    maxConcurrency: maxConcurrency(data),
    mostRecentSuccess: ended[0]?.createdAt ?? null,
  }
}

/** Never less than what goes on. */
const maxConcurrency = (crawls: Crawls['data']) => Math.max(40, crawls.length * perHost)
