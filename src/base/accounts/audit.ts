import { csvLine } from '../../kit/csv.ts'
import type { Sql } from '../db/sql.ts'
import { type AuditFilter, type AuditRow, auditStore } from './audit-store.ts'

/** A part of the log, and what it can be filtered by. */
export const readAudit = async (
  sql: Sql,
  filter: AuditFilter,
  part: { offset: number; limit: number },
) => {
  const [entries, total, actors, actions] = await Promise.all([
    auditStore.list(sql, filter, part),
    auditStore.count(sql, filter),
    auditStore.actors(sql, filter.accountId),
    auditStore.actions(sql, filter.accountId),
  ])
  return { entries, total, actors, actions }
}

const rowsAtOnce = 1_000

/** All that the filter lets through, the newest first; never all of it in memory. */
export async function* auditCsv(sql: Sql, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine(['at', 'who', 'what', 'subject', 'name'])
  let before: number | undefined
  do {
    const rows = await auditStore.list(sql, filter, { limit: rowsAtOnce, before })
    yield rows.map(lineOf).join('')
    before = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id
  } while (before !== undefined)
}

const lineOf = ({ at, actor, actorEmail, action, subject, subjectName }: AuditRow): string =>
  csvLine([at.toISOString(), actorEmail ?? actor, action, subject, subjectName ?? ''])
