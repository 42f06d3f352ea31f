import type { Sql } from '../../base/db/sql.ts'
import type { Settled } from '../../base/jobs/frontier.ts'
import type { JobTotals } from '../../base/jobs/totals-store.ts'
import { createReadings, type Reading, type Readings, saysTheSame } from './readings.ts'
import { crawlStore } from './store.ts'

/**
 * Pages that were held until this one was read, and those held until one of them is: duplicates of
 * it where they say the same, else results. Where it could not be read, the first of those that say
 * the same is.
 */
export const settleNaming = (readings: Readings, there: Reading): Reading[] => {
  if (there.standing === 'open' || there.standing === 'held') return []
  const results = there.standing === 'none' ? [] : [there]
  const settled: Reading[] = []
  for (const one of readings.naming(there.key)) {
    if (one.standing !== 'held') continue
    settleOne(readings, one, results)
    settled.push(one, ...settleNaming(readings, one))
  }
  return settled
}

const settleOne = (readings: Readings, one: Reading, results: Reading[]): void => {
  const isKnown = results.some(other => saysTheSame(one, other)) || readings.copyOf(one)
  one.standing = isKnown ? 'duplicate' : 'result'
  if (!isKnown) results.push(one)
}

export const asSettled = ({ position, standing }: Reading): Settled => ({
  position,
  skip: standing === 'duplicate' ? 'duplicate' : undefined,
})

/** All that is held, when there is nothing left that it could wait for: circles, and what had no room. */
export const settleHeld = async (sql: Sql, { id }: JobTotals): Promise<Settled[]> => {
  const rows = await crawlStore.held(sql, id)
  const copies = rows.flatMap(({ copy }) => copy ?? [])
  const readings = createReadings([...rows, ...(await crawlStore.copies(sql, id, copies))])
  const all = rows.flatMap(({ key }) => readings.get(key) ?? [])
  for (const one of all) {
    if (one.standing !== 'held') continue
    const named = readings.get(one.canonical ?? '')
    const others = all.filter(
      other =>
        other.standing === 'result' && (other === named || other.canonical === one.canonical),
    )
    settleOne(readings, one, others)
    settleNaming(readings, one)
  }
  await crawlStore.letGo(
    sql,
    id,
    all.map(({ position }) => position),
  )
  return all.map(asSettled)
}
