-- What needs a browser: its jobs go to the processes that have one.
alter table batches add column needs_browser boolean not null default false;
alter table batch_items add column needs_browser boolean not null default false;

-- When a process that has a browser last said so.
create table rendering (
  only_one boolean primary key default true check (only_one),
  seen_at timestamptz not null
);
