import type { Sql } from '../db/sql.ts'
import { type Plans, planNamed } from './plans.ts'
import { imageEndpoints } from './report.ts'
import { type KeyMonthRow, usageStore } from './usage-store.ts'

type AllowanceMail = { to: string; subject: string; text: string; dedupeKey: string }

/** As `sendMail` takes it; false when a mail with this key was written before. */
type Send = (mail: AllowanceMail) => Promise<boolean>

/**
 * Tells the owner of each account that asked for more images this month than its plan allows, once
 * a month however often and in however many processes this runs. Nothing else happens to it: images
 * are served all the same (docs/api.md, “Image caching and counting”). Returns how many were told.
 */
export const warnOverAllowance = async (
  deps: { sql: Sql; plans: Plans; send: Send; publicUrl: string },
  now: Date,
): Promise<number> => {
  const month = now.toISOString().slice(0, 7)
  const accounts = await usageStore.monthByAccount(deps.sql, `${month}-01`, imageEndpoints)
  let told = 0
  for (const { accountId, name, plan, ownerEmail, requests } of accounts) {
    const allowance = planNamed(deps.plans, plan).imageRequestsPerMonth
    if (allowance === null || requests <= allowance || ownerEmail === null) continue
    const over = { accountId, name, plan, ownerEmail, requests, allowance }
    if (await deps.send(await composeMail(deps, over, month))) told++
  }
  return told
}

/**
 * The mail as the owner would get it now; before the allowance is reached, as if it just had been.
 * Undefined where none is ever sent: the plan has no limit, or nobody owns the account.
 */
export const previewMail = async (
  deps: { sql: Sql; plans: Plans; publicUrl: string },
  account: { accountId: string },
  now: Date,
): Promise<AllowanceMail | undefined> => {
  const month = now.toISOString().slice(0, 7)
  const { accountId } = account
  const known = await usageStore.monthOfAccount(deps.sql, `${month}-01`, imageEndpoints, accountId)
  const { name, plan, ownerEmail, requests } = known
  const allowance = planNamed(deps.plans, plan).imageRequestsPerMonth
  if (allowance === null || ownerEmail === null) return undefined
  const over = { accountId, name, plan, ownerEmail, allowance }
  return composeMail(deps, { ...over, requests: Math.max(requests, allowance + 1) }, month)
}

type Over = {
  accountId: string
  name: string
  plan: string
  ownerEmail: string
  requests: number
  allowance: number
}

const composeMail = async (
  deps: { sql: Sql; publicUrl: string },
  over: Over,
  month: string,
): Promise<AllowanceMail> => {
  const { accountId } = over
  const keys = await usageStore.monthByKey(deps.sql, `${month}-01`, imageEndpoints, accountId)
  return {
    to: over.ownerEmail,
    subject: `Siteray: ${over.name} is over its image allowance for ${month}`,
    text: overText({ ...over, keys, publicUrl: deps.publicUrl }),
    dedupeKey: `image-allowance ${accountId} ${month}`,
  }
}

/** More would be a table, and that is what the dashboard has. */
const shownKeys = 5

const overText = (about: Over & { keys: readonly KeyMonthRow[]; publicUrl: string }): string =>
  [
    `The account ${about.name} has made ${count(about.requests)} image requests this month.`,
    `Its plan (${about.plan}) allows ${count(about.allowance)}.`,
    '',
    ...about.keys.slice(0, shownKeys).map(({ name, requests }) => `  ${name}: ${count(requests)}`),
    ...(about.keys.length > 0 ? [''] : []),
    'Your images are served as before: nothing is blocked and nothing gets smaller or slower.',
    `What is used, by day and key: ${about.publicUrl}/usage`,
    '',
    'You get this message once a month.',
  ].join('\n')

const count = (value: number): string => value.toLocaleString('en')
