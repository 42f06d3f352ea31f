-- The keys that sign our requests to sites (Web Bot Auth).
create table bot_keys (
  -- The JWK thumbprint of the public key (RFC 7638).
  id text primary key,
  -- The public key, as JWK's `x`.
  public_x text not null,
  -- The private key as PKCS #8, encrypted.
  sealed bytea not null,
  created_at timestamptz not null default now(),
  -- Signs no more from then on; published for a while longer.
  retired_at timestamptz
);
-- One signs at a time, however many processes start at once.
create unique index bot_keys_current on bot_keys ((true)) where retired_at is null;
