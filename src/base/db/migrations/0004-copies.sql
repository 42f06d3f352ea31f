-- Our own copies of scraped pages, for maxAge; each account sees only its own.
create table copies (
  account_id text not null references accounts,
  -- Address and every option that changes the answer.
  hash bytea not null,
  scraped_at timestamptz not null default now(),
  -- The answer as compressed JSON.
  answer bytea not null,
  primary key (account_id, hash)
);
create index copies_by_age on copies (scraped_at);
