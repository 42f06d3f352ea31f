-- Which pages a reader answers with "auto", where somebody said so; null: as its examples have it.
alter table readers add column paths jsonb;
