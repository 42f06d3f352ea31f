-- Pages that somebody teaches a reader from, while they do it.
create table reader_drafts (
  id text primary key,
  account_id text not null references accounts,
  url text not null,
  -- The page as it was read, compressed.
  source bytea not null,
  created_at timestamptz not null default now()
);
create index reader_drafts_of_account on reader_drafts (account_id, created_at);

-- By JSON Pointer: the number of the text that was chosen for a field.
alter table reader_pages add column marks jsonb;
