import type { AnswerOf } from '../api/ask.ts'
import { count } from '../parts/words.ts'

export type Schedule = AnswerOf<'GET /v1/schedules/:id'>
export type Run = NonNullable<Schedule['lastRun']>

export const runTones = {
  waiting: 'soft',
  running: 'soft',
  completed: 'good',
  failed: 'bad',
  skipped: 'warn',
} as const

export const scheduleKinds = [
  { value: 'crawl', label: 'Crawl a site' },
  { value: 'batch', label: 'Read pages' },
  { value: 'map', label: 'List a site’s URLs' },
  { value: 'branding', label: 'Profile a brand' },
] as const

/** “2 new, 1 changed”; undefined where nothing was compared. */
export const sayChanges = (run: Run): string | undefined => {
  if (!run.changes) return undefined
  const { new: added, changed, gone, failed } = run.changes
  const parts = [
    ...(added > 0 ? [`${count(added)} new`] : []),
    ...(changed > 0 ? [`${count(changed)} changed`] : []),
    ...(gone > 0 ? [`${count(gone)} gone`] : []),
    ...(failed > 0 ? [`${count(failed)} not readable`] : []),
  ]
  return parts.join(', ') || 'nothing changed'
}

/** What it reads: an address, or the first of several. */
export const targetOf = ({ request }: Schedule): string => {
  const { url, urls } = request as { url?: string; urls?: string[] }
  if (url) return url
  const [first = '', ...more] = urls ?? []
  return more.length > 0 ? `${first} and ${count(more.length)} more` : first
}
