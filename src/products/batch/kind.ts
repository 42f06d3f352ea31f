import type { JobKind } from '../../base/jobs/kinds.ts'
import { batchDefaults } from './request.ts'

export const batchKind = {
  name: 'batch',
  path: '/batch/scrape',
  defaults: batchDefaults,
} as const satisfies JobKind
