import assert from 'node:assert/strict'
import type { Database } from '../../src/base/db/sql.ts'
import { assertBalances, type Item } from './batch.ts'
import { type Api, jobApi } from './job-api.ts'

export type CrawlItem = Item & {
  depth: number
  foundOn: string
  code?: string
  change?: string
}
export type CrawlState = {
  id: string
  status: 'scraping' | 'completed' | 'failed' | 'cancelled'
  total: number
  completed: number
  failed: number
  creditsUsed: number
  discovered: number
  skipped: Record<string, number>
  warning?: string
  removed?: string[]
  data: CrawlItem[]
  next?: string
}

/** A page with content of its own and these links. */
export const sitePage = (
  name: string,
  links: readonly string[],
  head = '',
): string => `<!doctype html>
<html lang="en"><head><title>${name}</title>${head}</head><body><main><h1>${name}</h1>
<p>This is the page ${name} of a small site. It says enough about ${name} to be read as a page.</p>
<p>Whoever wants to know more of ${name} finds it here, in a second paragraph about ${name}.</p></main>
<ul>${links.map(link => `<li><a href="${link}">${link}</a></li>`).join('')}</ul></body></html>`

const crawls = jobApi<CrawlState>('/v1/crawl', 'crawl')
export const { create: startCrawl, read: readCrawl } = crawls

/** The crawl once it has ended, with all its items. */
export const crawled = async (app: Api, id: string, timeoutMs = 60_000): Promise<CrawlState> => {
  const state = await crawls.ended(app, id, timeoutMs)
  const data: CrawlItem[] = []
  for (;;) {
    const page = await readCrawl(app, id, `?offset=${data.length}`)
    data.push(...page.data)
    if (!page.next) return { ...state, data }
  }
}

export const skippedOf = async (app: Api, id: string) => {
  const all: { url: string; reason: string; foundOn: string }[] = []
  for (;;) {
    const answer = await app.api(`/v1/crawl/${id}/skipped?offset=${all.length}`)
    assert.equal(answer.status, 200, answer.text)
    const page = answer.json as { data: typeof all; next?: string }
    all.push(...page.data)
    if (!page.next) return all
  }
}

/** What must hold once a crawl has ended, whatever happened on the way. */
export const assertSoundCrawl = async (sql: Database, id: string): Promise<void> => {
  const [crawl] = await sql`select * from batches where id = ${id}`
  assert.ok(crawl)
  const [items] = await sql`
    select (count(*) filter (where state = 'done'))::int as done,
      (count(*) filter (where state = 'failed'))::int as failed,
      (count(*) filter (where state in ('waiting', 'queued')))::int as open,
      count(distinct finished_as)::int as numbers, coalesce(max(finished_as), 0)::int as last,
      count(distinct url_key)::int as keys, count(*)::int as rows
    from batch_items where batch_id = ${id}`
  assert.ok(items)
  assert.equal(items.open, 0, 'every item has ended')
  assert.deepEqual([items.done, items.failed], [crawl.completed, crawl.failed])
  assert.deepEqual([items.numbers, items.last], Array(2).fill(items.done + items.failed))
  assert.equal(items.keys, items.rows, 'no page twice')
  assert.ok(crawl.completed + crawl.failed <= crawl.page_limit, 'the limit is kept')
  assert.deepEqual([crawl.open, crawl.counted, crawl.discovering], [0, 0, false])
  const [ledger] = await sql`
    select (count(*) filter (where kind = 'reserve'))::int as reserved,
      (count(*) filter (where kind = 'settle'))::int as settled,
      (count(*) filter (where kind = 'release'))::int as released,
      coalesce(sum(credits) filter (where kind = 'settle'), 0)::int as credits
    from ledger where ref like ${`${id}:%`}`
  assert.ok(ledger)
  assert.equal(ledger.settled, crawl.completed)
  assert.equal(ledger.reserved, ledger.settled + ledger.released)
  assert.equal(Number(crawl.credits_used), ledger.credits)
  await assertBalances(sql)
}
