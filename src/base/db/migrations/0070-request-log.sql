-- A line for each call of the extraction API, written in steps beside the requests
-- (accounts/request-log.ts). It is a log: it refers to nothing, and old lines go by their age.
create table request_log (
  id bigint generated always as identity,
  at timestamptz not null,
  account_id text not null,
  key_id text not null,
  request_id text not null,
  endpoint text not null,
  -- The host that was asked for, never its path or query.
  target text,
  status smallint not null,
  -- Of the catalogue of errors; null where the call was answered.
  code text,
  duration_ms int not null,
  credits real not null,
  primary key (account_id, at, id)
);
create index request_log_by_key on request_log (key_id, at, id);
create index request_log_by_request on request_log (request_id);
-- Lines come in the order of time: a hundredth of the size of a tree.
create index request_log_by_age on request_log using brin (at);
