-- The options as they were written: jsonb forgets the order of members, and the columns of a table
-- of results, and the data themselves, follow that of the caller's schema.
alter table batches add column asked json;
