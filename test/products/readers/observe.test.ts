import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inTransaction } from '../../../src/base/db/sql.ts'
import { defineJob } from '../../../src/base/queue/job.ts'
import type { Observation } from '../../../src/products/extract/observation.ts'
import { digestJob } from '../../../src/products/readers/digest.ts'
import { type DigestPayload, digestJobName } from '../../../src/products/readers/job-names.ts'
import { teachReader, tryReader } from '../../../src/products/readers/learn-task.ts'
import { createObserve } from '../../../src/products/readers/observe.ts'
import type { Noted } from '../../../src/products/readers/watch-store.ts'
import { createDatabase } from '../../support/database.ts'
import { categoryPage, lampData, lampPage, lampSchema } from '../../support/lamp-shop.ts'
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

it('of a call for a part of its fields, only these are counted', async t => {
  const database = await createDatabase()
  const { sql } = database
  await sql`insert into accounts (id, name, plan) values ('acc_1', 'a', 'free')`
  const unused = {} as Parameters<typeof digestJob>[0]
  const job = defineJob<DigestPayload>({ ...digestJob(unused), work: async () => undefined })
  const { queue } = await openTestQueue(t, database, [job], false)
  const examples = [1, 3].map(n => ({
    ...{ url: `https://one.test/lamp/${n}`, source: lampPage(n), data: lampData(n) },
  }))
  const { reader } = teachReader({ schema: lampSchema, examples, others: [] })
  const choice = { id: 'rdr_1', version: 1, taught: reader, fallback: 'none' as const }
  const named = { ...{ id: 'rdr_1', host: 'one.test', schema: lampSchema }, silence: undefined }
  const noted = async (schema: object, source: string) => {
    const page = { url: 'https://one.test/lamp/7', source }
    const taught = tryReader({ schema: schema as typeof lampSchema, taught: reader, page })
    const write = await createObserve({ queue })({
      ...{ accountId: 'acc_1', url: new URL(page.url), schema: schema as typeof lampSchema },
      ...{ prompt: undefined, skeleton: undefined, source, said: undefined },
      readers: { named: { ...named, fallback: 'none' }, choices: [choice] },
      seen: { choice: 0, taught },
    })
    assert.ok(write)
    await inTransaction(sql, write)
    const [row] = await sql<{ body: Extract<Noted, { is: 'read' }> }[]>`
      select body from reader_observations order by id desc limit 1`
    return row?.body
  }
  const { price, reviews } = lampSchema.properties
  const part = { type: 'object', properties: { price } }
  const seen = await noted(part, lampPage(7))
  assert.deepEqual(Object.keys(seen?.fields ?? {}), ['/price'])
  assert.equal(seen?.fields['/price']?.isFlagged, false)
  const list = await noted({ type: 'object', properties: { reviews } }, lampPage(7))
  assert.deepEqual(Object.keys(list?.fields ?? {}), ['/reviews'])
  const other = await noted(part, categoryPage())
  assert.deepEqual([other?.isOther, Object.keys(other?.fields ?? {})], [true, ['/price']])
})
