import type { Kind } from '../../base/harvest/kinds.ts'
import { batchDefaults } from './request.ts'

export const batchKind = {
  name: 'batch',
  path: '/batch/scrape',
  defaults: batchDefaults,
} as const satisfies Kind
