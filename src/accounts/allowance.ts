import type { Sql } from '../db/sql.ts'
import { type Plans, planNamed } from './plans.ts'
import { imageEndpoints } from './report.ts'
import { usageStore } from './usage-store.ts'

/** As `sendMail` takes it; false when a mail with this key was written before. */
type Send = (mail: {
  to: string
  subject: string
  text: string
  dedupeKey: string
}) => Promise<boolean>

/**
 * Tells the owner of each account that asked for more images this month than its plan allows, once
 * a month however often and in however many processes this runs. Nothing else happens to it: images
 * are served all the same (spec §2.5). Returns how many were told.
 */
export const tellOverAllowance = async (
  deps: { sql: Sql; plans: Plans; send: Send; publicUrl: string },
  now: Date,
): Promise<number> => {
  const month = now.toISOString().slice(0, 7)
  const accounts = await usageStore.monthByAccount(deps.sql, `${month}-01`, imageEndpoints)
  let told = 0
  for (const { accountId, name, plan, ownerEmail, requests } of accounts) {
    const allowance = planNamed(deps.plans, plan).imageRequestsPerMonth
    if (allowance === null || requests <= allowance || ownerEmail === null) continue
    const sent = await deps.send({
      to: ownerEmail,
      subject: `Siteray: ${name} is over its image allowance for ${month}`,
      text: overText({ name, plan, requests, allowance, publicUrl: deps.publicUrl }),
      dedupeKey: `image-allowance ${accountId} ${month}`,
    })
    if (sent) told++
  }
  return told
}

const overText = (about: {
  name: string
  plan: string
  requests: number
  allowance: number
  publicUrl: string
}): string =>
  [
    `The account ${about.name} has made ${about.requests.toLocaleString('en')} image requests this month.`,
    `Its plan (${about.plan}) allows ${about.allowance.toLocaleString('en')}.`,
    '',
    'Your images are served as before: nothing is blocked and nothing gets smaller or slower.',
    `The Usage page of the dashboard shows what is used, by day and key: ${about.publicUrl}`,
    '',
    'You get this message once a month.',
  ].join('\n')
