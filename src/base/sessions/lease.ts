import type { Sql } from '../db/sql.ts'
import type { SessionRef } from '../reader/session-ref.ts'
import { sessionStore } from './store.ts'

/** How long the others wait for a process that died while it signed in. */
export const leaseSeconds = 45
const extendEveryMs = 10_000

/** Keeps a lease for as long as `work` takes. */
export const whileLeased = async <T>(
  sql: Sql,
  ref: SessionRef,
  lease: string,
  work: () => Promise<T>,
): Promise<T> => {
  const extend = () => sessionStore.extend(sql, ref, { lease, seconds: leaseSeconds })
  // Without the database the lease runs out, and what another process signs in counts.
  const timer = setInterval(() => void extend().catch(() => undefined), extendEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
