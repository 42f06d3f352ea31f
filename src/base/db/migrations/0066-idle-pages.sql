-- What is kept of an answer is what it says, by name, together with what a cut one before it did not
-- reach. Older answers were kept whole: the next run begins anew.
update schedule_runs set answer = null where answer is not null;

-- How many pages up to this one, each found on the last, said nothing new.
alter table batch_items add column idle smallint;
