-- Whoever was removed from the account after a link was made: it does not let them back in.
alter table join_links add column barred text[] not null default '{}';
