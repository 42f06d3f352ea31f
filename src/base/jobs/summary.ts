import type { StatusUrl } from './kinds.ts'
import type { JobOverview } from './overview-store.ts'

/** A job in a list. */
export const summaryOf = ({ statusUrl }: { statusUrl: StatusUrl }, job: JobOverview) => {
  const { id, kind, firstUrl, status, total, completed, failed, creditsUsed } = job
  return {
    ...{ id, url: statusUrl({ id, kind }) },
    ...{ firstUrl, status, total, completed, failed, creditsUsed },
    createdAt: job.createdAt.toISOString(),
    expiresAt: job.expiresAt.toISOString(),
  }
}
