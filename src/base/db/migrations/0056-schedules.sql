-- An operation that is repeated by a timetable.
create table schedules (
  id text primary key,
  account_id text not null references accounts,
  key_id text not null references keys,
  name text not null,
  kind text not null,
  cron text not null,
  time_zone text not null,
  -- The body of the operation, without what may hold secrets.
  request jsonb not null,
  -- Headers and webhooks, encrypted.
  sealed bytea,
  compares boolean not null,
  mails boolean not null,
  -- Null while it is paused.
  next_at timestamptz,
  -- Why it was paused, where nobody did it by hand.
  paused_because text,
  created_at timestamptz not null default now()
);
create index schedules_due on schedules (next_at) where next_at is not null;
create index schedules_of_account on schedules (account_id, created_at desc);

create table schedule_runs (
  id text primary key,
  schedule_id text not null references schedules on delete cascade,
  -- The time it was due; each time runs once, however many processes there are.
  due_at timestamptz not null,
  by_hand boolean not null default false,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'completed', 'failed', 'skipped')),
  started_at timestamptz,
  ended_at timestamptz,
  -- The batch or crawl that it started.
  job_id text,
  credits_used bigint not null default 0,
  error text,
  -- Results that were compared so far: a comparison goes on where it stopped.
  compared int not null default 0,
  -- Whether there was an earlier run to compare with.
  has_before boolean not null default false,
  added int not null default 0,
  changed int not null default 0,
  gone int not null default 0,
  same int not null default 0,
  -- What an operation that answers at once answered, for the next comparison.
  answer bytea,
  webhook_state text check (webhook_state in ('waiting', 'delivered', 'failed')),
  webhook_attempts jsonb not null default '[]'
);
create unique index schedule_runs_once on schedule_runs (schedule_id, due_at) where not by_hand;
create index schedule_runs_newest on schedule_runs (schedule_id, due_at desc, id);

-- What a run found to be other than the run before it; the first thousand.
create table schedule_changes (
  run_id text not null references schedule_runs on delete cascade,
  position int not null,
  change text not null check (change in ('new', 'changed', 'gone')),
  -- A page's URL, or the name of a design token.
  subject text not null,
  -- A unified diff, or the values before and after.
  detail text,
  primary key (run_id, position)
);

-- The pages as the last run saw them.
create table schedule_pages (
  schedule_id text not null references schedules on delete cascade,
  page_key bytea not null,
  url text not null,
  run_id text not null,
  hash bytea not null,
  text bytea,
  primary key (schedule_id, page_key)
);
