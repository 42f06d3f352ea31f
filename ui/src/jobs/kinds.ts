import { prices } from '../../../src/base/accounts/prices.ts'
import type { JobSummary } from '../../../src/doors/dashboard/job-answers.ts'
import { plural } from '../parts/words.ts'

type Kind = JobSummary['kind']

/** Where the API answers for each kind of job. */
export const jobRoutes = {
  batch: {
    read: 'GET /v1/batch/scrape/:id',
    cancel: 'DELETE /v1/batch/scrape/:id',
    retry: 'POST /v1/batch/scrape/:id/retry',
    deliveries: 'GET /v1/batch/scrape/:id/deliveries',
    resend: 'POST /v1/batch/scrape/:id/deliveries/:eventId/resend',
    files: '/dashboard/api/v1/batch/scrape',
  },
  crawl: {
    read: 'GET /v1/crawl/:id',
    cancel: 'DELETE /v1/crawl/:id',
    retry: 'POST /v1/crawl/:id/retry',
    deliveries: 'GET /v1/crawl/:id/deliveries',
    resend: 'POST /v1/crawl/:id/deliveries/:eventId/resend',
    files: '/dashboard/api/v1/crawl',
  },
  extract: {
    read: 'GET /v1/batch/extract/:id',
    cancel: 'DELETE /v1/batch/extract/:id',
    retry: 'POST /v1/batch/extract/:id/retry',
    deliveries: 'GET /v1/batch/extract/:id/deliveries',
    resend: 'POST /v1/batch/extract/:id/deliveries/:eventId/resend',
    files: '/dashboard/api/v1/batch/extract',
  },
  branding: {
    read: 'GET /v1/batch/branding/:id',
    cancel: 'DELETE /v1/batch/branding/:id',
    retry: 'POST /v1/batch/branding/:id/retry',
    deliveries: 'GET /v1/batch/branding/:id/deliveries',
    resend: 'POST /v1/batch/branding/:id/deliveries/:eventId/resend',
    files: '/dashboard/api/v1/batch/branding',
  },
} as const

export const kindWords: Record<Kind, string> = {
  batch: 'Batch',
  crawl: 'Crawl',
  extract: 'Extraction',
  branding: 'Branding batch',
}

/** What each page costs that succeeds. */
export const creditWords: Record<Kind, string> = {
  batch: plural(prices.batch, 'credit'),
  crawl: plural(prices.crawl, 'credit'),
  extract: plural(prices.batchExtract, 'credit'),
  branding: `${prices.batchBrandingHeuristic} or ${plural(prices.batchBranding, 'credit')}`,
}

/** Its results are values, shown as a table, and no text to read. */
export const isDataJob = ({ kind }: { kind: Kind }): boolean =>
  kind === 'extract' || kind === 'branding'

/** Within a sentence. */
export const wordOf = (kind: Kind): string => kindWords[kind].toLowerCase()

const statusTones = {
  scraping: 'soft',
  completed: 'good',
  failed: 'bad',
  cancelled: 'warn',
} as const

/** Nothing is all well while pages failed. */
export const toneOf = ({ status, failed }: Pick<JobSummary, 'status' | 'failed'>) =>
  status === 'completed' && failed > 0 ? 'warn' : statusTones[status]

export const stateWords = {
  done: { word: 'done', tone: 'good' },
  failed: { word: 'failed', tone: 'bad' },
  waiting: { word: 'waiting', tone: 'soft' },
  skipped: { word: 'skipped', tone: 'warn' },
} as const

const skipWords: Record<string, string> = {
  robots: 'robots.txt forbids it',
  excluded: 'excluded by your patterns',
  duplicate: 'the same page as another',
  depth: 'too many links away',
  trap: 'looks like an endless series of pages',
  unsupported: 'not a web page',
  missing: 'named by a sitemap, and not there',
  limit: 'beyond the limit',
  cancelled: 'the job was cancelled',
}

/** Why a page was skipped, in words. */
export const saySkip = (reason: string): string => skipWords[reason] ?? reason
