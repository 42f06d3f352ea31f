import type { VerifiedKey } from '../../base/accounts/keyring.ts'
import { inTransaction } from '../../base/db/sql.ts'
import { compileValidator } from '../../base/http/validation.ts'
import { checkedHeaders } from '../../base/reader/page-request.ts'
import { withScheme } from '../../base/web/target.ts'
import { readWebhookUrl } from '../../base/webhooks/request.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { ScheduleDeps } from './deps.ts'
import type { ScheduleKind } from './kinds.ts'
import type {
  Schedule,
  ScheduleChange,
  ScheduleKindName,
  ScheduleRequest,
  ScheduleRun,
} from './request.ts'
import { enqueueRun } from './run.ts'
import { runStore } from './run-store.ts'
import { type EventTarget, sealSecrets, splitRequest } from './secrets.ts'
import { showRun, showSchedule } from './show.ts'
import { scheduleStore } from './store.ts'
import { checkTimetable, nextTime } from './timetable.ts'

const maxSchedules = 100
const usualEvents = ['schedule.changed', 'schedule.failed'] as const

/** Whatever cannot work is said now, not at four in the morning. */
export const createSchedule = async (
  deps: ScheduleDeps,
  caller: VerifiedKey,
  asked: ScheduleRequest,
): Promise<string> => {
  const now = new Date(deps.now())
  const timetable = { cron: asked.cron, timeZone: asked.timeZone ?? 'UTC' }
  checkTimetable(timetable, now)
  const request = { ...asked.request } as Record<string, unknown>
  const kind = kindNamed(deps, asked.kind)
  await checkRequest(kind, request, caller.accountId)
  if (asked.compareTo) checkComparable(kind, request)
  const id = newId('schedule')
  const { open, secret } = splitRequest(request)
  const webhook = asked.webhook && readWebhook(deps, asked.webhook)
  const hasSecrets = webhook !== undefined || Object.keys(secret).length > 0
  await inTransaction(deps.sql, async sql => {
    if ((await scheduleStore.count(sql, caller.accountId)) >= maxSchedules)
      throw new AppError('conflict', `An account has at most ${maxSchedules} schedules.`)
    await scheduleStore.insert(sql, {
      ...{ id, accountId: caller.accountId, keyId: caller.id, kind: asked.kind, ...timetable },
      name: asked.name?.trim() || nameOf(asked.kind, open),
      request: open,
      sealed: hasSecrets ? sealSecrets(deps.vault, id, { request: secret, webhook }) : null,
      compares: asked.compareTo === 'previous',
      mails: asked.mail ?? asked.compareTo === 'previous',
      nextAt: nextTime(timetable, now),
    })
  })
  return id
}

const kindNamed = ({ kinds }: ScheduleDeps, name: ScheduleKindName): ScheduleKind => {
  const kind = kinds[name]
  if (!kind) throw invalidRequest(`"${name}" cannot be scheduled.`)
  return kind
}

const checkRequest = async (
  kind: ScheduleKind,
  request: Record<string, unknown>,
  accountId: string,
): Promise<void> => {
  const validate = compileValidator({
    ...{ schema: kind.request, method: 'POST', url: '/schedules', httpPart: 'body' },
  }) as (value: unknown) => { error?: Error }
  const { error } = validate(request)
  if (error) throw invalidRequest(`In "request": ${error.message}`)
  await kind.check(request, accountId)
}

const checkComparable = (kind: ScheduleKind, request: Record<string, unknown>): void => {
  const { formats } = request
  if (kind.way === 'job' && Array.isArray(formats) && !formats.includes('markdown'))
    throw invalidRequest('"compareTo" needs "markdown" among the "formats".')
}

const readWebhook = (
  { parseTarget }: ScheduleDeps,
  { url, headers = {}, events = [...usualEvents] }: NonNullable<ScheduleRequest['webhook']>,
): EventTarget => ({
  url: readWebhookUrl(parseTarget, url, headers),
  headers: checkedHeaders(headers),
  events,
})

const nameOf = (kind: ScheduleKindName, request: Record<string, unknown>): string => {
  const url = typeof request.url === 'string' ? URL.parse(withScheme(request.url)) : null
  return url ? `${kind} of ${url.host}` : kind
}

type Owned = { id: string; accountId: string }

export const findSchedule = async (deps: ScheduleDeps, owned: Owned): Promise<Schedule> => {
  const { rows } = await scheduleStore.list(deps.sql, { ...owned, offset: 0, limit: 1 })
  const [row] = rows
  if (!row) throw gone(owned.id)
  return showSchedule(deps, row)
}

export const changeSchedule = async (
  deps: ScheduleDeps,
  owned: Owned,
  change: ScheduleChange,
): Promise<Schedule> => {
  const now = new Date(deps.now())
  await inTransaction(deps.sql, async sql => {
    const old = await scheduleStore.find(sql, owned)
    if (!old) throw gone(owned.id)
    const timetable = {
      cron: change.cron ?? old.cron,
      timeZone: change.timeZone ?? old.timeZone,
    }
    checkTimetable(timetable, now)
    const paused = change.paused ?? old.nextAt === null
    const moves = old.nextAt === null || change.cron || change.timeZone
    const nextAt = paused ? null : moves ? nextTime(timetable, now) : old.nextAt
    const name = change.name?.trim() || old.name
    await scheduleStore.update(sql, owned, { ...timetable, name, nextAt })
  })
  return findSchedule(deps, owned)
}

/** Beside the timetable, which goes on as it was. The run's id. */
export const runNow = async (deps: ScheduleDeps, owned: Owned): Promise<ScheduleRun> => {
  const id = newId('run')
  await inTransaction(deps.sql, async sql => {
    const schedule = await scheduleStore.find(sql, owned)
    if (!schedule) throw gone(owned.id)
    const dueAt = new Date(deps.now())
    await runStore.insert(sql, { id, scheduleId: schedule.id, dueAt, byHand: true })
    await enqueueRun(deps, sql, { runId: id }, owned)
  })
  return findRun(deps, { id, scheduleId: owned.id, accountId: owned.accountId })
}

export const findRun = async (
  deps: ScheduleDeps,
  wanted: { id: string; scheduleId: string; accountId: string },
): Promise<ScheduleRun> => {
  const run = await runStore.find(deps.sql, wanted)
  if (!run) throw new AppError('not_found', `There is no run ${wanted.id} of ${wanted.scheduleId}.`)
  return showRun(run)
}

export const removeSchedule = async (deps: ScheduleDeps, owned: Owned): Promise<void> => {
  if (!(await scheduleStore.remove(deps.sql, owned))) throw gone(owned.id)
}

export const gone = (id: string) => new AppError('not_found', `There is no schedule ${id}.`)
