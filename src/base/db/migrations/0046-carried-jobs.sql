-- The jobs of a back-up after its restore, until the next start puts them into the queue.
create table carried_jobs (
  id uuid primary key,
  queue text not null,
  payload jsonb not null,
  priority int not null,
  key text,
  job_group text,
  start_after timestamptz not null,
  created_at timestamptz not null
);
