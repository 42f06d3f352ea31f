-- Readers that learn from a model, are watched while they read, and are repaired.
alter table readers
  -- Of the schema without its annotations: whoever asks with `auto` finds a reader by it.
  add column schema_key text not null default '',
  -- From a model's answers a reader first learns, then reads along, then answers.
  add column stage text not null default 'live' check (stage in ('learning', 'proving', 'live')),
  add column health text not null default 'ready'
    check (health in ('ready', 'drifting', 'repairing', 'broken')),
  -- By which pages of one template are known before anything was learned of it.
  add column skeleton jsonb not null default '[]',
  -- Answers too: the template before a change, while the change is rolled out.
  add column also_version int,
  add column also_at timestamptz,
  add column paused boolean not null default false,
  -- The share of its answers that somebody else is asked for too.
  add column checks real not null default 0.02,
  add column mails boolean not null default true,
  -- Where its events go, with headers: encrypted.
  add column webhook bytea,
  -- What is remembered of the last pages, to notice a change.
  add column watch jsonb not null default '{}';

-- short: an account has at most 500 readers.
create index readers_for_page on readers (account_id, host, schema_key);

alter table reader_versions
  -- Who it was learned from, where that is neither examples nor a file.
  add column origin text check (origin in ('model', 'repair')),
  add column is_proposed boolean not null default false,
  -- What it says of new pages beside the version before it.
  add column gate jsonb;

alter table reader_pages add column by_model boolean not null default false;

-- What came of a page, until it is counted.
create table reader_observations (
  id bigint generated always as identity primary key,
  account_id text not null references accounts,
  host text not null,
  body jsonb not null,
  -- The page, compressed, where something may be learned from it.
  source bytea,
  created_at timestamptz not null default now()
);
create index reader_observations_of_host on reader_observations (account_id, host, id);

-- The pages that it read last: what it said when it was sure, and when it was not.
create table reader_seen (
  reader_id text not null references readers on delete cascade,
  url text not null,
  good_data jsonb,
  good_source bytea,
  good_at timestamptz,
  flagged_data jsonb,
  flags jsonb,
  flagged_source bytea,
  flagged_at timestamptz,
  seen_at timestamptz not null default now(),
  primary key (reader_id, url)
);
create index reader_seen_flagged on reader_seen (reader_id, flagged_at desc);

-- By field: pages answered, flagged, missing, and those that somebody else was asked about.
create table reader_days (
  reader_id text not null references readers on delete cascade,
  day date not null,
  pages int not null,
  fields jsonb not null,
  primary key (reader_id, day)
);

create table reader_events (
  id text primary key,
  reader_id text not null references readers on delete cascade,
  type text not null,
  data jsonb not null,
  webhook_state text check (webhook_state in ('waiting', 'delivered', 'failed')),
  webhook_attempts jsonb not null default '[]',
  created_at timestamptz not null default now()
);
create index reader_events_of_reader on reader_events (reader_id, created_at desc);
