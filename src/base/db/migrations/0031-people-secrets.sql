-- Only digests of session tokens are kept; whoever is signed in stays so.
update sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');

-- What the server kept here in clear is derived from the master key instead.
drop table server_secrets;

-- The keys made at the first start, encrypted, for whoever opens the set-up link printed with them.
alter table join_links add column sealed_keys bytea;
