import type { Sql } from '../db/sql.ts'
import { creditStore } from './credit-store.ts'
import { prefixes } from './keys.ts'
import type { Plans } from './plans.ts'
import { imageEndpoints, reportUsage, type UsageReport } from './report.ts'
import { store } from './store.ts'
import { usageStore } from './usage-store.ts'

/** One thing that happened on a day under a key: so many requests, or so many credits. */
type UsageEntry = {
  kind: 'image' | 'call' | 'credit'
  day: string
  key: string
  /** Endpoint of requests, operation of credits. */
  endpoint: string
  outcome: string
  amount: number
}

type UsageDetail = Omit<UsageReport, 'days'> & {
  entries: UsageEntry[]
  keys: { id: string; name: string; shown: string; deleted: boolean }[]
}

/** A month in full detail, for the Usage page to add up in every way people ask for. */
export const detailUsage = async (
  deps: { sql: Sql; plans: Plans },
  account: { accountId: string; plan: string },
  month: Date,
): Promise<UsageDetail> => {
  const { days: _, ...report } = await reportUsage(deps, account, month)
  const { start, end } = report.period
  const [requests, credits, names] = await Promise.all([
    usageStore.byKeyAndDay(deps.sql, account.accountId, start, end),
    creditStore.usedByOperation(deps.sql, account.accountId, start, end),
    store.listKeyNames(deps.sql, account.accountId),
  ])
  const isImage = (endpoint: string) => imageEndpoints.some(image => image === endpoint)
  return {
    ...report,
    entries: [
      ...requests.map(({ keyId, day, endpoint, outcome, requests }) => ({
        kind: isImage(endpoint) ? ('image' as const) : ('call' as const),
        ...{ day, key: keyId, endpoint, outcome, amount: requests },
      })),
      ...credits.map(({ keyId, day, operation, credits }) => ({
        kind: 'credit' as const,
        ...{ day, key: keyId, endpoint: operation, outcome: 'ok', amount: credits },
      })),
    ],
    keys: names.map(({ id, kind, name, lastFour, deleted }) => ({
      id,
      name,
      shown: `${prefixes[kind]}…${lastFour}`,
      deleted,
    })),
  }
}
