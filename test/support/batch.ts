import assert from 'node:assert/strict'
import type { Database } from '../../src/base/db/sql.ts'
import { type Api, jobApi } from './job-api.ts'

export type Item = {
  url: string
  markdown?: string
  html?: string
  links?: string[]
  warning?: string
  cachedAt?: string
  error?: string
  metadata?: Record<string, unknown>
}
export type State = {
  id: string
  status: 'scraping' | 'completed' | 'failed' | 'cancelled'
  total: number
  completed: number
  failed: number
  creditsUsed: number
  expiresAt: string
  data: Item[]
  next?: string
}

/** A small page with some content of its own. */
export const article = (name: string): string => `<!doctype html>
<html lang="en"><head><title>${name}</title></head><body>
<nav><a href="/">Home</a> <a href="/about">About</a></nav>
<main><h1>${name}</h1>
<p>This is the page ${name}. It says enough to be read as a page, in two whole sentences.</p>
<p>Its second paragraph has <a href="/more/${name}">a link</a> and some more words to go with it.</p>
</main><footer>Nobody reads this</footer></body></html>`

export const {
  create: createBatch,
  read: readBatch,
  ended,
} = jobApi<State>('/v1/batch/scrape', 'batch')

type Extracted = {
  status: string
  creditsUsed: number
  data: { url: string; data: unknown; reader?: object; warning?: string }[]
}

const extractions = jobApi<Extracted>('/v1/batch/extract', 'extract')

/** A batch extraction from beginning to end; of at most a hundred pages. */
export const extractBatch = async (app: Api, body: object): Promise<Extracted> => {
  const id = await extractions.create(app, body)
  await extractions.ended(app, id)
  return extractions.read(app, id, '?limit=100')
}

/** Every result, page by page, as a client would read them. */
export const allItems = async (app: Api, id: string): Promise<Item[]> => {
  const items: Item[] = []
  for (let offset = 0; ; ) {
    const { data, next } = await readBatch(app, id, `?offset=${offset}`)
    items.push(...data)
    offset += data.length
    if (!next) return items
    assert.ok(data.length > 0, 'a page between others is never empty')
  }
}

/**
 * What must hold once a batch has ended, whatever happened on the way: every item ended once, counts
 * and credits agree with the ledger, and the balance with the ledger's sum.
 */
export const assertSound = async (sql: Database, batchId: string): Promise<void> => {
  const [batch] = await sql`select * from batches where id = ${batchId}`
  assert.ok(batch)
  const [items] = await sql`
    select count(*)::int as total,
      (count(*) filter (where state = 'done'))::int as done,
      (count(*) filter (where state = 'failed'))::int as failed,
      (count(*) filter (where state in ('waiting', 'queued')))::int as open,
      count(distinct finished_as)::int as distinct_numbers,
      coalesce(max(finished_as), 0)::int as last_number
    from batch_items where batch_id = ${batchId}`
  assert.ok(items)
  assert.equal(items.total, batch.total)
  assert.equal(items.open, 0, 'every item has ended')
  assert.deepEqual([items.done, items.failed], [batch.completed, batch.failed])
  const failures = Object.values(batch.failures as Record<string, number>)
  assert.equal(
    failures.reduce((sum, count) => sum + count, 0),
    batch.failed,
    'each by its code',
  )
  assert.equal(items.distinct_numbers, items.done + items.failed, 'each has a number of its own')
  assert.equal(items.last_number, items.done + items.failed, 'without gaps')
  const [ledger] = await sql`
    select (count(*) filter (where kind = 'reserve'))::int as reserved,
      (count(*) filter (where kind = 'settle'))::int as settled,
      (count(*) filter (where kind = 'release'))::int as released,
      coalesce(sum(credits) filter (where kind = 'settle'), 0)::int as credits
    from ledger where ref like ${`${batchId}:%`}`
  assert.ok(ledger)
  assert.equal(ledger.reserved, batch.total)
  assert.equal(ledger.settled, batch.completed)
  assert.equal(ledger.reserved, ledger.settled + ledger.released)
  assert.equal(Number(batch.credits_used), ledger.credits)
  await assertBalances(sql)
}

export const assertBalances = async (sql: Database): Promise<void> => {
  const wrong = await sql`
    select id, balance, (select coalesce(sum(delta), 0) from ledger where account_id = accounts.id)
    from accounts
    where balance <> (select coalesce(sum(delta), 0) from ledger where account_id = accounts.id)`
  assert.deepEqual([...wrong], [])
}
