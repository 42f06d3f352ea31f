-- What is known of a host's icon or Open Graph image, and who is looking right now.
create table image_lookups (
  host text not null,
  kind text not null check (kind in ('icon', 'og')),
  -- Null until the first look has ended.
  found boolean,
  checked_at timestamptz,
  next_check_at timestamptz,
  -- How the last look went: the page, and each candidate with its score and reasons.
  report jsonb,
  -- Hashes of the last `v` values that had a look of their own.
  versions text[] not null default '{}',
  -- One process at a time looks; a claim of a process that died runs out by itself.
  claimed_by text,
  claimed_until timestamptz,
  primary key (host, kind)
);
create index image_lookups_by_age on image_lookups (next_check_at);

-- The image itself as the site gave it, once for each theme (Open Graph images have only `light`).
create table image_sources (
  host text not null,
  kind text not null,
  theme text not null check (theme in ('light', 'dark')),
  -- Where it came from, as X-Image-Source names it, and its address.
  source text not null,
  url text,
  bytes bytea not null,
  -- The colour a one-colour icon is drawn in; null for all others.
  mask_color text,
  fetched_at timestamptz not null,
  primary key (host, kind, theme),
  foreign key (host, kind) references image_lookups (host, kind) on delete cascade
);
alter table image_sources alter column bytes set storage external;

-- The last hosts whose pages were refused a key, for the Keys page.
create table refused_origins (
  key_id text not null references keys,
  host text not null,
  requests bigint not null,
  last_at timestamptz not null,
  primary key (key_id, host)
);
