import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Sql } from '../../src/base/db/sql.ts'
import type { TestApp } from './app.ts'
import { createBatch, ended } from './batch.ts'
import { crawled, startCrawl } from './crawl.ts'
import type { SimulatedWeb } from './simulated-web.ts'
import { until } from './until.ts'

/** The pages of test/pages by their names. */
const realPages = new Map(
  globSync('test/pages/*/page.html').map(file => [basename(dirname(file)), readFileSync(file)]),
)

/** The sites that a month of use reads: `pages.test` has every page of test/pages. */
export const addPages = (web: SimulatedWeb): void => {
  const links = [...realPages.keys()].map(name => `<li><a href="/${name}">${name}</a>`).join('')
  web.site('pages.test', ({ path }) => {
    if (path === '/robots.txt') return { status: 404 }
    if (path === '/')
      return `<title>All pages</title><main><h1>All pages</h1><ul>${links}</ul></main>`
    const body = realPages.get(path.slice(1).split('?')[0] ?? '')
    return body ? { headers: { 'content-type': 'text/html' }, body } : { status: 404 }
  })
}

/**
 * Fills a database as a month of use does: every real page is read by a batch, a crawl and a
 * schedule, some with a picture, and what comes of it is there `times` times; with large objects of
 * every size up to ten megabytes. All of it by the app's own doors, but for the repetition.
 */
export const liveAMonth = async (
  app: TestApp,
  { times, largeObjects }: { times: number; largeObjects: number },
): Promise<void> => {
  const { sql } = app.database
  const urls = [...realPages.keys()].map(name => `https://pages.test/${name}`)
  const formats = ['markdown', 'html', 'rawHtml', 'links', 'metadata']
  const batch = await createBatch(app, { urls, formats, render: 'never', maxAge: 1_000 })
  await ended(app, batch, 300_000)
  const limit = realPages.size
  const crawl = await startCrawl(app, { url: 'https://pages.test/', limit, render: 'never' })
  await crawled(app, crawl, 300_000)
  const pictured = await createBatch(app, {
    ...{ urls: urls.slice(0, 4), formats: ['screenshot'], screenshotAs: 'url' },
  })
  await ended(app, pictured, 300_000)
  await runSchedule(app, urls.slice(0, 20))
  await sql`update batches set expires_at = '2126-01-01'`
  await repeat(sql, times)
  await addObjects(sql, largeObjects)
}

const runSchedule = async (app: TestApp, urls: string[]): Promise<void> => {
  const request = { urls, formats: ['markdown'], render: 'never' }
  const body = { name: 'Every page', kind: 'batch', request, cron: '0 6 * * *' }
  const made = await app.api('/v1/schedules', { method: 'POST', body })
  assert.equal(made.status, 200, made.text)
  const { id } = made.json as { id: string }
  const run = await app.api(`/v1/schedules/${id}/run`, { method: 'POST' })
  assert.equal(run.status, 200, run.text)
  await until(
    'the schedule has run',
    async () => {
      const rows = await app.database.sql`select 1 from schedule_runs where state = 'completed'`
      return rows.length > 0
    },
    120_000,
  )
}

/** What must differ from one repetition to the next; `k` counts them. */
const repeated: Record<string, Record<string, string>> = {
  batches: { id: `id || '_' || k` },
  batch_items: { batch_id: `batch_id || '_' || k` },
  ledger: { ref: `ref || '_' || k`, at: `at - make_interval(hours => k)` },
  request_log: { at: `at - make_interval(hours => k)` },
  copies: { hash: `sha256(hash || k::text::bytea)` },
  schedule_runs: {
    id: `id || '_' || k`,
    due_at: `due_at - make_interval(days => k)`,
    job_id: `job_id || '_' || k`,
  },
}

const repeat = async (sql: Sql, times: number): Promise<void> => {
  for (const [table, changes] of Object.entries(repeated)) {
    const columns = await sql<{ name: string }[]>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table}
        and is_identity = 'NO' and is_generated = 'NEVER'`
    const names = columns.map(({ name }) => name)
    await sql.unsafe(`
      insert into ${table} (${names.join(', ')})
      select ${names.map(name => changes[name] ?? name).join(', ')}
      from ${table}, generate_series(1, ${times}) as k`)
  }
}

/** From ten bytes to ten megabytes, none of which compresses. */
const addObjects = async (sql: Sql, count: number): Promise<void> => {
  await sql`
    insert into objects (id, size, content_type, expires_at, body)
    select 'obj_month_' || n, length(body), 'image/png', '2126-01-01', body
    from generate_series(1, ${count}) as n, lateral (
      select substring(string_agg(sha512((n * 1000000 + m)::text::bytea), '') for size) as body, size
      from (select (10 * pow(10, 6.0 * n / ${count}))::int as size) as sized,
        generate_series(1, size / 64 + 1) as m
      group by size
    ) as made`
}
