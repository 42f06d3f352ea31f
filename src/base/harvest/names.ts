/** The words of every harvest, without any code: the dashboard's pages share them. */
export const kindNames = ['batch', 'crawl', 'extract'] as const
export type KindName = (typeof kindNames)[number]

/** As sentences have it. */
export const oneOf = (kind: KindName): string => `${kind === 'extract' ? 'an' : 'a'} ${kind}`

/** Harvests end as one of the last three. */
export const statuses = ['scraping', 'completed', 'failed', 'cancelled'] as const
export type HarvestStatus = (typeof statuses)[number]

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
