import type { BackupConfig } from '../../config/retention.ts'
import type { Sql } from '../db/sql.ts'
import type { BackupDeps } from './backup.ts'
import { isOverdue, keepBackups } from './keep.ts'
import { type BackupState, stateStore } from './state-store.ts'

type Log = {
  info(about: object, message: string): void
  error(about: object, message: string): void
}
type Mail = { to: string; subject: string; text: string; dedupeKey: string }
export type DailyDeps = BackupDeps & {
  sql: Sql
  now(): number
  log: Log
  /** Who runs this installation, where that is known. */
  operatorEmail(): Promise<string | null>
  /** As `sendMail` does: once for each `dedupeKey`. */
  send(mail: Mail): Promise<unknown>
}

/** Makes the back-up of the day when it is due. A failure is logged, and kept for whoever asks. */
export const makeDaily = async (
  deps: DailyDeps,
  options: BackupConfig,
  signal: AbortSignal,
): Promise<void> => {
  try {
    const made = await keepBackups(deps, options, signal)
    if (!made) return
    const before = await stateStore.read(deps.sql)
    await stateStore.noteMade(deps.sql, made)
    if (before.failingSince) await tellRecovered(deps, before.failingSince, made.file)
    deps.log.info({ file: made.file, sizeBytes: made.sizeBytes }, 'back-up made')
  } catch (error) {
    // A process that closes hands the job to another; what takes too long ends in `tellFailed`.
    if (!signal.aborted) await noteFailure(deps, error)
    throw error
  }
}

const noteFailure = async ({ log, sql, now }: DailyDeps, error: unknown): Promise<void> => {
  log.error({ err: error }, 'back-up failed')
  // A database that is away is told by every other part.
  await stateStore.noteFailure(sql, sentenceOf(error), new Date(now())).catch(() => undefined)
}

const sentenceOf = (error: unknown): string =>
  (String(Object(error).message ?? error).split('\n')[0] ?? '').slice(0, 500)

/** After the last attempt of an hour, also when its process died: one mail for all failures in a row. */
export const tellFailed = async (deps: DailyDeps, options: BackupConfig): Promise<void> => {
  const before = await stateStore.read(deps.sql)
  if (!before.failingSince) await noteFailure(deps, new Error(brokenOff))
  const state = await stateStore.read(deps.sql)
  const to = await deps.operatorEmail()
  if (to !== null) await deps.send({ to, ...compose(state, options) })
}

/** Whoever was told of the failure is told of its end. */
const tellRecovered = async (deps: DailyDeps, since: Date, file: string): Promise<void> => {
  const to = await deps.operatorEmail()
  if (to === null) return
  await deps.send({
    to,
    subject: 'Siteray: the daily back-up works again',
    text: `The daily back-up had failed since ${since.toISOString()}. It has been made again: ${file}`,
    dedupeKey: `backup-recovered ${since.toISOString()}`,
  })
}

const brokenOff = 'It took too long, or the process that made it was ended.'

const compose = ({ madeAt, failingSince, failure }: BackupState, { dir }: BackupConfig) => ({
  subject: 'Siteray: the daily back-up fails',
  text: [
    `The daily back-up could not be made: ${failure}`,
    '',
    madeAt
      ? `The last one that is whole was made at ${madeAt.toISOString()}.`
      : 'None has been made yet.',
    `Back-ups are written to ${dir} (BACKUP_DIR).`,
    '',
    'Siteray tries again every hour, and "npm run siteray -- doctor" shows the state.',
    'You get this message once, until a back-up succeeds again.',
  ].join('\n'),
  dedupeKey: `backup-failed ${failingSince?.toISOString()}`,
})

/** How the daily back-ups go, in a few words; `failure` is for the operator alone. */
export const judge = (
  state: BackupState,
  options: BackupConfig,
  now: number,
): { ok: boolean; detail: string } => {
  const { madeAt, failingSince } = state
  const last = madeAt ? `the last is of ${madeAt.toISOString()}` : 'there is none yet'
  if (failingSince)
    return { ok: false, detail: `fail since ${failingSince.toISOString()}; ${last}` }
  if (madeAt && isOverdue({ madeAt }, options, now))
    return { ok: false, detail: `overdue: ${last}` }
  return { ok: true, detail: last }
}
