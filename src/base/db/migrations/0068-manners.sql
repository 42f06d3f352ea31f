alter table batches
  -- How many of its URLs failed, by the error's code; kept by the transactions that count them.
  add column failures jsonb not null default '{}',
  -- For how long it is kept, from its beginning and again from its end: a promise made once.
  add column keep_hours int not null default 24;
update batches set failures = (
  select coalesce(jsonb_object_agg(code, count), '{}') from (
    select coalesce(error_code, 'internal') as code, count(*)::int as count from batch_items
    where batch_id = batches.id and state = 'failed' group by 1
  ) as counted
) where failed > 0;
alter table batches alter column expires_at drop default;

-- The first keys in clear, encrypted, for as long as nobody can have lost them without harm: until
-- one is used or somebody owns the dashboard. Until then every start shows them again.
create table first_keys (
  key_id text primary key references keys on delete cascade,
  sealed bytea not null
);
