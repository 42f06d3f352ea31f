-- How many of a crawl's pages were read and wait for what their canonical page says.
alter table batches add column held int not null default 0;

-- What a crawl knows of pages it read, beside batch_items.
create table harvest_reads (
  batch_id text not null references batches on delete cascade,
  position int not null,
  -- Its path, whatever the query and the case, and all that it says, hashed: equal ones are copies.
  copy_key bytea,
  -- The url_key of the page that it calls its canonical one.
  canonical_key bytea,
  -- It is a list, and its canonical page is the same list without a query.
  narrows boolean not null default false,
  -- It is a result unless its canonical page is read and says the same.
  held boolean not null default false,
  primary key (batch_id, position)
);
create index harvest_reads_by_copy on harvest_reads (batch_id, copy_key);
create index harvest_reads_by_canonical on harvest_reads (batch_id, canonical_key)
  where canonical_key is not null;

-- A page that a schedule watches, and that could not be read, has changed.
-- fits: what older processes write is among these.
alter table schedule_changes
  drop constraint schedule_changes_change_check,
  add constraint schedule_changes_change_check
    check (change in ('new', 'changed', 'gone', 'failed')) not valid;
alter table schedule_runs add column failed int not null default 0;
-- The last run could not read it, and said so.
alter table schedule_pages add column failed boolean not null default false;
