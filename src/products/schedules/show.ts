import type { ScheduleDeps } from './deps.ts'
import type { Schedule, ScheduleRun } from './request.ts'
import type { RunRow } from './run-store.ts'
import { openSecrets } from './secrets.ts'
import type { LastRuns, ScheduleRow } from './store.ts'

export const showSchedule = (
  deps: Pick<ScheduleDeps, 'vault'>,
  row: ScheduleRow & LastRuns,
): Schedule => {
  const { webhook } = openSecrets(deps.vault, row.id, row.sealed)
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    request: row.request,
    cron: row.cron,
    timeZone: row.timeZone,
    compareTo: row.compares ? 'previous' : null,
    mail: row.mails,
    webhook: webhook ? { url: webhook.url, events: [...webhook.events] } : null,
    paused: row.nextAt === null,
    pausedBecause: row.pausedBecause,
    nextAt: row.nextAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    lastRun: row.lastRun && showRun(row.lastRun),
    lastChange: row.lastChange && showRun(row.lastChange),
  }
}

export const showRun = (run: RunRow): ScheduleRun => {
  const { added, changed, gone, failed, same } = run
  const compared = run.hasBefore && run.state === 'completed'
  const isCompared = compared && added + changed + gone + failed + same > 0
  return {
    id: run.id,
    dueAt: run.dueAt.toISOString(),
    state: run.state,
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
    jobId: run.jobId,
    creditsUsed: run.creditsUsed,
    error: run.error,
    changes: isCompared ? { new: added, changed, gone, failed, same } : null,
  }
}
