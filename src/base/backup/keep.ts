import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupConfig } from '../../config/retention.ts'
import { type BackupDeps, backUp, unfinishedMark } from './backup.ts'

export type KeptBackup = { file: string; madeAt: Date }
export type Made = KeptBackup & { sizeBytes: number }

const ending = '.siteray-backup'
const name = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z\.siteray-backup$/
const dayMs = 86_400_000

/**
 * Makes the day's back-up if it is due, and then removes what is more than is to be kept. Asked every
 * hour: a machine that was off at the hour makes it up.
 */
export const keepBackups = async (
  deps: BackupDeps & { now(): number },
  options: BackupConfig,
  signal: AbortSignal,
): Promise<Made | undefined> => {
  const newest = (await listKept(options.dir)).at(-1)
  if (newest && newest.madeAt.getTime() >= lastDue(options, deps.now())) return undefined
  const madeAt = new Date(deps.now())
  const stamp = madeAt.toISOString().slice(0, 19).replaceAll(':', '')
  const path = join(options.dir, `${stamp}Z${ending}`)
  const { file, sizeBytes } = await backUp(
    deps,
    path,
    { withKey: false, rehearsal: 'auto' },
    signal,
  )
  const kept = await listKept(options.dir)
  for (const old of kept.slice(0, -options.count)) await rm(old.file)
  await removeUnfinished(options.dir, deps.now())
  return { file, madeAt, sizeBytes }
}

/** From the oldest to the newest; only files that were named here. */
export const listKept = async (dir: string): Promise<KeptBackup[]> => {
  const names = await readdir(dir).catch(error => {
    if (Object(error).code === 'ENOENT') return []
    throw error
  })
  return names.sort().flatMap(entry => {
    const [, hour, minute, second] = name.exec(entry) ?? []
    return hour === undefined
      ? []
      : [{ file: join(dir, entry), madeAt: new Date(`${hour}:${minute}:${second}Z`) }]
  })
}

/** Whether the last one is older than it should be, with an hour for making it. */
export const isOverdue = (
  newest: Pick<KeptBackup, 'madeAt'>,
  options: BackupConfig,
  now: number,
): boolean => newest.madeAt.getTime() < lastDue(options, now - 3_600_000)

const lastDue = ({ atMinute }: BackupConfig, now: number): number => {
  const today = Math.floor(now / dayMs) * dayMs + atMinute * 60_000
  return today <= now ? today : today - dayMs
}

/** Of processes that were killed. A day is longer than any back-up takes. */
const removeUnfinished = async (dir: string, now: number): Promise<void> => {
  for (const entry of await readdir(dir)) {
    if (!entry.includes(`${ending}${unfinishedMark}`)) continue
    const { mtimeMs } = await stat(join(dir, entry))
    if (mtimeMs < now - dayMs) await rm(join(dir, entry), { force: true })
  }
}
