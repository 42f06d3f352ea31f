import { type Database, inTransaction } from '../../base/db/sql.ts'
import { defineJob, type Job } from '../../base/queue/job.ts'
import { asWorkOf } from '../../kit/admission-queue.ts'
import { checkSchema } from '../extract/schema/limits.ts'
import type { AskElse } from './ask-else.ts'
import { compareReading } from './compare.ts'
import type { EventDeps } from './events.ts'
import { taughtIn } from './file.ts'
import { type CheckPayload, checkJobName } from './job-names.ts'
import { unpackSource } from './pages.ts'
import { startRepair } from './start-repair.ts'
import { type ReaderRow, readerStore, versionStore } from './store.ts'
import type { RunReaders } from './tasks.ts'
import { type DayCounts, dayStore, seenStore, watchStore } from './watch-store.ts'

type CheckDeps = EventDeps & { sql: Database; run: RunReaders; askElse: AskElse }

/** A page that a reader has answered is asked of somebody else too, for nothing: who says the same? */
export const checkJob = (deps: CheckDeps): Job<CheckPayload> =>
  defineJob<CheckPayload>({
    name: checkJobName,
    concurrency: 2,
    timeoutSeconds: 180,
    retry: { limit: 2, delaySeconds: 30, maxDelaySeconds: 300 },
    async work({ readerId, url }, context) {
      const reader = await readerStore.get(deps.sql, readerId)
      const seen = reader && (await seenStore.find(deps.sql, readerId, url))
      const version = reader && (await versionStore.find(deps.sql, readerId, reader.version))
      const packed = seen?.flaggedSource ?? seen?.goodSource
      if (!reader || !version || !packed) return
      const page = { url, source: await unpackSource(packed) }
      const task = { schema: checkSchema(reader.schema), taught: taughtIn(version.file), page }
      const { accountId, schema, prompt } = reader
      const [taught, said] = await asWorkOf(accountId, async () => {
        const taught = await deps.run('tryReader', task, context.signal)
        if (taught.isOther) return [taught]
        return [taught, await deps.askElse({ accountId, schema, prompt, page }, context.signal)]
      })
      if (!said) return
      const compared = compareReading(version.file, taught, said)
      await inTransaction(deps.sql, async sql => {
        const now = await watchStore.lock(sql, readerId)
        if (now?.version === version.number) {
          await dayStore.add(sql, readerId, 0, countsOf(compared))
          const failing = remember(now, compared)
          if (failing.length > 0 && now.health === 'ready')
            await startRepair(deps, sql, now, failing)
          await watchStore.save(sql, readerId, now)
        }
        await context.complete(sql)
      })
    },
  })

const countsOf = ({ same, differ }: { same: string[]; differ: string[] }) =>
  Object.fromEntries([
    ...same.map((field): [string, DayCounts] => [field, [0, 0, 0, 0, 1, 1]]),
    ...differ.map((field): [string, DayCounts] => [field, [0, 0, 0, 0, 1, 0]]),
  ])

/** A model errs too: three of the last ten checks of one field are no chance. */
const [lastChecks, tooMany] = [10, 3]

const remember = (
  { watch }: ReaderRow,
  { same, differ }: { same: string[]; differ: string[] },
): string[] => {
  const checked = { ...watch.checked }
  const add = (field: string, sign: string) => {
    checked[field] = ((checked[field] ?? '') + sign).slice(-lastChecks)
  }
  for (const field of same) add(field, '0')
  for (const field of differ) add(field, '1')
  watch.checked = checked
  return differ.filter(field => (checked[field]?.split('1').length ?? 1) - 1 >= tooMany)
}
