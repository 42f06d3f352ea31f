-- PostgreSQL cleans a table when a fifth of it has changed: of millions of rows that is too late for
-- those that are written all the time. And where a row is changed again and again in place, its page
-- keeps room for the next version, so that no index has to learn of it.
alter table accounts set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 200);
alter table keys set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 200);
alter table usage set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
alter table usage_flushes set (autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000);
alter table batches set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 200);
alter table batch_items set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_cost_delay = 1);
alter table batch_lanes set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 200);
alter table harvest_lanes set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
alter table image_lookups set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
alter table image_sources set (autovacuum_vacuum_scale_factor = 0.02);
alter table copies set (autovacuum_vacuum_scale_factor = 0.02);
alter table request_log set (autovacuum_vacuum_scale_factor = 0.02);
alter table objects set (autovacuum_vacuum_scale_factor = 0.02);
-- Only ever added to: what is old is frozen a little at a time, not all at once one day.
alter table ledger set (autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
