import type { Plan } from '../../base/accounts/plans.ts'
import { bodyLimitBytes } from '../../base/http/server.ts'
import { manyUrlsBytes } from '../../base/jobs/route-parts.ts'
import type { Config } from '../../config/config.ts'
import { maxBatchUrls } from '../../products/batch/request.ts'
import { maxCrawlPages } from '../../products/crawl/request.ts'
import type { LimitsAnswer } from './limits-answer.ts'

export type LimitSettings = Pick<
  Config,
  'rateLimitPerMinute' | 'fileMaxBytes' | 'resultsKeepHours' | 'requestLogDays' | 'history'
>

export const limitsOf = (plan: Plan, settings: LimitSettings): LimitsAnswer => ({
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
