/** What jobs there are and how they stand, without any code: the dashboard's pages share them. */
export const kindNames = ['batch', 'crawl', 'extract', 'branding'] as const
export type JobKindName = (typeof kindNames)[number]

/** As sentences have it. */
export const oneOf = (kind: JobKindName): string => `${kind === 'extract' ? 'an' : 'a'} ${kind}`

/** Jobs end as one of the last three. */
export const statuses = ['scraping', 'completed', 'failed', 'cancelled'] as const
export type JobStatus = (typeof statuses)[number]

/** Why a URL that a crawl found is not read. */
export const skipReasons = [
  'robots',
  'excluded',
  'duplicate',
  'depth',
  'trap',
  'unsupported',
  'missing',
  'limit',
] as const
export type SkipReason = (typeof skipReasons)[number]
