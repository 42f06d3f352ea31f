-- A publishable key stands in web pages for all to see, so it can be looked up again: encrypted with
-- the master key (accounts/shown-keys.ts). Null for secret keys, and for those made before this.
alter table keys add column sealed bytea check (sealed is null or kind = 'publishable');
