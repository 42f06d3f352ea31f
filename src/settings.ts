/**
 * Every setting, in the order of the docs. `docs/settings.md` is generated from this table;
 * `default` is what `config.ts` parses when the variable is not set, `shown` what the docs say
 * where that is no plain value.
 */
export type Setting = { default?: string; shown?: string; secret?: true; meaning: string }

export const settings = {
  HOST: {
    default: '127.0.0.1',
    meaning: 'Address to listen on. `0.0.0.0` opens it to the network.',
  },
  PORT: { default: '3000', meaning: 'Port of the extraction API and the dashboard.' },
  IMAGE_PORT: {
    default: '3001',
    meaning:
      'Port of the image API. The same as `PORT` when `IMAGE_PUBLIC_URL` has a host name of its own.',
  },
  IMAGE_PROCESSES: {
    shown: 'the number of cores',
    meaning:
      'How many processes share the image port, each on a core of its own; by itself no more than one for each 256 MB of free memory: docs/scaling.md. With 1, and where the image API has no port of its own, nothing is started beside this process.',
  },
  IMAGE_CACHE_DIR: {
    shown: 'memory only',
    meaning:
      'A folder where rendered images outlast a restart, and image counts one without a database. Nothing in it is needed: it may be lost.',
  },
  IMAGE_CACHE_MB: {
    default: '1024',
    meaning: 'The most that `IMAGE_CACHE_DIR` takes on disk, from 64 megabytes.',
  },
  PUBLIC_URL: {
    shown: 'from `HOST` and `PORT`',
    meaning:
      'How users reach the extraction API and the dashboard, without a path. With https, browsers are told to come no other way (HSTS).',
  },
  IMAGE_PUBLIC_URL: {
    shown: 'from `HOST` and `IMAGE_PORT`',
    meaning: 'How users reach the image API, without a path.',
  },
  FIRECRAWL_PORT: {
    shown: 'none',
    meaning:
      'A port of its own for clients of Firecrawl that drop the path of an address, such as 3002. Others use `/firecrawl` on `PORT`: docs/firecrawl.md.',
  },
  FIRECRAWL_PUBLIC_URL: {
    shown: 'from `HOST` and `FIRECRAWL_PORT`',
    meaning:
      'How such clients reach it, without a path. Without `FIRECRAWL_PORT` it is a host name of its own on `PORT`.',
  },
  ROLE: {
    default: 'all',
    meaning:
      'What this process does: `all`, `api`, `image`, `worker` (jobs; those that need a browser too where it has one) or `browser` (only jobs that need a browser). Several processes share one `DATABASE_URL`: docs/scaling.md.',
  },
  DATA_DIR: { default: './data', meaning: 'Everything that is kept.' },
  DATABASE_URL: {
    shown: 'the embedded PostgreSQL in `DATA_DIR`',
    secret: true,
    meaning:
      'An outside PostgreSQL (15 or newer), `postgres://user:password@host/database`; several hosts as `host1:5432,host2:5432`, with TLS by `sslmode=verify-full` and `sslrootcert=/path/ca.pem`. A pooler in front must keep sessions, unless `DATABASE_DIRECT_URL` is set.',
  },
  DATABASE_DIRECT_URL: {
    shown: 'none',
    secret: true,
    meaning:
      'The same database past a pooler that keeps no sessions (PgBouncer with `pool_mode=transaction`): one connection of each process for LISTEN, and back-ups. Everything else goes through `DATABASE_URL`.',
  },
  S3_URL: {
    shown: 'large values are in PostgreSQL',
    secret: true,
    meaning:
      'An S3-compatible store for screenshots, large results, copies of pages and image sources, `https://KEY:SECRET@host/bucket/folder?region=eu-central-1` (what is special in key or secret percent-encoded). Its address may be private. The same in every process, and for one installation alone: docs/self-hosting.md, “Large objects”.',
  },
  S3_PUBLIC_URL: {
    shown: 'callers do not reach it',
    meaning:
      'How callers reach that store, without a path: then signed URLs of screenshots lead there, and their bytes do not pass through this server.',
  },
  MASTER_KEY: {
    shown: 'made once, in `master.key` in `DATA_DIR`',
    secret: true,
    meaning:
      'Encrypts webhook secrets and callers’ headers in the database and signs sessions: 32 characters or more. Processes that share a `DATABASE_URL` but not a `DATA_DIR` must be given the same.',
  },
  MASTER_KEY_FILE: {
    shown: 'none',
    meaning:
      'A file that holds the master key, such as a mounted secret, in place of `MASTER_KEY`. It is read once, at the start.',
  },
  BOOTSTRAP_SECRET_KEY: {
    shown: 'made, and printed until it is used',
    secret: true,
    meaning:
      'The first secret key, for scripted installs: `sr_` and 24 or more letters and digits.',
  },
  BOOTSTRAP_PUBLISHABLE_KEY: {
    shown: 'made, and printed until it is used',
    secret: true,
    meaning:
      'The first publishable key, for scripted installs: `pk_` and 24 or more letters and digits.',
  },
  ADMIN_EMAIL: {
    shown: 'a one-time set-up link is printed',
    meaning: 'The first owner of the dashboard; together with `ADMIN_PASSWORD`.',
  },
  ADMIN_PASSWORD: {
    shown: 'a one-time set-up link is printed',
    secret: true,
    meaning: 'The first owner’s password, 10 characters or more.',
  },
  LLM_PROVIDER: {
    shown: 'the embedded extractor',
    meaning: '`openai` (any compatible server), `anthropic` or `google`.',
  },
  LLM_MODEL: { shown: 'none', meaning: 'The model’s name, as its provider spells it.' },
  LLM_BASE_URL: {
    shown: 'the provider’s own',
    meaning: 'Another address of the provider’s protocol, such as a local Ollama or vLLM server.',
  },
  LLM_API_KEY: { shown: 'none', secret: true, meaning: 'The provider’s key.' },
  LLM_TIMEOUT_SECONDS: {
    default: '90',
    meaning: 'How long the model may take for one answer, from 1 to 600 seconds.',
  },
  SEARCH_URL: {
    shown: 'none',
    meaning:
      'The address of a SearXNG for `POST /v1/search`, such as `http://127.0.0.1:8888`; it may be private. Its `search.formats` must name `json`.',
  },
  CHROMIUM_PATH: {
    shown: 'found',
    meaning:
      'The browser for pages that need one; otherwise the system’s or Playwright’s is used. `none`: this process has none and installs none.',
  },
  BROWSER_WS: {
    shown: 'a browser of this machine',
    secret: true,
    meaning:
      'Chromium elsewhere, over its debugging protocol: `ws://host:3003/?token=…` of a process with `BROWSER_PORT`, any other `ws://` or `wss://`, or `http://host:9222` as `--remote-debugging-port` offers it; several with commas. It is used only while it proves that it has no other way out than our proxy.',
  },
  BROWSER_PROXY: {
    shown: 'loopback',
    meaning:
      'How that browser reaches our proxy: this process’s address as seen from there, `http://10.0.0.5:3128`. It listens on that port; needed unless `BROWSER_WS` leads to this machine.',
  },
  BROWSER_PORT: {
    shown: 'none',
    meaning:
      'A port on `HOST` at which this process lends browsers of its machine to others, which name it in their `BROWSER_WS`; together with `BROWSER_TOKEN`.',
  },
  BROWSER_TOKEN: {
    shown: 'none',
    secret: true,
    meaning: 'What those others must know: 16 characters or more.',
  },
  OUTBOUND_RESOLVE: {
    shown: 'none',
    meaning:
      'Static name resolution for outgoing requests: `host:port=address:port`, comma separated, `*` for any host name (never an IP address, `localhost`, a single label, `.local` or `.internal`). An address given here is allowed even if private.',
  },
  OUTBOUND_CA_FILE: {
    shown: 'none',
    meaning:
      'Extra certificate authorities (PEM) for outgoing TLS, in the client and the browser. Servers need not send the root along.',
  },
  OUTBOUND_ALLOW: {
    shown: 'none',
    meaning: 'CIDRs, comma separated, that may be reached although they are not public.',
  },
  OUTBOUND_PROXY: {
    shown: 'none',
    secret: true,
    meaning:
      'An HTTP proxy for outgoing requests, `http://user:password@host:port`. It is asked for addresses that were checked here; with `/?resolve=proxy` behind the port it resolves names itself and must then refuse private addresses itself.',
  },
  FAVICON_SERVICES: {
    default:
      'https://www.google.com/s2/favicons?domain={domain}&sz={size},https://icons.duckduckgo.com/ip3/{domain}.ico',
    shown: 'two public ones',
    meaning:
      'Two URL templates with `{domain}` and `{size}`, asked in this order when a site has no icon.',
  },
  SMTP_URL: {
    shown: 'mail is kept in the outbox',
    secret: true,
    meaning:
      'The server for outgoing mail, `smtp://user:password@host:587` or `smtps://…`. Forgotten passwords need it, or the operator.',
  },
  MAIL_FROM: { default: 'siteray@localhost', meaning: 'The sender of outgoing mail.' },
  PLANS_FILE: {
    shown: 'built in',
    meaning: 'A JSON file with plans and their allowances; the first account’s plan has no limits.',
  },
  HOST_DELAY_MS: {
    default: '200',
    meaning:
      'Milliseconds between two requests of batches and crawls to one host, in all processes together, unless one says otherwise with `delay`; a site’s Crawl-delay may ask for more.',
  },
  ALLOW_PAGE_SCRIPTS: {
    default: 'false',
    meaning:
      '`true` lets callers run scripts of their own in the pages they read (`script` among `actions`): in the browser, beside the page’s own scripts, with no other way out than the page has.',
  },
  RESULTS_KEEP_HOURS: {
    default: '24',
    meaning:
      'For how long the results of batches and crawls are kept, from 1 to 8760 hours (a year), counted from the end. Those that exist keep what they were promised.',
  },
  RATE_LIMIT_PER_MINUTE: {
    default: '600',
    meaning: 'Calls a minute for each secret key; 0 means no limit.',
  },
  REQUEST_LOG_DAYS: {
    default: '30',
    meaning:
      'How many days each call of the extraction API stands in the dashboard’s request log, up to 365; 0 means no log.',
  },
  LEDGER_KEEP_MONTHS: {
    default: '13',
    meaning:
      'How many whole months every entry of the credit ledger, and counts by day, are kept: from 2 to 1200. What is older is kept as sums by month, key and operation; balances and monthly figures stay exact.',
  },
  AUDIT_KEEP_DAYS: {
    default: '1095',
    meaning: 'How many days the audit log is kept; 0 means for ever.',
  },
  TRUSTED_PROXIES: {
    shown: 'none',
    meaning:
      'CIDRs, comma separated, of the proxies in front. Only theirs is an `X-Forwarded-For` that is believed; without it everybody behind a proxy shares one limit on failed sign-ins.',
  },
  ALLOWED_HOSTS: {
    shown: 'none',
    meaning:
      'More host names, comma separated, by which the extraction API and the dashboard may be called, besides those of `PUBLIC_URL`, `IMAGE_PUBLIC_URL`, `FIRECRAWL_PUBLIC_URL` and `HOST`, `localhost` and addresses. Any other is refused (DNS rebinding).',
  },
  METRICS_PORT: {
    shown: 'none',
    meaning:
      'A port of its own for `/metrics`: of this machine alone (loopback), or with `METRICS_TOKEN` on `HOST`.',
  },
  METRICS_TOKEN: {
    shown: 'none',
    secret: true,
    meaning:
      'Who sends it as `Authorization: Bearer …` may read `/metrics`, at `METRICS_PORT` or, without one, at `PORT`: 16 characters or more.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    shown: 'no traces',
    meaning:
      'A receiver of OpenTelemetry traces over HTTP, such as `http://127.0.0.1:4318`; it may be private. What is sent, and what never is: docs/self-hosting.md.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    shown: 'none',
    secret: true,
    meaning: 'Headers for that receiver, `name=value`, comma separated.',
  },
  OTEL_SERVICE_NAME: { default: 'siteray', meaning: 'What the traces call this process.' },
  OTEL_TRACES_SAMPLER_ARG: {
    default: '1',
    meaning:
      'The share of traces that are sent, from 0 to 1; who calls with a trace of their own decides for it.',
  },
  BACKUP_DIR: {
    shown: 'no back-ups by themselves',
    meaning:
      'A folder for daily back-ups, better on another disk. Processes that share a database are given the same.',
  },
  BACKUP_AT: { default: '03:00', meaning: 'When the daily back-up is due, UTC.' },
  BACKUP_KEEP: { default: '7', meaning: 'How many daily back-ups are kept, from 1 to 1000.' },
  LOG_LEVEL: {
    default: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
  LOG_FORMAT: {
    shown: 'readable lines on a terminal, JSON elsewhere',
    meaning: '`text` or `json`, wherever the output goes.',
  },
} as const satisfies Record<string, Setting>
