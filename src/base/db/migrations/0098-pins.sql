-- What the operator says of a domain, whatever its site says: it outranks everything else.
create table image_pins (
  host text not null,
  -- `icon` on both surfaces, `dark` on dark ones alone, the Open Graph image, the brand's color and name.
  what text not null check (what in ('icon', 'dark', 'og', 'color', 'name')),
  -- An image as it came, and its address; null for one that was uploaded.
  bytes bytea,
  url text,
  -- A color (`#rrggbb`) or a name.
  words text,
  pinned_by text not null,
  pinned_at timestamptz not null default now(),
  primary key (host, what),
  check ((bytes is null) = (what in ('color', 'name')) and (words is null) = (bytes is not null))
);
alter table image_pins alter column bytes set storage external;

-- Images that somebody holds to be wrong, for the operator to look at.
create table image_complaints (
  id text primary key,
  host text not null,
  kind text not null check (kind in ('icon', 'og')),
  note text not null,
  account_id text not null references accounts,
  at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by text,
  -- Whether something was pinned for it.
  outcome text check (outcome in ('pinned', 'dismissed'))
);
-- An account says the same thing once, until it is settled.
create unique index image_complaints_open on image_complaints (host, kind, account_id)
  where settled_at is null;
create index image_complaints_by_account on image_complaints (account_id, at);
