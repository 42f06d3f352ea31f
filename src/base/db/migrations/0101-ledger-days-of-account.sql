-- Reports read one account's days of one kind. In the table's own index the key stands before the
-- kind, and PostgreSQL took the one by age instead: the days of all accounts, more with each of them.
-- short: it holds one row for a day, key and operation, is written four times an hour, and reading goes on.
create index ledger_days_of_account on ledger_days (account_id, kind, day);
