-- What people call a job, and what they sort jobs by.
alter table batches
  add column name text,
  add column tags text[] not null default '{}';
