import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { openDatabase } from '../src/base/db/open.ts'
import { closeSql, type Database, openSql } from '../src/base/db/sql.ts'
import { readConfig } from '../src/config/config.ts'
import { atMost, defineBench, figure, median } from './harness/bench.ts'
import { fillDatabase } from './support/growth-data.ts'
import { type Server, startServer, startWeb } from './support/server.ts'

const ratio = (what: string) => ({ what, limit: atMost(1.3) })

/** Two servers with a PostgreSQL each, asked in turns: what else the machine does, it does to both. */
export const bench = defineBench({
  name: 'growth',
  part: 'The house',
  title:
    'A database with 1 million domains, 10 million ledger entries and 5 million finished items beside an empty one: medians of what an answer takes, as ratios',
  minutes: 20,
  needs: { linux: true, quiet: true },
  rows: {
    cached: ratio('an icon that is in memory'),
    stored: ratio('an icon that is in the database'),
    cold: ratio('an icon that nobody has asked for'),
    poll: ratio('a page of a batch’s results'),
    claim: ratio('a batch of 40 pages: accepted, claimed, read and finished'),
    usage: ratio('the usage of a month'),
    overdue: { what: 'tables that VACUUM is behind with, after 4,000 pages', limit: atMost(0) },
    size: { what: 'the full database', unit: 'GB' },
  },
  measure: async ({ sample, say }) => {
    const sizes = {
      domains: 1_000_000 / sample,
      entries: 10_000_000 / sample,
      items: 5_000_000 / sample,
      accounts: 1_000,
    }
    const web = await startWeb('bench/webs/growth.ts', `${hosts}`)
    const env = { ...web.env, BOOTSTRAP_PUBLISHABLE_KEY: publishableKey, HOST_DELAY_MS: '0' }
    const [empty, full] = [await startServer(env), await startServer(env)]
    const databases = [await connect(empty), await connect(full)] as const
    try {
      const few = { domains: 500, entries: 2, items: 1, accounts: 1 }
      await fillDatabase(databases[0].sql, few, () => undefined)
      await fillDatabase(databases[1].sql, sizes, say)
      const gigabytes = await sizeOf(databases[1].sql)
      say(`full: ${gigabytes.toFixed(1)} GB`)
      const times = await compare(empty, full, { rounds: sample > 10 ? 10 : 30, say })
      const overdue = await load(full, databases[1].sql, Math.max(400, 4_000 / sample))
      return { ...times, overdue, size: figure(gigabytes) }
    } finally {
      for (const { close } of databases) await close()
      await Promise.all([empty.stop(), full.stop()])
      web.stop()
    }
  },
})

const hosts = 4_000
const publishableKey = `pk_${'benchpublic'.repeat(3)}`

const connect = async ({ env }: Server): Promise<{ sql: Database; close(): Promise<void> }> => {
  const config = readConfig(env)
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ ...config, log }, 'command')
  const sql = openSql(database.target, {
    name: 'bench',
    maxConnections: 2,
    statementTimeoutMs: 3_600_000,
  })
  return {
    sql,
    async close() {
      await closeSql(sql)
      await database.close()
    },
  }
}

const sizeOf = async (sql: Database): Promise<number> => {
  const [row] = await sql`select pg_database_size(current_database())::float8 as bytes`
  return row?.bytes / 1e9
}

type Name = 'cached' | 'stored' | 'cold' | 'poll' | 'claim' | 'usage'
type Work = (server: Server, round: number) => Promise<unknown>

/** How often in a round: those that take a millisecond need more to have a median. */
const often: Record<Name, number> = {
  cached: 40,
  stored: 6,
  cold: 3,
  poll: 10,
  claim: 1,
  usage: 10,
}

