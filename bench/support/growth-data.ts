import { ledgerStore } from '../../src/base/accounts/ledger-store.ts'
import type { Database, Sql } from '../../src/base/db/sql.ts'
import { packResult } from '../../src/base/jobs/results.ts'
import { png } from '../../test/support/pictures.ts'

export type Sizes = { domains: number; entries: number; items: number; accounts: number }

/**
 * Years of use, written by the database itself. A tenth of the ledger, and of everything else, is of
 * the account that is measured.
 */
export const fillDatabase = async (
  sql: Database,
  sizes: Sizes,
  say: (line: string) => void,
): Promise<void> => {
  const [own] = await sql<{ accountId: string; keyId: string }[]>`
    select account_id as "accountId", id as "keyId" from keys
    where kind = 'secret' and not internal order by created_at limit 1`
  if (!own) throw new Error('The server has no key.')
  const { result } = await packResult({ markdown: 'A page that was read. '.repeat(20) })
  const icon = await png('green', 32)
  const { accounts, domains, entries, items } = sizes
  const whose = (n: string) =>
    `case when ${n} % 10 = 0 then '${own.accountId}' else 'acc_grown' || ${n} % ${accounts} end`
  const whoseKey = (n: string) =>
    `case when ${n} % 10 = 0 then '${own.keyId}' else 'key_grown' || ${n} % ${accounts} end`
  const steps: [string, string, string][] = [
    [
      'accounts',
      'accounts',
      `(id, name, plan) select 'acc_grown' || n, 'Grown ' || n, 'free'
      from generate_series(0, ${accounts - 1}) as n`,
    ],
    [
      'keys',
      'keys',
      `(id, account_id, kind, name, hash, last_four)
      select 'key_grown' || n, 'acc_grown' || n, 'secret', 'k', sha256(('k' || n)::bytea), 'abcd'
      from generate_series(0, ${accounts - 1}) as n`,
    ],
    [
      'domains',
      'image_lookups',
      `(host, kind, found, checked_at, next_check_at, report)
      select 'd' || lpad(n::text, 8, '0') || '.test', 'icon', true, now(),
        now() + make_interval(hours => 24 + n % 140),
        '{"page": {"status": 200}, "candidates": [{"source": "link", "score": 61.5,
          "reasons": ["declared", "large enough", "square"]}]}'
      from generate_series(1, ${domains}) as n`,
    ],
    [
      'their icons',
      'image_sources',
      `(host, kind, theme, source, url, bytes, fetched_at)
      select 'd' || lpad(n::text, 8, '0') || '.test', 'icon', 'light', 'link',
        'https://d' || n || '.test/i.png', '\\x${icon.toString('hex')}', now()
      from generate_series(1, ${domains}) as n`,
    ],
    [
      'entries of the ledger',
      'ledger',
      `(at, account_id, key_id, kind, ref, operation, credits, delta)
      select now() - make_interval(secs => (${entries} - n) * 34000000.0 / ${entries}),
        ${whose('(n / 2)')}, ${whoseKey('(n / 2)')},
        case when n % 2 = 0 then 'reserve' else 'settle' end, 'req_' || md5((n / 2)::text),
        case when n / 2 % 3 = 0 then 'batch' else 'scrape' end, 1, 0
      from generate_series(2, ${entries} + 1) as n`,
    ],
    [
      'batches',
      'batches',
      `(id, account_id, key_id, status, total, completed, credits_used, options, created_at,
        ended_at, expires_at)
      select 'batch_grown' || n, ${whose('n')}, ${whoseKey('n')}, 'completed', 10000, 10000, 10000,
        '{}', now() - interval '1 hour', now(), now() + interval '1 day'
      from generate_series(0, ${Math.ceil(items / 10_000) - 1}) as n`,
    ],
    [
      'finished items',
      'batch_items',
      `(batch_id, position, url, host, turn, lane_turn, state, finished_as, result, result_bytes)
      select 'batch_grown' || n / 10000, n % 10000, 'https://h' || n % 5000 || '.test/page/' || n,
        'h' || n % 5000 || '.test', n, n, 'done', n % 10000 + 1,
        '\\x${result.toString('hex')}', 460
      from generate_series(0, ${items - 1}) as n`,
    ],
    [
      'days of usage',
      'usage',
      `(key_id, account_id, day, endpoint, outcome, requests)
      select 'key_grown' || k, 'acc_grown' || k, (now() at time zone 'utc')::date - d,
        'POST /v1/scrape', 'ok', 100
      from generate_series(0, ${accounts - 1}) as k, generate_series(0, 390) as d`,
    ],
    [
      'audit lines',
      'audit',
      `(at, account_id, actor, action, subject)
      select now() - make_interval(mins => n), ${whose('n')}, 'start', 'key.create', 'k'
      from generate_series(1, ${Math.ceil(items / 50)}) as n`,
    ],
  ]
  for (const [what, table, rows] of steps) {
    const startedMs = performance.now()
    await load(sql, table, rows)
    say(`${what}: ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`)
  }
  await sumLedger(sql)
  for (const [, table] of steps) await sql.unsafe(`vacuum (analyze) ${table}`)
  await sql.unsafe('vacuum (analyze) ledger_days')
  await sql.unsafe('checkpoint')
}

/** Without its checks and indexes, which are made anew: minutes instead of an hour. */
const load = (sql: Database, table: string, rows: string): Promise<unknown> =>
  sql.begin(async transaction => {
    await unhurried(transaction)
    await transaction.unsafe('set local session_replication_role = replica')
    const indexes = await transaction<{ name: string; definition: string }[]>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = ${table}::regclass and not exists (
        select 1 from pg_constraint where conindid = indexrelid
      )`
    for (const { name } of indexes) await transaction.unsafe(`drop index ${name}`)
    await transaction.unsafe(`insert into ${table} ${rows}`)
    for (const { definition } of indexes) await transaction.unsafe(definition)
  })

const unhurried = async (transaction: Sql): Promise<void> => {
  await transaction.unsafe('set local statement_timeout = 0')
  await transaction.unsafe("set local maintenance_work_mem = '512MB'")
}

const sumLedger = async (sql: Database): Promise<void> => {
  while (await ledgerStore.sum(sql));
}
