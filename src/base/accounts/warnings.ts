import type { Sql } from '../db/sql.ts'
import type { Plans } from './plans.ts'
import { reportUsage, type UsageReport } from './report.ts'
import { store } from './store.ts'

type Warning = {
  of: 'images' | 'credits'
  level: 75 | 90 | 'over'
  used: number
  allowance: number
  /** Name of the key that used most of it. */
  heaviest: string
}

/** Which of the month's allowances are three quarters, nine tenths or wholly used up. */
export const findWarnings = async (
  deps: { sql: Sql; plans: Plans },
  account: { accountId: string; plan: string },
  now: Date,
): Promise<Warning[]> => {
  const { imageRequests, credits, days } = await reportUsage(deps, account, now)
  const found = [
    { of: 'images' as const, ...imageRequests, column: 'imageRequests' as const },
    {
      of: 'credits' as const,
      ...credits,
      over: credits.remaining === 0,
      column: 'credits' as const,
    },
  ].flatMap(({ of, used, allowance, over, column }) => {
    const level = levelOf(used, allowance, over)
    if (level === undefined || allowance === null) return []
    return [{ of, level, used, allowance, keyId: heaviestOf(days, column) }]
  })
  if (found.length === 0) return []
  const ids = found.map(({ keyId }) => keyId)
  const names = await store.listKeyNames(deps.sql, account.accountId, ids)
  return found.map(({ keyId, ...warning }) => ({
    ...warning,
    heaviest: names.find(({ id }) => id === keyId)?.name ?? 'unknown',
  }))
}

const levelOf = (
  used: number,
  allowance: number | null,
  over: boolean,
): Warning['level'] | undefined => {
  if (allowance === null) return undefined
  if (over) return 'over'
  const share = used / Math.max(allowance, 1)
  return share >= 0.9 ? 90 : share >= 0.75 ? 75 : undefined
}

const heaviestOf = (days: UsageReport['days'], column: 'imageRequests' | 'credits') => {
  const totals = new Map<string, number>()
  for (const day of days) totals.set(day.key, (totals.get(day.key) ?? 0) + day[column])
  return [...totals].reduce((most, entry) => (entry[1] > most[1] ? entry : most), ['', 0])[0]
}
