-- Each entry looked up and locked its account and its key, which was a ninth of what PostgreSQL did
-- for a page of a batch. Neither is ever deleted, an entry takes both from what was just read, and the
-- sums of its day (ledger_days) refer to them as before.
alter table ledger
  drop constraint ledger_account_id_fkey,
  drop constraint ledger_key_id_fkey;
