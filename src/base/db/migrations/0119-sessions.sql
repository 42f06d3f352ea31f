-- What callers' sign-ins need and nobody is ever shown: passwords, keys of one-time codes.
create table secrets (
  account_id text not null references accounts,
  name text not null,
  sealed bytea not null,
  -- The value is the key of one-time codes (TOTP), not what is written.
  totp boolean not null,
  updated_at timestamptz not null default now(),
  primary key (account_id, name)
);

-- Being signed in to a site.
create table site_sessions (
  id text primary key,
  account_id text not null references accounts,
  name text not null,
  -- Host names, or `*.` and one: it is sent nowhere else.
  hosts text[] not null,
  -- Cookies, local storage and the steps of the sign-in, encrypted.
  sealed bytea not null,
  has_login boolean not null,
  -- Whether cookies that sites change are kept.
  saves_changes boolean not null,
  ttl_hours int not null,
  status text not null check (status in ('new', 'ready', 'expired', 'failed')),
  -- Counts sign-ins: whoever finds another number than before need not sign in again.
  generation int not null default 0,
  -- Sign-ins since the last page that was read.
  failures int not null default 0,
  failure text,
  failed_at timestamptz,
  signed_in_at timestamptz,
  used_at timestamptz,
  -- One process at a time signs in, until then.
  leased_until timestamptz,
  lease text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index site_sessions_of_account on site_sessions (account_id, created_at desc);
