create table batches (
  id text primary key,
  account_id text not null references accounts,
  key_id text not null references keys,
  status text not null default 'scraping'
    check (status in ('scraping', 'completed', 'failed', 'cancelled')),
  total int not null,
  completed int not null default 0,
  failed int not null default 0,
  -- The scrape options, as the caller gave them.
  options jsonb not null,
  webhook jsonb,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- A promise: 24 h after creation, moved once to 24 h after the end.
  expires_at timestamptz not null default now() + interval '24 hours',
  check (completed + failed <= total),
  check ((status = 'scraping') = (ended_at is null))
);
create index batches_by_account on batches (account_id, created_at desc);
create index batches_by_expiry on batches (expires_at);

create table batch_items (
  batch_id text not null references batches on delete cascade,
  -- As submitted, from 0.
  position int not null,
  url text not null,
  host text not null,
  -- When its turn is, among the items of all batches: see batch/turns.ts.
  turn bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'cancelled')),
  tries int not null default 0,
  -- The order of completion, from 1, without gaps: a page of results once read never changes.
  finished_as int,
  -- Compressed JSON: what the item shows besides its address.
  result bytea,
  error_code text,
  primary key (batch_id, position),
  check ((state in ('done', 'failed')) = (finished_as is not null))
);
create unique index batch_items_in_order on batch_items (batch_id, finished_as)
  where finished_as is not null;
create index batch_items_turns on batch_items (turn) where state <> 'waiting';

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

-- What a batch was charged, by the first part of its items' refs.
create index ledger_by_batch on ledger (split_part(ref, ':', 1)) where kind = 'settle';

-- Hosts that asked for a pause (Crawl-delay, Retry-After), for all processes.
create table batch_hosts (
  host text primary key,
  free_at timestamptz not null
);
