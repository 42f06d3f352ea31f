-- Append-only. A piece of work (ref) is reserved once and ended once, by settle or by release.
create table ledger (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  account_id text not null references accounts,
  key_id text references keys,
  kind text not null check (kind in ('grant', 'expire', 'reserve', 'settle', 'release')),
  ref text not null,
  operation text not null,
  -- What the work costs: reserved, or really used.
  credits bigint not null check (credits >= 0),
  -- What the entry does to the balance; the sum is the balance. Zero on plans without a limit.
  delta bigint not null
);
create unique index ledger_once on ledger (kind, ref);
create unique index ledger_ended_once on ledger (ref) where kind in ('settle', 'release');
create index ledger_used on ledger (account_id, at) where kind = 'settle';
-- For calls whose process died. Without batches: their items are many, and end by their queue. (As
-- an index of all reservations it was also taken for finding single ones, before any statistics.)
create index ledger_reserved on ledger (at) where kind = 'reserve' and operation <> 'batch';

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end
$$;
create trigger ledger_is_append_only before update or delete on ledger
  for each row execute function ledger_is_append_only();
