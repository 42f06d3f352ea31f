import { skipReasons } from '../../base/harvest/growth.ts'
import type { Kind } from '../../base/harvest/kinds.ts'
import { followPage } from './follow.ts'
import { judgePages } from './judge.ts'

export const crawlKind = {
  name: 'crawl',
  path: '/crawl',
  defaults: { formats: ['markdown', 'metadata'], respectRobots: true },
  show: ({ discovered, skipped, warning }) => ({
    discovered,
    skipped: Object.fromEntries(skipReasons.map(reason => [reason, skipped[reason] ?? 0])),
    ...(warning ? { warning } : {}),
  }),
  growth: { follow: followPage, judge: judgePages },
} as const satisfies Kind
