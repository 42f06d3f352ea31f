-- What was taught of one template of a site.
create table readers (
  id text primary key,
  account_id text not null references accounts,
  name text not null,
  -- Of the pages that it was taught from.
  host text not null,
  schema jsonb not null,
  -- Who answers what it leaves open.
  fallback text not null check (fallback in ('model', 'embedded', 'none')),
  -- How its example pages are read: whether in a browser, as a mobile device.
  reading jsonb not null,
  -- The version in use.
  version int not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index readers_of_account on readers (account_id, created_at desc);

create table reader_versions (
  reader_id text not null references readers on delete cascade,
  number int not null,
  -- The rules, as they are exported.
  file jsonb not null,
  -- What learning found out: families by field, questions, examples that were doubted.
  lesson jsonb not null,
  cause text not null check (cause in ('examples', 'import')),
  created_at timestamptz not null default now(),
  primary key (reader_id, number)
);

-- The pages it learned from, so that more examples can be added to them.
create table reader_pages (
  reader_id text not null references readers on delete cascade,
  url text not null,
  -- The known values; null for a page without labels.
  data jsonb,
  -- The page as it was read, compressed.
  source bytea not null,
  created_at timestamptz not null default now(),
  primary key (reader_id, url)
);
