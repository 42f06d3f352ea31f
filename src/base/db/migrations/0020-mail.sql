-- Every mail is written here in the transaction that causes it, and sent from here.
create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  subject text not null,
  -- Bodies hold links that open accounts: they are emptied once the mail is sent.
  text text not null,
  html text,
  -- At most one mail for a key, however many processes ask for it.
  dedupe_key text unique,
  -- kept: no mail server was set when it was due.
  status text not null default 'waiting' check (status in ('waiting', 'kept', 'sent', 'failed')),
  error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);

create index mail_outbox_kept on mail_outbox (created_at) where status = 'kept';
create index mail_outbox_ended on mail_outbox (ended_at) where ended_at is not null;
