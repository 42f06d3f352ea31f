-- How the daily back-ups go, for whoever asks a process: the folder may be on another machine.
create table backup_state (
  only_one boolean primary key default true check (only_one),
  -- The last one that was made.
  made_at timestamptz,
  file text,
  size_bytes bigint,
  -- Since when none could be made, how often it was tried, and why not; null while all is well.
  failing_since timestamptz,
  failures int not null default 0,
  failure text
);
