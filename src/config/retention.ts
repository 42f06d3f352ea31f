import { resolve } from 'node:path'
import type { Reader } from './reader.ts'

/** What is kept, and for how long. */
export type KeptConfig = {
  /** Of batches and crawls. */
  resultsKeepHours: number
  requestLogDays: number
  history: HistoryConfig
  backups: BackupConfig | undefined
}

/** How long what happened is kept in every detail; 0 days: for ever. */
export type HistoryConfig = { ledgerMonths: number; auditDays: number }
/** `atMinute`: after midnight, UTC. */
export type BackupConfig = { dir: string; count: number; atMinute: number }

export const readKept = (read: Reader): KeptConfig => ({
  resultsKeepHours: read.integer('RESULTS_KEEP_HOURS', 1, 8_760),
  requestLogDays: read.integer('REQUEST_LOG_DAYS', 0, 365),
  history: {
    ledgerMonths: read.integer('LEDGER_KEEP_MONTHS', 2, 1_200),
    auditDays: read.integer('AUDIT_KEEP_DAYS', 0, 36_500),
  },
  backups: readBackups(read),
})

const readBackups = (read: Reader): BackupConfig | undefined => {
  const dir = read.optional('BACKUP_DIR')
  const isTime = (value: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
  const at = read.text('BACKUP_AT', isTime, 'a time such as 03:00')
  const count = read.integer('BACKUP_KEEP', 1, 1_000)
  const [hour, minute] = at.split(':').map(Number)
  const atMinute = (hour ?? 0) * 60 + (minute ?? 0)
  return dir === undefined ? undefined : { dir: resolve(dir), count, atMinute }
}
