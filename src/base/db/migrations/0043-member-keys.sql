-- What members may do with keys: all of it, only with those they made, or nothing. Owners decide.
alter table accounts add column member_keys text not null default 'own'
  check (member_keys in ('all', 'own', 'none'));

-- Who made a key, and so has seen it: a person, or whoever else acts (the operator, the start).
alter table keys add column made_by text;
update keys set made_by = audit.actor
from audit where audit.action = 'key.create' and audit.subject = keys.id;
create index keys_by_maker on keys (account_id, made_by);
