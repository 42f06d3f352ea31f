import type { Static } from 'typebox'
import { kindNames, statuses } from '../../base/jobs/kinds-and-states.ts'
import { orNull, Type } from '../../kit/schema.ts'

const text = Type.String()
const number = Type.Number()

/** What the dashboard's pages are told of jobs. */
const jobSummary = {
  id: text,
  kind: Type.Enum([...kindNames]),
  status: Type.Enum([...statuses]),
  name: orNull(text),
  tags: Type.Array(text),
  /** The site, or the first of the URLs. */
  firstUrl: text,
  total: number,
  completed: number,
  failed: number,
  creditsUsed: number,
  createdAt: text,
  endedAt: orNull(text),
  expiresAt: text,
  key: text,
  /** Where its events go, if anywhere. */
  webhook: orNull(text),
  /** Of a crawl: URLs seen in its scope, and those not read, by reason. */
  discovered: number,
  skipped: Type.Record(text, number),
  warning: orNull(text),
}
const JobSummary = Type.Object(jobSummary)
export type JobSummary = Static<typeof JobSummary>
export const JobsAnswer = Type.Object({
  total: number,
  next: orNull(text),
  jobs: Type.Array(JobSummary),
})
export const JobAnswer = Type.Object({
  ...jobSummary,
  /** How many URLs failed for which reason. */
  failures: Type.Array(Type.Object({ code: text, count: number })),
})
export type JobAnswer = Static<typeof JobAnswer>

const JobPage = Type.Object({
  url: text,
  state: Type.Enum(['done', 'failed', 'waiting', 'skipped']),
  /** Among the results, from 0. */
  place: orNull(number),
  /** Why it failed or was skipped. */
  reason: orNull(text),
  change: orNull(text),
})
export type JobPage = Static<typeof JobPage>
export const JobPagesAnswer = Type.Object({ total: number, pages: Type.Array(JobPage) })
