-- A harvest may also be of data: the pages of many URLs, or of an earlier harvest, read by a schema.
alter table batches drop constraint batches_kind_check;
alter table batches add constraint batches_kind_check check (kind in ('batch', 'crawl', 'extract'))
  not valid;
alter table batches validate constraint batches_kind_check;
