import type { Database } from '../../src/base/db/sql.ts'

/** What nobody who draws a page thinks of, and every account has after a year. */
export const oddNames = [
  'A key whose name goes on and on, past every column that anybody would ever give it, to 80',
  'مفتاح الإنتاج للمتجر الإلكتروني الكبير',
  '🧪🚀 Staging 👩‍👩‍👧‍👦 family 🇨🇿',
  '<script>alert(1)</script>',
  'AVeryLongNameWithoutASingleSpaceInItThatCannotBeBrokenAnywhereAtAllByAnyBrowser',
].map(name => name.slice(0, 80))

/**
 * An account after a year: 1,000 keys, 500 jobs, 12 months of usage and a log of calls. All of it in
 * a few statements.
 */
export const fillAccount = async (sql: Database, accountId: string): Promise<void> => {
  await sql`
    insert into keys (id, account_id, kind, name, hash, last_four, origins, created_at, last_used_at,
      last_used_endpoint, made_by)
    select 'key_' || lpad(n::text, 5, '0'), ${accountId},
      case when n % 3 = 0 then 'publishable' else 'secret' end,
      coalesce((${oddNames}::text[])[n], 'Service ' || lpad(n::text, 4, '0')),
      sha256(n::text::bytea), right(md5(n::text), 4),
      case when n % 6 = 0 then '{shop.example,*.shop.example}'::text[] else '{}' end,
      now() - make_interval(hours => n * 8),
      case when n % 4 > 0 then now() - make_interval(mins => n * 7) end,
      case when n % 3 = 0 then 'icon' else 'POST /v1/scrape' end, 'operator'
    from generate_series(1, 1000) as n`
  await sql`
    insert into batches (id, kind, account_id, key_id, status, total, completed, failed,
      credits_used, options, webhook, start_url, name, tags, created_at, ended_at, expires_at)
    select case when n % 5 = 0 then 'crawl_' else 'batch_' end || lpad(n::text, 5, '0'),
      case when n % 5 = 0 then 'crawl' else 'batch' end, ${accountId},
      'key_' || lpad((n % 40 + 1)::text, 5, '0'), state,
      n * 3, case when state = 'failed' then 0 else n * 2 end,
      case when state = 'failed' then n * 3 else n % 7 end, n * 2, '{}', null,
      'https://shop-' || n || '.example/a/rather/long/path/to/the/first/page?of=' || n,
      case when n % 2 = 0 then coalesce((${oddNames}::text[])[n / 2], 'Nightly prices ' || n) end,
      case when n % 3 = 0 then array['prices', 'team-' || n % 4] else '{}' end,
      now() - make_interval(mins => n), case when state <> 'scraping' then now() end,
      now() + interval '1 day'
    from (
      select n, case when n <= 3 then 'scraping' when n % 11 = 0 then 'failed'
        when n % 13 = 0 then 'cancelled' else 'completed' end as state
      from generate_series(1, 500) as n
    ) as job`
  await sql`
    insert into usage (key_id, account_id, day, endpoint, outcome, requests)
    select 'key_' || lpad(k::text, 5, '0'), ${accountId},
      (now() at time zone 'utc')::date - d,
      case when k % 3 = 0 then 'icon' when k % 3 = 1 then 'POST /v1/scrape' else 'POST /v1/extract' end,
      case when (k + d) % 5 = 0 then case when k % 3 = 0 then 'none' else 'page_timeout' end
        else 'ok' end,
      (40 - k) * 11 + (d * 37 + k * 13) % 97 + case when d % 7 < 2 then 0 else 150 end
    from generate_series(1, 36) as k, generate_series(0, 364) as d
    where (k + d) % 3 > 0`
  await sql`
    insert into ledger (account_id, key_id, kind, ref, operation, credits, delta, at)
    select ${accountId}, 'key_' || lpad((n % 12 * 3 + 1)::text, 5, '0'), 'settle', 'seed-' || n,
      (array['scrape', 'extract', 'batch'])[n % 3 + 1], n % 5 + 1, 0, now() - make_interval(hours => n * 3)
    from generate_series(1, 2000) as n`
  // Entries are never written into the past: what was added up before is added up again.
  await sql`delete from ledger_days`
  await sql`update ledger_progress set summed_until = '-infinity'`
  await sql`
    insert into request_log (at, account_id, key_id, request_id, endpoint, target, status, code,
      duration_ms, credits)
    select now() - make_interval(mins => n * 9), ${accountId},
      'key_' || lpad((n % 12 * 3 + 1)::text, 5, '0'), 'req_seed' || n,
      (array['POST /v1/scrape', 'POST /v1/extract', 'GET /v1/usage', 'POST /v1/branding'])[n % 4 + 1],
      case when n % 4 = 2 then null else
        (array['www.example.com', 'a-very-long-subdomain.of-another-long-name.shop.example',
          'xn--bcher-kva.example', 'docs.example'])[n % 4 + 1] end,
      case when n % 9 = 0 then 502 when n % 17 = 0 then 429 else 200 end,
      case when n % 9 = 0 then 'page_timeout' when n % 17 = 0 then 'rate_limited' end,
      (n * 37) % 9000 + 40, case when n % 9 = 0 or n % 17 = 0 then 0 else n % 5 + 1 end
    from generate_series(1, 4000) as n`
}
