-- The key that came in place of a rolled one: what was set up with the old one goes on with it.
alter table keys add column replaced_by text references keys;
