-- Proof that all processes hold the same master key; says nothing about the key itself.
create table master_key (
  only_one boolean primary key default true check (only_one),
  fingerprint bytea not null
);

-- Encrypted with the master key. After a roll the old one signs beside the new one for a while.
create table webhook_secrets (
  account_id text primary key references accounts,
  secret bytea not null,
  previous bytea,
  previous_until timestamptz,
  created_at timestamptz not null default now()
);

-- One row for each event of a batch, in the order of delivery. It outlives the batch as a log.
create table webhook_events (
  id text primary key,
  account_id text not null references accounts,
  batch_id text not null,
  sequence int not null,
  type text not null,
  url text not null,
  -- The results it tells of, by order of completion; an event's body is made when it is sent.
  first_item int,
  last_item int,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (batch_id, sequence)
);
create index webhook_events_by_account on webhook_events (account_id, created_at desc);
create index webhook_events_by_age on webhook_events (created_at);

create table webhook_attempts (
  event_id text not null references webhook_events on delete cascade,
  attempt int not null,
  at timestamptz not null default now(),
  -- The receiver's answer, or why there was none.
  status int,
  error text,
  duration_ms int not null,
  primary key (event_id, attempt)
);
