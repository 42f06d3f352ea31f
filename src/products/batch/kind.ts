import type { Kind } from '../../base/harvest/kinds.ts'

export const batchKind = {
  name: 'batch',
  path: '/batch/scrape',
  defaults: { formats: ['markdown', 'html', 'links'], respectRobots: true },
} as const satisfies Kind
