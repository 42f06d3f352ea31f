-- Which failures came from a browser that the person has signed in with before (null: from another),
-- and of what: a password, a code of the second step, or a wish for a new password.
alter table sign_in_attempts add column device text;
alter table sign_in_attempts add column kind text not null default 'password'
  check (kind in ('password', 'code', 'reset'));

-- The second step of signing in: better-auth's twoFactor, under our names. The secret and the
-- recovery codes are encrypted with a key that is derived from the master key.
alter table people add column two_step boolean not null default false;
create table two_steps (
  id text primary key,
  person_id text not null references people on delete cascade,
  secret text not null,
  recovery_codes text not null,
  verified boolean not null default false,
  failed_count int not null default 0,
  locked_until timestamptz
);
create unique index two_steps_by_person on two_steps (person_id);

-- What better-auth must remember for a few minutes: who has given the password and still owes the
-- code, and which codes were used. Identifiers are kept as digests.
create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);
create index verifications_by_expiry on verifications (expires_at);

-- Links to a new password: each works once. Only the token's hash is kept.
create table reset_links (
  hash bytea primary key,
  person_id text not null references people on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index reset_links_by_person on reset_links (person_id);

-- The body of a mail that opens an account, encrypted; its text is empty then.
alter table mail_outbox add column sealed_text bytea;
