import type { Static } from 'typebox'
import { orNull, Type } from '../../kit/schema.ts'
import type { Sql } from '../db/sql.ts'
import { named } from '../http/answers.ts'
import { creditStore } from './credit-store.ts'
import { grantMonth } from './credits.ts'
import { ledgerStore } from './ledger-store.ts'
import { type Plans, planNamed } from './plans.ts'
import { usageStore } from './usage-store.ts'

const amount = (description: string) => Type.Number({ description })
const limit = (description: string) => orNull(Type.Number(), description)

/** `GET /v1/usage`, and what the dashboard's Usage page shows. */
export const UsageReport = named('UsageReport', {
  plan: Type.String(),
  period: Type.Object({
    start: Type.String({ description: 'First day of the month, UTC' }),
    end: Type.String({ description: 'First day of the next month, UTC' }),
  }),
  credits: Type.Object({
    used: amount('Credits charged in the period'),
    remaining: limit('Credits left now; null where the plan has no limit'),
    allowance: limit('Credits of the plan for a month; null for no limit'),
  }),
  imageRequests: Type.Object({
    used: amount('Image requests counted in the period'),
    allowance: limit('Image requests of the plan for a month; null for no limit'),
    over: Type.Boolean({
      description: 'More than the plan allows; images are served all the same',
    }),
  }),
  days: Type.Array(
    named('UsageDay', {
      day: Type.String({ description: 'YYYY-MM-DD, UTC' }),
      key: Type.String({ description: 'Id of the key' }),
      credits: amount('Credits charged'),
      imageRequests: amount('Image requests'),
      calls: amount('Calls of the extraction API'),
    }),
  ),
})
export type UsageReport = Static<typeof UsageReport>

/** Every image answer is counted under one of these. */
export const imageEndpoints = ['icon', 'og', 'logo', 'symbol', 'companies'] as const

export const reportUsage = async (
  deps: { sql: Sql; plans: Plans },
  account: { accountId: string; plan: string },
  /** Any moment of the month. */
  at: Date,
): Promise<UsageReport> => {
  const plan = planNamed(deps.plans, account.plan)
  const period = monthOf(at)
  if (plan.creditsPerMonth !== null) await grantMonth(deps.sql, account.accountId, plan)
  const [balance, credits, uses] = await Promise.all([
    creditStore.balance(deps.sql, account.accountId),
    ledgerStore.usedByKeyAndDay(deps.sql, account.accountId, period.start, period.end),
    usageStore.byKeyAndDay(deps.sql, account.accountId, period.start, period.end),
  ])
  const days = mergeDays(credits, uses)
  const imageRequests = sum(days.map(day => day.imageRequests))
  return {
    plan: plan.name,
    period,
    credits: {
      used: sum(days.map(day => day.credits)),
      remaining: plan.creditsPerMonth === null ? null : balance,
      allowance: plan.creditsPerMonth,
    },
    imageRequests: {
      used: imageRequests,
      allowance: plan.imageRequestsPerMonth,
      over: plan.imageRequestsPerMonth !== null && imageRequests > plan.imageRequestsPerMonth,
    },
    days,
  }
}

const monthOf = (at: Date) => {
  const first = (offset: number) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1)).toISOString()
  return { start: first(0).slice(0, 10), end: first(1).slice(0, 10) }
}

type Credits = Awaited<ReturnType<typeof ledgerStore.usedByKeyAndDay>>
type Uses = Awaited<ReturnType<typeof usageStore.byKeyAndDay>>

const mergeDays = (credits: Credits, uses: Uses): UsageReport['days'] => {
  const days = new Map<string, UsageReport['days'][number]>()
  const dayOf = ({ day, keyId }: { day: string; keyId: string }) => {
    const name = `${day} ${keyId}`
    const entry = days.get(name) ?? { day, key: keyId, credits: 0, imageRequests: 0, calls: 0 }
    days.set(name, entry)
    return entry
  }
  for (const row of credits) dayOf(row).credits += row.credits
  for (const row of uses) {
    const image = imageEndpoints.some(endpoint => endpoint === row.endpoint)
    dayOf(row)[image ? 'imageRequests' : 'calls'] += row.requests
  }
  return [...days.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day)
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
