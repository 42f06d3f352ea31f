import type { Sql } from '../../base/db/sql.ts'
import { anyField, otherTemplate } from './drift.ts'
import { type EventDeps, raiseEvent } from './events.ts'
import { type ReaderPayload, repairJobName } from './job-names.ts'
import type { ReaderRow, Watched } from './store.ts'

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
  reader.watch.repair = undefined
  await tryRepair(deps, sql, reader)
}

/** A repair that did not help is tried again with newer pages, each time after twice as many. */
export const isRepairDue = ({ pages = 0, repair = { tries: 1, at: 0 } }: Watched): boolean =>
  repair.tries < maxTries && pages - repair.at >= firstPause * 2 ** (repair.tries - 1)

const maxTries = 7
const firstPause = 40

/** Nobody hears of it again unless it helps. */
export const tryRepair = async (
  { queue }: Pick<EventDeps, 'queue'>,
  sql: Sql,
  { id, watch }: Pick<ReaderRow, 'id' | 'watch'>,
): Promise<void> => {
  watch.repair = { tries: (watch.repair?.tries ?? 0) + 1, at: watch.pages ?? 0 }
  await queue.enqueue<ReaderPayload>(sql, { name: repairJobName }, { readerId: id }, { key: id })
}
