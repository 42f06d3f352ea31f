import { createKey } from '../src/base/accounts/keys.ts'
import { usageStore } from '../src/base/accounts/usage-store.ts'
import type { Sql } from '../src/base/db/sql.ts'
import type { Vault } from '../src/base/db/vault.ts'

/** An account in the middle of its work: three keys, the month so far, a night's calls. */
export const seedAccount = async (sql: Sql, vault: Vault): Promise<void> => {
  const [account] = await sql.unsafe<{ id: string }[]>('select id from accounts limit 1')
  const accountId = account?.id ?? ''
  const wanted = { accountId, actor: 'operator', vault }
  const origins = ['example.com', '*.example.com']
  const website = await createKey(sql, { ...wanted, kind: 'publishable', name: 'Website', origins })
  const mobile = await createKey(sql, { ...wanted, kind: 'publishable', name: 'Mobile app' })
  const server = await createKey(sql, { ...wanted, kind: 'secret', name: 'Nightly import' })
  const month = new Date().toISOString().slice(0, 7)
  const days = Array.from({ length: new Date().getUTCDate() }, (_, index) => index + 1)
  const rows = days.flatMap(number => {
    const day = `${month}-${String(number).padStart(2, '0')}`
    const amount = (scale: number) => Math.round(scale * (1.2 + Math.sin(number * scale)))
    const base = { accountId, day, outcome: 'ok' }
    return [
      { ...base, keyId: website.id, endpoint: 'icon', requests: amount(410) },
      { ...base, keyId: website.id, endpoint: 'og', requests: amount(90) },
      { ...base, keyId: mobile.id, endpoint: 'icon', requests: amount(230) },
      { ...base, keyId: server.id, endpoint: 'POST /v1/scrape', requests: amount(120) },
      { ...base, keyId: server.id, endpoint: 'POST /v1/extract', requests: amount(34) },
    ]
  })
  await usageStore.write(sql, { sender: 'screenshots', sequence: 1, rows })
  await chargeCredits(sql, { accountId, keyId: server.id })
  await logCalls(sql, { accountId, keyId: server.id })
}

type Of = { accountId: string; keyId: string }

const chargeCredits = async (sql: Sql, of: Of) => {
  await sql`
    insert into ledger (account_id, key_id, kind, ref, operation, credits, delta, at)
    select ${of.accountId}, ${of.keyId}, 'settle', 'shown-' || n,
      (array['scrape', 'extract'])[n % 2 + 1], n % 7 + 1, 0, now() - make_interval(hours => n)
    from generate_series(1, 360) as n`
  // Entries are never written into the past: what was added up before is added up again.
  await sql`delete from ledger_days`
  await sql`update ledger_progress set summed_until = '-infinity'`
}

/** One in nine of them failed. */
const logCalls = (sql: Sql, of: Of) =>
  sql`
    insert into request_log (at, account_id, key_id, request_id, endpoint, target, status, code,
      duration_ms, credits)
    select now() - make_interval(mins => n * 7), ${of.accountId}, ${of.keyId}, 'req_shown' || n,
      (array['POST /v1/scrape', 'POST /v1/extract', 'POST /v1/branding'])[n % 3 + 1],
      (array['www.example.com', 'docs.example', 'shop.example', 'news.example'])[n % 4 + 1],
      case when n % 9 = 0 then 502 when n % 23 = 0 then 429 else 200 end,
      case when n % 9 = 0 then 'page_timeout' when n % 23 = 0 then 'rate_limited' end,
      case when n % 9 = 0 then 30000 + n else (n * 37) % 900 + 40 end,
      case when n % 9 = 0 or n % 23 = 0 then 0 else (array[1, 5, 5])[n % 3 + 1] end
    from generate_series(1, 90) as n`
