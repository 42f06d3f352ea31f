-- A batch and a crawl are two kinds of one thing, a harvest: many pages read durably for one caller
-- (base/harvest). The tables keep the names they had when there was only the first kind.
alter table batches
  add column kind text not null default 'batch' check (kind in ('batch', 'crawl')),
  -- Items that have not ended, and those of them that will be results or failures.
  add column open int not null default 0,
  add column counted int not null default 0,
  -- How far apart its turns are: the harvests its account had under way when it began (turns.ts).
  add column stride int not null default 1,
  -- Only for a harvest that grows.
  add column start_url text,
  add column crawl jsonb,
  add column page_limit int,
  add column next_position int not null default 0,
  add column next_turn bigint not null default 0,
  -- More may come from elsewhere than its pages (sitemaps): it does not end before.
  add column discovering boolean not null default false,
  add column discovered int not null default 0,
  add column visited int not null default 0,
  -- Reason to count.
  add column skipped jsonb not null default '{}',
  add column warning text;
update batches set open = total - completed - failed, counted = total - completed - failed
  where status = 'scraping';
create index batches_by_kind on batches (account_id, kind, created_at desc);

alter table batch_items
  -- Which page it is, whatever its URL looks like (page/links/key.ts), hashed.
  add column url_key bytea,
  add column depth int,
  -- The page that links to it, `sitemap` or `start`; and that page's position.
  add column found_on text,
  add column parent int,
  -- It waited, or waits, for its own moment of its harvest's line.
  add column paced boolean not null default false,
  -- False: it is read for its links alone, is no result and costs nothing.
  add column wanted boolean not null default true,
  add column skip_reason text,
  -- The shape of its URL: pages of one shape may turn out to be a trap.
  add column template bytea,
  -- Of its main content; and how many pages in a row up the chain of next pages had the same.
  add column content_hash bytea,
  add column simhash text,
  add column repeats int,
  -- Against the harvest it is compared with.
  add column change text check (change in ('new', 'same', 'changed')),
  drop constraint batch_items_state_check,
  -- spare: found, and read if there is room before the limit. skipped: found or read, no result.
  add constraint batch_items_state_check check (state in
    ('waiting', 'queued', 'done', 'failed', 'cancelled', 'spare', 'skipped'));
create unique index batch_items_by_key on batch_items (batch_id, url_key)
  where url_key is not null;
create index batch_items_unread on batch_items (batch_id, position)
  where state in ('spare', 'skipped');

-- A harvest's own line at a host: the last turn it was given (new items of one that grows go on from
-- there), and when it may ask again if its caller wants longer pauses than the server.
create table harvest_lanes (
  batch_id text not null references batches on delete cascade,
  host text not null,
  last_turn bigint not null default 0,
  free_at timestamptz not null default now(),
  started_at timestamptz not null default '-infinity',
  primary key (batch_id, host)
);

-- What is remembered of the pages read whose URLs have one shape (page/links/traps.ts).
create table harvest_budgets (
  batch_id text not null references batches on delete cascade,
  template bytea not null,
  budget jsonb not null,
  closed boolean not null,
  primary key (batch_id, template)
);

-- The pages of an earlier harvest that this one is compared with: they may expire before it ends.
create table harvest_baselines (
  batch_id text not null references batches on delete cascade,
  url_key bytea not null,
  url text not null,
  content_hash bytea not null,
  primary key (batch_id, url_key)
);
