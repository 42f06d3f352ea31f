-- What /readyz writes to: a database that answers may still take no writes.
create table write_proof (
  only_one boolean primary key default true check (only_one),
  at timestamptz not null
);
