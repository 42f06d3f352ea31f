-- Ways out that the operator made in the dashboard; those of WAYS_FILE are not kept here. All of a
-- way is sealed: its URL holds a password.
create table ways (
  name text primary key,
  sealed bytea not null,
  created_by text not null,
  created_at timestamptz not null default now()
);

-- How ways do, whoever defined them. A way that is gone leaves its row behind.
create table way_uses (
  name text primary key,
  pages bigint not null default 0,
  blocked bigint not null default 0,
  failures bigint not null default 0,
  used_at timestamptz not null,
  failed_at timestamptz,
  failure text
);
