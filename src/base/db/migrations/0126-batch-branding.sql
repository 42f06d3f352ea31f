-- A job may also be of branding profiles.
-- fits: what older processes write is among these.
alter table batches
  drop constraint batches_kind_check,
  add constraint batches_kind_check
    check (kind in ('batch', 'crawl', 'extract', 'branding')) not valid;
