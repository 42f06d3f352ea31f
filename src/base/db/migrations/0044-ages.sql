-- What waits is few among what is kept as a log: the metrics ask for it at every scrape.
create index webhook_events_waiting on webhook_events (created_at, next_attempt_at)
  where state = 'waiting';

-- What is deleted by age, in small steps, is found by age.
create index join_links_by_expiry on join_links (expires_at);
create index sign_in_attempts_by_age on sign_in_attempts (at);
