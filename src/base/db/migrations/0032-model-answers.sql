-- What models answered to questions of extract, for 24 hours; each account sees only its own.
create table model_answers (
  account_id text not null references accounts,
  -- Model, instructions, prompt, form and the page's text as the model was shown it.
  hash bytea not null,
  asked_at timestamptz not null default now(),
  -- Compressed JSON.
  answers bytea not null,
  primary key (account_id, hash)
);
create index model_answers_by_age on model_answers (asked_at);
