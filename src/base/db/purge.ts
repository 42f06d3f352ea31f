import type { PendingQuery, Row } from './client/types.ts'
import type { Sql } from './sql.ts'

const stepRows = 500

/**
 * One step of a purge: deletes a few of the rows that are old, so that its locks are few and short,
 * and none that somebody else holds just now: the next purge finds those. True while there is more.
 */
export const purgeStep = async (
  sql: Sql,
  table: string,
  isOld: PendingQuery<Row[]>,
): Promise<boolean> => {
  const gone = await sql`
    delete from ${sql(table)} where ctid = any(array(
      select ctid from ${sql(table)} where ${isOld} limit ${stepRows} for update skip locked
    ))`
  return gone.count === stepRows
}
