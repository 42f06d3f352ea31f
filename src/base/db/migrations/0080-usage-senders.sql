-- Every process numbers the batches of counts that it writes. A batch whose answer was lost is
-- repeated under its number and then changes nothing, however long ago that was: one row for each
-- process that ever counted, instead of one for each batch of the last day (usage_flushes).
create table usage_senders (
  id text primary key,
  sequence bigint not null,
  at timestamptz not null default now()
) with (fillfactor = 50);
