-- The queue: durable work that waits, runs, or failed for good. A job that is done is deleted.
create table queue_jobs (
  id bigint generated always as identity primary key,
  -- The kind of work, or `<kind>.failed` for the handling of its failure.
  queue text not null,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'failed')),
  priority int not null default 0,
  start_after timestamptz not null default now(),
  -- A job with the same key is not added while this one waits for its first run, or is unfinished.
  key text,
  unique_while text check (unique_while in ('waiting', 'unfinished')),
  job_group text,
  -- Runs that failed or whose process died.
  attempts int not null default 0,
  -- Counts every run: only the run that holds the number may end the job.
  run int not null default 0,
  heartbeat_at timestamptz,
  failed_at timestamptz,
  error text,
  created_at timestamptz not null default now()
) with (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0
);

create index queue_jobs_next on queue_jobs (queue, priority desc, start_after, id)
  where state = 'waiting';
create index queue_jobs_running on queue_jobs (queue, heartbeat_at) where state = 'running';
create unique index queue_jobs_unique_waiting on queue_jobs (queue, key)
  where unique_while = 'waiting' and state = 'waiting' and run = 0;
create unique index queue_jobs_unique_unfinished on queue_jobs (queue, key)
  where unique_while = 'unfinished' and state <> 'failed';

-- When each scheduled kind was last due: whoever moves the time on adds the job.
create table queue_schedules (
  queue text primary key,
  due_at timestamptz not null
);
