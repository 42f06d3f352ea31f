import type { JobKind } from '../../base/jobs/kinds.ts'
import { skipReasons } from '../../base/jobs/kinds-and-states.ts'
import { followPage } from './follow.ts'
import { judgePages } from './judge.ts'
import { crawlDefaults } from './request.ts'
import { settleHeld } from './settle.ts'
import { crawlStore } from './store.ts'

const maxRemoved = 1_000

export const crawlKind = {
  name: 'crawl',
  path: '/crawl',
  defaults: crawlDefaults,
  async show(sql, { id, status, discovered, skipped, warning, isCompared }) {
    const isAll = isCompared && status === 'completed'
    return {
      discovered,
      skipped: Object.fromEntries(skipReasons.map(reason => [reason, skipped[reason] ?? 0])),
      ...(warning ? { warning } : {}),
      ...(isAll ? { removed: await crawlStore.removed(sql, id, maxRemoved) } : {}),
    }
  },
  growth: { follow: followPage, judge: judgePages, settle: settleHeld },
} as const satisfies JobKind
