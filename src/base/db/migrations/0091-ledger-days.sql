-- What the ledger says, added up by day while its entries are still there: reports read these sums
-- and the last hour's entries, so a long history costs them nothing; and when old entries go, no
-- credit is forgotten. Months past LEDGER_KEEP_MONTHS are added up once more: all on their first day.
create table ledger_days (
  account_id text not null references accounts,
  key_id text references keys,
  day date not null,
  kind text not null,
  operation text not null,
  entries bigint not null,
  credits bigint not null,
  delta bigint not null,
  unique nulls not distinct (account_id, day, key_id, kind, operation)
);
create index ledger_days_by_age on ledger_days (day);

create table ledger_progress (
  only_one boolean primary key default true check (only_one),
  -- Entries before this moment are in ledger_days, all others are not.
  summed_until timestamptz not null,
  -- Every call that was reserved before this moment has been settled or released.
  ended_until timestamptz not null
);
-- What was reserved in a month that is over gives nothing back.
insert into ledger_progress (summed_until, ended_until)
  values ('-infinity', now() - interval '40 days');

create index ledger_by_age on ledger (at);

-- Still append-only: what goes has been added up, and only a purge that says so takes it.
create or replace function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('siteray.forgets_ledger', true) = 'on'
    and old.at < (select summed_until from ledger_progress) then
    return old;
  end if;
  raise exception 'the ledger is append-only';
end
$$;

-- What is found by its age.
create index usage_by_day on usage (day);
create index audit_by_age on audit (at);
