import type { Kind } from '../../base/harvest/kinds.ts'

export const crawlKind = {
  name: 'crawl',
  path: '/crawl',
  defaults: { formats: ['markdown', 'metadata'], respectRobots: true },
} as const satisfies Kind
