import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inTransaction } from '../../../src/base/db/sql.ts'
import { defineJob } from '../../../src/base/queue/job.ts'
import type { Observation } from '../../../src/products/extract/observation.ts'
import { digestJob } from '../../../src/products/readers/digest.ts'
import { type DigestPayload, digestJobName } from '../../../src/products/readers/job-names.ts'
import { createObserve } from '../../../src/products/readers/observe.ts'
import { createDatabase } from '../../support/database.ts'
import { lampData, lampPage, lampSchema } from '../../support/lamp-shop.ts'
import { openTestQueue } from '../../support/queue.ts'

/** A page that a model answered, as a lesson for a reader that is not there yet. */
const answered = (host: string): Observation => ({
  ...{ accountId: 'acc_1', url: new URL(`https://${host}/lamp/1`), schema: lampSchema },
  prompt: undefined,
  ...{ readers: { choices: [] }, seen: undefined, skeleton: ['main'], source: lampPage(1) },
  said: {
    ...{ data: lampData(1), evidence: { '/name': { quote: lampData(1).name } } },
    ...{ warnings: [], problems: [], needsModel: [] },
  },
})

it('what pages of several sites taught is counted for each of them at once', async t => {
  const database = await createDatabase()
  const { sql } = database
  await sql`insert into accounts (id, name, plan) values ('acc_1', 'a', 'free')`
  const unused = {} as Parameters<typeof digestJob>[0]
  const job = defineJob<DigestPayload>({ ...digestJob(unused), work: async () => undefined })
  const { queue } = await openTestQueue(t, database, [job], false)
  const observe = createObserve({ queue })
  for (const host of ['one.test', 'two.test', 'one.test']) {
    const write = await observe(answered(host))
    assert.ok(write)
    await inTransaction(sql, write)
  }
  const jobs = await sql<{ host: string }[]>`
    select payload->>'host' as host from queue_jobs where queue = ${digestJobName} order by id`
  // One for each page: the job before may have begun, and not see it.
  assert.deepEqual(
    jobs.map(({ host }) => host),
    ['one.test', 'two.test', 'one.test'],
  )
})