const compare = async (
  empty: Server,
  full: Server,
  { rounds, say }: { rounds: number; say: (line: string) => void },
) => {
  const polled = new Map<Server, string>()
  for (const server of [empty, full]) polled.set(server, await runBatch(server, 60, 0))
  let nth = 0
  const works: Record<Name, Work> = {
    cached: server => icon(server, 'h0.test', 64),
    stored: (server, round) => icon(server, `d${String(1 + round).padStart(8, '0')}.test`, 64),
    cold: (server, round) => icon(server, `h${100 + (round % (hosts - 100))}.test`, 64),
    poll: server => getJson(server, `/v1/batch/scrape/${polled.get(server)}?limit=20`),
    claim: (server, round) => runBatch(server, 40, 41 * round),
    usage: server => getJson(server, '/v1/usage'),
  }
  const taken = new Map<string, number[]>()
  for (let round = -2; round < rounds; round++)
    for (const name of Object.keys(works) as Name[])
      for (let n = 0; n < often[name]; n++) {
        nth++
        const order = nth % 2 === 0 ? [empty, full] : [full, empty]
        for (const server of order) {
          const startedMs = performance.now()
          await works[name](server, (round + 2) * often[name] + n)
          const ms = performance.now() - startedMs
          // The first rounds load code and open connections.
          const key = `${name} ${server === full}`
          if (round >= 0) taken.set(key, [...(taken.get(key) ?? []), ms])
        }
      }
  const result = (name: Name) => {
    const [small, large] = [false, true].map(is => median(taken.get(`${name} ${is}`) ?? []))
    const shown = `${large?.toFixed(2)} ms beside ${small?.toFixed(2)} ms`
    say(`${name}: ${shown}`)
    const value = (large ?? 0) / (small ?? 1)
    return figure(value, `${value.toFixed(2)} (${shown})`)
  }
  return {
    ...{ cached: result('cached'), stored: result('stored'), cold: result('cold') },
    ...{ poll: result('poll'), claim: result('claim'), usage: result('usage') },
  }
}

const icon = async (server: Server, domain: string, size: number): Promise<void> => {
  const path = `/${domain}?token=${publishableKey}&size=${size}`
  const answer = await fetch(`http://127.0.0.1:${server.imagePort}${path}`)
  await answer.arrayBuffer()
  const source = answer.headers.get('x-image-source')
  if (source !== 'link') throw new Error(`${domain}: ${answer.status} ${source}`)
}

const getJson = async (server: Server, path: string): Promise<unknown> => {
  const { status, json } = await server.getJson(path)
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`)
  return json
}

const runBatch = async (server: Server, pages: number, from: number): Promise<string> => {
  const urls = Array.from(
    { length: pages },
    (_, n) => `http://h${(from + n) % hosts}.test/${from + n}`,
  )
  const { json } = await server.post('/v1/batch/scrape', { urls, formats: ['markdown'] })
  const { id } = json as { id: string }
  for (;;) {
    const state = await getJson(
      server,
      `/v1/batch/scrape/${id}?wait=20&offset=${pages - 1}&limit=1`,
    )
    const { status, completed } = state as { status: string; completed: number }
    if (status === 'scraping') continue
    if (completed !== pages) throw new Error(`${completed} of ${pages} pages were read`)
    return id
  }
}

/** Works for a while, and then looks whether what it left behind is cleared away in time. */
const load = async (server: Server, sql: Database, pages: number) => {
  for (let from = 0; from < pages; from += 400) await runBatch(server, 400, from)
  const endMs = performance.now() + 180_000
  for (;;) {
    const behind = await sql<{ name: string; dead: number }[]>`
      select relname as name, n_dead_tup::int as dead from pg_stat_user_tables
      where n_dead_tup > 2500 and n_dead_tup > 0.03 * n_live_tup`
    if (behind.length === 0) return figure(0)
    if (performance.now() > endMs)
      return figure(behind.length, behind.map(({ name, dead }) => `${name}: ${dead}`).join(', '))
    await wait(5_000)
  }
}
