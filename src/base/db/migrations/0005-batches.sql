create table batches (
  id text primary key,
  account_id text not null references accounts,
  key_id text not null references keys,
  status text not null default 'scraping'
    check (status in ('scraping', 'completed', 'failed', 'cancelled')),
  total int not null,
  completed int not null default 0,
  failed int not null default 0,
  -- What the ledger says of its items, kept by the same transactions.
  credits_used bigint not null default 0,
  -- The furthest turn that was served: where a new batch gets in line (batch/turns.ts).
  served_turn bigint not null default 0,
  -- The scrape options and where events go, as the caller gave them, without any headers.
  options jsonb not null,
  webhook jsonb,
  -- Headers may hold secrets: encrypted with the master key.
  sealed_headers bytea,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- A promise: 24 h after creation, moved once to 24 h after the end.
  expires_at timestamptz not null default now() + interval '24 hours',
  check (completed + failed <= total),
  check ((status = 'scraping') = (ended_at is null))
);
create index batches_by_account on batches (account_id, created_at desc);
create index batches_by_expiry on batches (expires_at);
create index batches_open on batches (account_id) where status = 'scraping';

create table batch_items (
  batch_id text not null references batches on delete cascade,
  -- As submitted, from 0.
  position int not null,
  url text not null,
  host text not null,
  -- When its turn is, among the items of all batches and among those of its host: batch/turns.ts.
  turn bigint not null,
  lane_turn bigint not null,
  -- queued: it has one of its host's tickets, a job in the queue.
  state text not null default 'waiting'
    check (state in ('waiting', 'queued', 'done', 'failed', 'cancelled')),
  tries int not null default 0,
  -- A pause before the next try.
  ready_at timestamptz,
  -- The order of completion, from 1, without gaps: a page of results once read never changes.
  finished_as int,
  -- Compressed JSON: what the item shows besides its address. And its size before.
  result bytea,
  result_bytes int,
  error_code text,
  primary key (batch_id, position),
  check ((state in ('done', 'failed')) = (finished_as is not null))
);
-- It is compressed already.
alter table batch_items alter column result set storage external;
create unique index batch_items_in_order on batch_items (batch_id, finished_as)
  where finished_as is not null;
create index batch_items_waiting on batch_items (host, lane_turn)
  where state = 'waiting' and ready_at is null;
create index batch_items_pausing on batch_items (host, ready_at)
  where state = 'waiting' and ready_at is not null;

-- How many of a host's items are in the queue, and when it may be asked again (Crawl-delay,
-- Retry-After), for all processes together: see batch/lane-store.ts.
create table batch_lanes (
  host text primary key,
  tickets int not null default 0 check (tickets >= 0),
  served_turn bigint not null default 0,
  free_at timestamptz not null default now()
);

-- The first answer to an Idempotency-Key, replayed byte for byte for 24 h.
create table idempotency_keys (
  account_id text not null references accounts,
  key text not null,
  request_hash bytea not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
