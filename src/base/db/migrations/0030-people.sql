-- People who sign in to the dashboard. The first three tables are better-auth's user, session and
-- account, under our names.
create table people (
  id text primary key,
  email text not null unique,
  email_verified boolean not null default false,
  name text not null,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id text primary key,
  token text not null unique,
  person_id text not null references people on delete cascade,
  -- Which of the person's accounts is shown; null means the one joined first.
  account_id text references accounts,
  ip_address text,
  user_agent text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_person on sessions (person_id);
create index sessions_by_expiry on sessions (expires_at);

create table credentials (
  id text primary key,
  person_id text not null references people on delete cascade,
  provider_id text not null,
  provider_account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, provider_account_id)
);
create index credentials_by_person on credentials (person_id);

create table members (
  account_id text not null references accounts,
  person_id text not null references people on delete cascade,
  role text not null check (role in ('owner', 'member')),
  joined_at timestamptz not null default now(),
  primary key (account_id, person_id)
);
create index members_by_person on members (person_id);

-- Set-up links and invitations: each works once. Only the token's hash is kept.
create table join_links (
  id text primary key,
  hash bytea not null unique,
  kind text not null check (kind in ('setup', 'invitation')),
  account_id text not null references accounts,
  role text not null check (role in ('owner', 'member')),
  made_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index join_links_by_account on join_links (account_id);

create table sign_in_attempts (
  email text not null,
  address text not null,
  at timestamptz not null default now()
);
create index sign_in_attempts_by_email on sign_in_attempts (email, at);
create index sign_in_attempts_by_address on sign_in_attempts (address, at);

-- Secrets the server makes for itself, the same for all its processes.
create table server_secrets (
  name text primary key,
  value text not null
);

-- Keys the dashboard itself uses for an account's playground: not listed and not to be deleted.
alter table keys add column internal boolean not null default false;
create unique index keys_internal_once on keys (account_id, kind) where internal;
