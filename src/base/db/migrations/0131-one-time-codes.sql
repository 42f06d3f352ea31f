-- The period (RFC 6238) whose code was used last: a site takes each code once.
alter table secrets add column code_period bigint;
