import type { Sql } from '../db/sql.ts'
import { prefixes } from './key-shape.ts'
import { ledgerStore } from './ledger-store.ts'
import { type Plans, planNamed } from './plans.ts'
import { imageEndpoints, reportUsage, type UsageReport } from './report.ts'
import { store } from './store.ts'
import { type UsageUnit, usageStore } from './usage-store.ts'

export type UsageKind = 'image' | 'call' | 'credit'

/** One thing that happened on a day (or in a month) under a key: so many requests, or credits. */
type UsageEntry = {
  kind: UsageKind
  /** The day, or the first of the month. */
  day: string
  key: string
  /** Endpoint of requests, operation of credits. */
  endpoint: string
  outcome: string
  amount: number
}

type UsageDetail = {
  plan: string
  period: { start: string; end: string }
  unit: UsageUnit
  /** Where the period is a month: what the plan allows in it. */
  month: Pick<UsageReport, 'credits' | 'imageRequests'> | null
  entries: UsageEntry[]
  keys: {
    id: string
    name: string
    shown: string
    deleted: boolean
    isThere: boolean
    place: number
  }[]
}

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
): Promise<UsageDetail> => {
  const { sql } = deps
  const { start, end, kind, keyId } = range
  const unit = Date.parse(end) - Date.parse(start) > maxDays * 86_400_000 ? 'month' : 'day'
  const wanted = { accountId: account.accountId, start, end, unit, keyId } as const
  const [requests, credits, report] = await Promise.all([
    kind === 'credit' ? [] : usageStore.detail(sql, wanted),
    kind === 'image' || kind === 'call' ? [] : ledgerStore.detail(sql, wanted),
    isMonth(range) ? reportUsage(deps, account, new Date(start)) : undefined,
  ])
  const isImage = (endpoint: string) => imageEndpoints.some(image => image === endpoint)
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
