import type { Sql } from '../db/sql.ts'
import type { JobKind } from './kinds.ts'
import { noJob, type ResultDeps, showItem, type Wanted } from './status.ts'
import { jobStore } from './store.ts'
import type { Watch } from './watch.ts'

/** A line that says nothing keeps proxies from closing a connection that is only quiet. */
const quietMs = 15_000
const pageSize = 20

/**
 * Items as they end, a line of JSON each, until the job has ended. Who was cut off goes on with
 * the number of lines it has as `offset`.
 */
export async function* streamItems(
  deps: ResultDeps & { watch: Watch },
  kind: JobKind,
  wanted: Omit<Wanted, 'limit'>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { sql, watch } = deps
  let { offset } = wanted
  while (!signal.aborted) {
    const found = await jobStore.read(sql, {
      ...wanted,
      ...{ kind: kind.name, offset, limit: pageSize },
    })
    if (!found) return
    for (const item of found.items) yield `${JSON.stringify(await showItem(deps, item))}\n`
    offset += found.items.length
    if (found.items.length > 0) continue
    if (found.job.status !== 'scraping') return
    const before = performance.now()
    await watch.awaitRows({ ...wanted, kind: kind.name, offset }, { waitMs: quietMs, signal })
    if (performance.now() - before >= quietMs) yield '\n'
  }
}

/** Before the first line, while a status can still be sent. */
export const assertThere = async (
  sql: Sql,
  kind: JobKind,
  wanted: Pick<Wanted, 'id' | 'accountId'>,
): Promise<void> => {
  const found = (await jobStore.progress(sql, [wanted.id])).get(wanted.id)
  if (found?.kind !== kind.name || found.accountId !== wanted.accountId)
    throw noJob(kind, wanted.id)
}
