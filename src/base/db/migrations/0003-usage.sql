create table usage (
  key_id text not null references keys,
  account_id text not null references accounts,
  day date not null,
  endpoint text not null,
  outcome text not null,
  requests bigint not null,
  primary key (key_id, day, endpoint, outcome)
);
create index usage_by_account on usage (account_id, day);

-- A flush whose answer was lost is repeated under the same id and then changes nothing.
create table usage_flushes (
  id text primary key,
  at timestamptz not null default now()
);
create index usage_flushes_by_age on usage_flushes (at);
