import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAccount } from '../../../src/base/accounts/accounts.ts'
import { createKey } from '../../../src/base/accounts/keys.ts'
import { readPlans } from '../../../src/base/accounts/plans.ts'
import type { Database, Sql } from '../../../src/base/db/sql.ts'
import { createWatch } from '../../../src/base/jobs/watch.ts'
import { createDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'

const createJobs = async (sql: Database, ids: readonly string[]): Promise<string> => {
  const account = await createAccount(sql, readPlans(undefined), {
    ...{ name: 'a', plan: 'free', actor: 'test' },
  })
  const key = await createKey(sql, {
    ...{ accountId: account.id, kind: 'secret', name: 'k', actor: 'test' },
  })
  for (const id of ids)
    await sql`
      insert into batches (id, kind, account_id, key_id, total, open, counted, stride, options,
        keep_hours, expires_at)
      values (${id}, 'batch', ${account.id}, ${key.id}, 2, 2, 2, 1, '{}', 1,
        now() + interval '1 hour')`
  return account.id
}

/** The same database, and how often it was asked. */
const counted = (sql: Database) => {
  let questions = 0
  const asked = ((...args: Parameters<Database>) => {
    questions++
    return sql(...args)
  }) as unknown as Sql
  return { asked, questions: () => questions }
}

describe('those who wait for a job', () => {
  it('ask the database together, and each goes on when its own rows are there', async () => {
    const { sql } = await createDatabase()
    const ids = ['batch_1', 'batch_2']
    const accountId = await createJobs(sql, ids)
    const { asked, questions } = counted(sql)
    const watch = createWatch(asked)
    const over = new AbortController()
    const done: string[] = []
    const waiting = ids.flatMap(id =>
      Array.from({ length: 100 }, () =>
        watch
          .awaitRows(
            { id, kind: 'batch', accountId, offset: 0 },
            { waitMs: 600_000, signal: over.signal },
          )
          .then(() => done.push(id)),
      ),
    )
    await until('all have asked once, and some again', () => questions() > 202)
    const before = questions()
    await until('they ask again', () => questions() > before + 2)
    // Two hundred who asked for themselves would have asked 400 times.
    assert.ok(questions() - before < 20, `${questions() - before} questions`)
    assert.deepEqual(done, [])
    await sql`update batches set completed = 1 where id = 'batch_1'`
    await until('the first hundred go on', () => done.length === 100)
    assert.ok(done.every(id => id === 'batch_1'))
    over.abort()
    await Promise.all(waiting)
    await watch.awaitRows(
      { id: 'batch_2', kind: 'batch', accountId: 'of somebody else', offset: 0 },
      { waitMs: 600_000, signal: new AbortController().signal },
    )
  })

  it('are told when the database cannot be asked', async () => {
    const { sql, close } = await createDatabase()
    const accountId = await createJobs(sql, ['batch_1'])
    const watch = createWatch(sql)
    const waiting = watch.awaitRows(
      { id: 'batch_1', kind: 'batch', accountId, offset: 0 },
      { waitMs: 600_000, signal: new AbortController().signal },
    )
    const failing = assert.rejects(waiting)
    await close()
    await failing
  })
})
