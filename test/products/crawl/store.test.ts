import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { digest } from '../../../src/products/crawl/plan.ts'
import { crawlStore } from '../../../src/products/crawl/store.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'

const pages = 3_000

let database: TestDatabase
before(async () => {
  database = await createDatabase()
  await database.sql`alter table batch_items drop constraint batch_items_batch_id_fkey`
  await database.sql`alter table harvest_reads drop constraint harvest_reads_batch_id_fkey`
})
after(() => database.close())

/** Forgets all others, and what the planner knows is of `before` this one alone. */
const addCrawl = async (before: (n: number) => string) => {
  const { sql } = database
  await sql`truncate batch_items`
  await addItems(before)
  await sql`analyze batch_items`
  await addItems(() => 'crawl_new')
}

const addItems = async (idOf: (n: number) => string) => {
  const ns = Array.from({ length: pages }, (_, n) => n)
  await database.sql`
    insert into batch_items (batch_id, position, url, host, turn, lane_turn, state, finished_as,
      url_key, depth, simhash, content_hash, repeats)
    select id, n, 'https://site.test/' || n, 'site.test', n, n, 'done', n, decode(key, 'hex'), 1,
      '00', '\\x00', 1
    from unnest(${ns}::int[], ${ns.map(idOf)}::text[], ${ns.map(n => digest(`page ${n}`))}::text[])
      as item (n, id, key)`
}

/** How many rows the indexes of the items gave, in all. */
const rowsRead = async (work: () => Promise<unknown>): Promise<number> => {
  const { sql } = database
  const read = async () => {
    await sql`select pg_stat_force_next_flush()`
    const [row] = await sql<{ rows: number }[]>`
      select sum(idx_tup_read)::int as rows from pg_stat_user_indexes where relname = 'batch_items'`
    return row?.rows ?? 0
  }
  const before = await read()
  await work()
  return (await read()) - before
}

const ten = Array.from({ length: 10 }, (_, n) => n * 100)

for (const [others, idOf] of [
  ['one large job', () => 'batch_known'],
  ['harvests of one page', (n: number) => `batch_${n}`],
] as const)
  describe(`what a crawl looks up, beside ${others}`, () => {
    before(() => addCrawl(idOf))

    it('is known addresses, not all that it has', async () => {
      const keys = ten.map(n => digest(`page ${n}`))
      const rows = await rowsRead(async () => {
        const known = await crawlStore.known(database.sql, 'crawl_new', [...keys, digest('none')])
        assert.deepEqual(known.map(({ key }) => key).sort(), keys.toSorted())
      })
      assert.ok(rows <= 20, `${rows} rows`)
    })

    it('is the facts of a few pages', async () => {
      const rows = await rowsRead(async () => {
        const facts = await crawlStore.facts(database.sql, 'crawl_new', ten)
        assert.deepEqual(facts.map(({ position }) => position).sort(inOrder), ten)
      })
      assert.ok(rows <= 20, `${rows} rows`)
    })

    it('is the pages whose facts it writes', async () => {
      const read = ten.map(position => ({
        ...{ position, depth: 1, contentHash: '01', simhash: '01', repeats: 2, idle: 3 },
        ...{ copy: 'c0', canonical: position > 0 ? null : 'ca', narrows: true, isHeld: false },
      }))
      const rows = await rowsRead(() => crawlStore.keepPages(database.sql, 'crawl_new', read))
      assert.ok(rows <= 40, `${rows} rows`)
      const copies = await crawlStore.copies(database.sql, 'crawl_new', ['c0'])
      assert.deepEqual(
        copies.map(({ position, canonical, narrows }) => [position, canonical, narrows]),
        ten.map(position => [position, position > 0 ? null : 'ca', true]),
      )
      const kept = await crawlStore.facts(database.sql, 'crawl_new', ten)
      assert.deepEqual(
        kept.map(({ idle }) => idle),
        ten.map(() => 3),
      )
    })
  })

const inOrder = (a: number, b: number) => a - b
