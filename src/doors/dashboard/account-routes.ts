import { previewMail } from '../../base/accounts/image-allowance-mail.ts'
import { listKeys } from '../../base/accounts/keys.ts'
import { isOperator } from '../../base/accounts/people/operator.ts'
import type { People } from '../../base/accounts/people/people.ts'
import { type Plan, type Plans, planNamed } from '../../base/accounts/plans.ts'
import { anyShownKey } from '../../base/accounts/shown-keys.ts'
import type { UsageCounter } from '../../base/accounts/usage.ts'
import { detailUsage } from '../../base/accounts/usage-detail.ts'
import { findWarnings } from '../../base/accounts/warnings.ts'
import { bodyLimitBytes, type HttpServer } from '../../base/http/server.ts'
import { manyUrlsBytes } from '../../base/jobs/route-parts.ts'
import { findByKey } from '../../base/mail/store.ts'
import type { Config } from '../../config/config.ts'
import { maxBatchUrls } from '../../products/batch/request.ts'
import { maxCrawlPages } from '../../products/crawl/request.ts'
import { answer } from './answer.ts'
import { rangeOf } from './days.ts'
import { signedInOf } from './guard.ts'
import type { LimitsAnswer } from './limits-answer.ts'
import type { Part } from './schemas.ts'

export type AccountRouteDeps = {
  people: People
  plans: Plans
  usage: Pick<UsageCounter, 'flush'>
  reach: { publicUrl: string; imagePublicUrl: string; firecrawlUrl?: string }
  version: string
  limits: LimitSettings
  /** Browser, model, mail and database at a glance. */
  examine: () => Promise<Part[]>
}

export const accountRoutes = (server: HttpServer, deps: AccountRouteDeps): void => {
  const { sql } = deps.people

  answer(server, 'GET /session', async request => {
    const by = signedInOf(request)
    const { email, personId, twoStep, account, accounts } = by
    const { plans } = deps
    return {
      email,
      personId,
      twoStep,
      role: account.role,
      isOperator: await isOperator(sql, by),
      account: { id: account.accountId, name: account.name, plan: account.plan },
      accounts: accounts.map(({ accountId, name }) => ({ id: accountId, name })),
      warnings: await findWarnings({ sql, plans }, account, new Date()),
      version: deps.version,
    }
  })

  answer(server, 'GET /overview', async request => {
    const { accountId } = signedInOf(request).account
    const [parts, keys, publishableKey = null] = await Promise.all([
      ...([deps.examine(), listKeys(sql, accountId)] as const),
      anyShownKey(deps.people, accountId),
    ])
    const { publicUrl: apiUrl, imagePublicUrl: imageUrl, firecrawlUrl = null } = deps.reach
    return { parts, apiUrl, imageUrl, firecrawlUrl, keys: keys.length, publishableKey }
  })

  answer(server, 'GET /limits', async request =>
    limitsOf(planNamed(deps.plans, signedInOf(request).account.plan), deps.limits),
  )

  answer(server, 'GET /usage', async request => {
    const { since, until, kind, key: keyId } = request.query
    await deps.usage.flush()
    const { account } = signedInOf(request)
    const range = { ...rangeOf(since, until), kind, keyId }
    return detailUsage({ sql, plans: deps.plans }, account, range)
  })

  answer(server, 'GET /usage/mail', async request => {
    const { account } = signedInOf(request)
    const { publicUrl } = deps.reach
    const mail = await previewMail({ sql, plans: deps.plans, publicUrl }, account, new Date())
    const written = mail && (await findByKey(sql, mail.dedupeKey))
    return {
      mail: mail ? { to: mail.to, subject: mail.subject, text: mail.text } : null,
      written: written ? { status: written.status, at: written.createdAt.toISOString() } : null,
    }
  })
}

type LimitSettings = Pick<
  Config,
  'rateLimitPerMinute' | 'fileMaxBytes' | 'resultsKeepHours' | 'requestLogDays' | 'history'
>

const limitsOf = (plan: Plan, settings: LimitSettings): LimitsAnswer => ({
  plan,
  callsPerMinute: settings.rateLimitPerMinute || null,
  batchUrls: maxBatchUrls,
  crawlPages: maxCrawlPages,
  bodyBytes: bodyLimitBytes,
  largeBodyBytes: manyUrlsBytes,
  fileMegabytes: settings.fileMaxBytes / 1_000_000,
  resultsHours: settings.resultsKeepHours,
  requestLogDays: settings.requestLogDays,
  auditDays: settings.history.auditDays,
  usageMonths: settings.history.ledgerMonths,
})
