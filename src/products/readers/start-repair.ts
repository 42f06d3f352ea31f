import type { Sql } from '../../base/db/sql.ts'
import { anyField, otherTemplate } from './drift.ts'
import { type EventDeps, raiseEvent } from './events.ts'
import { type ReaderPayload, repairJobName } from './job-names.ts'
import type { ReaderRow } from './store.ts'

/** The template has changed: the account hears of it, and a repair begins. */
export const startRepair = async (
  deps: EventDeps,
  sql: Sql,
  reader: ReaderRow,
  changed: readonly string[],
): Promise<void> => {
  reader.health = 'drifting'
  const isOtherTemplate = changed.includes(otherTemplate)
  const fields = changed.filter(field => field !== otherTemplate && field !== anyField)
  await raiseEvent(deps, sql, reader, 'reader.drifting', { fields, isOtherTemplate })
  const payload = { readerId: reader.id }
  await deps.queue.enqueue<ReaderPayload>(sql, { name: repairJobName }, payload, {
    key: reader.id,
  })
}
