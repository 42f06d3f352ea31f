import type { Sql } from '../db/sql.ts'
import { prefixes } from './key-shape.ts'
import { ledgerStore } from './ledger-store.ts'
import { type Plans, planNamed } from './plans.ts'
import { imageEndpoints, reportUsage } from './report.ts'
import { store } from './store.ts'
import { type UsageUnit, usageStore } from './usage-store.ts'

export type UsageKind = 'image' | 'call' | 'credit'

type Range = {
  /** First day. */
  start: string
  /** The day after the last. */
  end: string
  kind?: UsageKind | undefined
  keyId?: string | undefined
}

/** More columns than this are months. */
const maxDays = 92

/** A time in full detail, for the Usage page to add up in every way people ask for. */
export const detailUsage = async (
  deps: { sql: Sql; plans: Plans },
  account: { accountId: string; plan: string },
  range: Range,
) => {
  const { sql } = deps
  const { start, end, kind, keyId } = range
  const unit: UsageUnit =
    Date.parse(end) - Date.parse(start) > maxDays * 86_400_000 ? 'month' : 'day'
  const wanted = { accountId: account.accountId, start, end, unit, keyId }
  const [requests, credits, report] = await Promise.all([
    kind === 'credit' ? [] : usageStore.detail(sql, wanted),
    kind === 'image' || kind === 'call' ? [] : ledgerStore.detail(sql, wanted),
    isMonth(range) ? reportUsage(deps, account, new Date(start)) : undefined,
  ])
  const isImage = (endpoint: string) => imageEndpoints.some(image => image === endpoint)
  // Of a day, or of a month by its first day.
  const entries = [
    ...requests.map(({ keyId, day, endpoint, outcome, requests }) => ({
      kind: isImage(endpoint) ? ('image' as const) : ('call' as const),
      ...{ day, key: keyId, endpoint, outcome, amount: requests },
    })),
    ...credits.map(({ keyId, day, operation, credits }) => ({
      kind: 'credit' as const,
      ...{ day, key: keyId, endpoint: operation, outcome: 'ok', amount: credits },
    })),
  ].filter(entry => kind === undefined || entry.kind === kind)
  const ids = [...new Set(entries.map(({ key }) => key))]
  const names = await store.listKeyNames(sql, account.accountId, ids)
  return {
    plan: planNamed(deps.plans, account.plan).name,
    period: { start, end },
    unit,
    // Where the period is a month: what the plan allows in it.
    month: report ? { credits: report.credits, imageRequests: report.imageRequests } : null,
    entries,
    keys: names.map(({ id, kind, name, lastFour, deleted, isThere, place }) => ({
      ...{ id, name, deleted, isThere, place },
      shown: `${prefixes[kind]}…${lastFour}`,
    })),
  }
}

const isMonth = ({ start, end }: Range): boolean => {
  const from = new Date(start)
  const next = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
  return start.endsWith('-01') && next.toISOString().slice(0, 10) === end
}
