create table accounts (
  id text primary key,
  name text not null,
  plan text not null,
  owner_email text,
  -- What may still be spent: grants minus reservations. Kept by the same statements that write
  -- the ledger; the check is the last wall against a negative balance.
  balance bigint not null default 0 check (balance >= 0),
  -- First day of the month whose grant was booked.
  granted_month date,
  created_at timestamptz not null default now()
);

create table keys (
  id text primary key,
  account_id text not null references accounts,
  kind text not null check (kind in ('secret', 'publishable')),
  name text not null,
  -- The key itself is shown once and never stored.
  hash bytea not null unique,
  last_four text not null,
  origins text[] not null default '{}',
  created_at timestamptz not null default now(),
  -- The end of an overlap after the key was rolled.
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_endpoint text,
  -- The row stays: usage keeps its name, and a deleted bootstrap key does not come back.
  deleted_at timestamptz
);
create index keys_by_account on keys (account_id);

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  account_id text references accounts,
  actor text not null,
  action text not null,
  subject text not null
);
create index audit_by_account on audit (account_id, at);
