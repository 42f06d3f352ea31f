/**
 * Every setting, in the order of the docs. `docs/settings.md` is generated from this table;
 * `default` is what `config.ts` parses when the variable is not set, `shown` what the docs say
 * where that is no plain value.
 */
export type Setting = { default?: string; shown?: string; secret?: true; meaning: string }

export const settings = {
  HOST: {
    default: '127.0.0.1',
    meaning: 'The address to listen on. `0.0.0.0` opens it to the network.',
  },
  PORT: { default: '3000', meaning: 'The port of the extraction API and the dashboard.' },
  IMAGE_PORT: {
    default: '3001',
    meaning:
      'The port of the image API. It may equal `PORT` if `IMAGE_PUBLIC_URL` has its own host name.',
  },
  IMAGE_PROCESSES: {
    shown: 'the number of cores',
    meaning:
      'How many processes share the image port, each on its own core. The default is at most one per 256 MB of free memory: docs/scaling.md. With 1, or if the image API shares `PORT`, this process serves the images itself.',
  },
  IMAGE_CACHE_DIR: {
    shown: 'memory only',
    meaning:
      'A folder that keeps rendered images across restarts, and image counts across a restart without a database. Siteray needs nothing in it: it may be lost.',
  },
  IMAGE_CACHE_MB: {
    default: '1024',
    meaning: 'The maximum size of `IMAGE_CACHE_DIR` in megabytes, at least 64.',
  },
  PUBLIC_URL: {
    shown: 'from `HOST` and `PORT`',
    meaning:
      'The URL of the extraction API and the dashboard for users, without a path. With https, browsers must use https from then on (HSTS).',
  },
  IMAGE_PUBLIC_URL: {
    shown: 'from `HOST` and `IMAGE_PORT`',
    meaning: 'The URL of the image API for users, without a path.',
  },
  FIRECRAWL_PORT: {
    shown: 'none',
    meaning:
      'A separate port, such as 3002, for Firecrawl clients that drop the path of a URL. Others use `/firecrawl` on `PORT`: docs/firecrawl.md.',
  },
  FIRECRAWL_PUBLIC_URL: {
    shown: 'from `HOST` and `FIRECRAWL_PORT`',
    meaning:
      'The URL for these clients, without a path. Without `FIRECRAWL_PORT`, give it its own host name on `PORT`.',
  },
  ROLE: {
    default: 'all',
    meaning:
      'What this process does: `all`, `api`, `image`, `worker` (jobs, including those that need a browser if it has one) or `browser` (only jobs that need a browser). Several processes share one `DATABASE_URL`: docs/scaling.md.',
  },
  DATA_DIR: { default: './data', meaning: 'The folder for all of Siteray’s data.' },
  DATABASE_URL: {
    shown: 'the embedded PostgreSQL in `DATA_DIR`',
    secret: true,
    meaning:
      'An external PostgreSQL (15 or newer): `postgres://user:password@host/database`. List several hosts as `host1:5432,host2:5432`; for TLS add `sslmode=verify-full` and `sslrootcert=/path/ca.pem`. A pooler must keep sessions, unless you set `DATABASE_DIRECT_URL`.',
  },
  DATABASE_DIRECT_URL: {
    shown: 'none',
    secret: true,
    meaning:
      'The same database without the pooler, if the pooler keeps no sessions (PgBouncer with `pool_mode=transaction`). Each process uses it for LISTEN (one connection) and for back-ups, and `DATABASE_URL` for everything else.',
  },
  S3_URL: {
    shown: 'large values stay in PostgreSQL',
    secret: true,
    meaning:
      'An S3-compatible store for screenshots, large results, copies of pages and image sources, `https://KEY:SECRET@host/bucket/folder?region=eu-central-1` (percent-encode special characters in key and secret). Its address may be private. Set it in every process, and give each installation its own: docs/self-hosting.md, “Large objects”.',
  },
  S3_PUBLIC_URL: {
    shown: 'callers cannot reach it',
    meaning:
      'The URL of that store for callers, without a path. Signed URLs of screenshots then point to the store, and their bytes do not pass through this server.',
  },
  MASTER_KEY: {
    shown: 'created once, in `master.key` in `DATA_DIR`',
    secret: true,
    meaning:
      'Encrypts webhook secrets, callers’ headers, sessions with sites and the key that signs requests in the database, and signs the dashboard’s sessions. At least 32 characters. Processes that share a `DATABASE_URL` but not a `DATA_DIR` need the same key.',
  },
  MASTER_KEY_FILE: {
    shown: 'none',
    meaning:
      'A file with the master key, such as a mounted secret, instead of `MASTER_KEY`. Siteray reads it once, at the start.',
  },
  BOOTSTRAP_SECRET_KEY: {
    shown: 'created, and printed until a call with it succeeds',
    secret: true,
    meaning:
      'The first secret key, for scripted installs: `sr_` and at least 24 letters and digits.',
  },
  BOOTSTRAP_PUBLISHABLE_KEY: {
    shown: 'created, and printed until a call with it succeeds',
    secret: true,
    meaning:
      'The first publishable key, for scripted installs: `pk_` and at least 24 letters and digits.',
  },
  ADMIN_EMAIL: {
    shown: 'each start prints a one-time setup link',
    meaning: 'The email address of the dashboard’s first owner. Set `ADMIN_PASSWORD` too.',
  },
  ADMIN_PASSWORD: {
    shown: 'each start prints a one-time setup link',
    secret: true,
    meaning: 'The first owner’s password, at least 10 characters.',
  },
  LLM_PROVIDER: {
    shown: 'the built-in extractor',
    meaning: 'The language model’s API: `openai` (any compatible server), `anthropic` or `google`.',
  },
  LLM_MODEL: { shown: 'none', meaning: 'The model’s name, as the provider spells it.' },
  LLM_BASE_URL: {
    shown: 'the provider’s own',
    meaning: 'Another server with the provider’s API, such as a local Ollama or vLLM.',
  },
  LLM_API_KEY: { shown: 'none', secret: true, meaning: 'The provider’s API key.' },
  LLM_TIMEOUT_SECONDS: {
    default: '90',
    meaning: 'The time limit for one answer of the model, 1 to 600 seconds.',
  },
  SEARCH_URL: {
    shown: 'none',
    meaning:
      'The URL of a SearXNG for `POST /v1/search`, such as `http://127.0.0.1:8888`. It may be private. Its `search.formats` must include `json`.',
  },
  CHROMIUM_PATH: {
    shown: 'found automatically',
    meaning:
      'The browser for pages that need one. By default Siteray uses the system’s or Playwright’s. With `none` this process uses and installs no browser.',
  },
  BROWSER_WS: {
    shown: 'a browser on this machine',
    secret: true,
    meaning:
      'A Chromium on another machine, over its debugging protocol: `ws://host:3003/?token=…` of a process with `BROWSER_PORT`, any other `ws://` or `wss://` URL, or `http://host:9222` from `--remote-debugging-port`. Separate several with commas. Siteray uses a browser only while it proves that it reaches the network through Siteray’s proxy alone.',
  },
  BROWSER_PROXY: {
    shown: 'loopback',
    meaning:
      'How that browser reaches Siteray’s proxy: this process’s address as seen from there, such as `http://10.0.0.5:3128`. The proxy listens on that port. Required unless `BROWSER_WS` points to this machine.',
  },
  BROWSER_PORT: {
    shown: 'none',
    meaning:
      'A port on `HOST` where this process offers its machine’s browsers to other processes, which name it in their `BROWSER_WS`. Set `BROWSER_TOKEN` too.',
  },
  BROWSER_TOKEN: {
    shown: 'none',
    secret: true,
    meaning: 'The token those processes must send, at least 16 characters.',
  },
  OUTBOUND_RESOLVE: {
    shown: 'none',
    meaning:
      'Static name resolution for outgoing requests: `host:port=address:port`, comma-separated. `*` matches any host name, but no IP address, `localhost`, single label, `.local` or `.internal`. Addresses listed here are allowed even if private.',
  },
  OUTBOUND_CA_FILE: {
    shown: 'none',
    meaning:
      'Extra certificate authorities (PEM) for outgoing TLS, in the client and the browser. Servers need not send the root certificate.',
  },
  OUTBOUND_ALLOW: {
    shown: 'none',
    meaning: 'Non-public CIDRs that Siteray may reach, comma-separated.',
  },
  OUTBOUND_PROXY: {
    shown: 'none',
    secret: true,
    meaning:
      'A proxy for outgoing requests, `http://user:password@host:port`, also `https://` or `socks5://`. Siteray sends it addresses that it has resolved and checked. With `/?resolve=proxy` after the port, the proxy resolves names itself, and must then refuse private addresses itself.',
  },
  SIGN_REQUESTS: {
    default: 'challenge',
    meaning:
      'Whether Siteray signs its requests to sites (Web Bot Auth): `always`, `challenge` (only for sites that ask with `Accept-Signature`) or `never`. It needs a public https address: docs/bot.md.',
  },
  BOT_IDENTITY: {
    shown: '`PUBLIC_URL`, if it is https',
    meaning:
      'The https origin by which sites know this server. Its `/bot` and `/.well-known/http-message-signatures-directory` must reach this server.',
  },
  BOT_CONTACT: {
    shown: 'none',
    meaning: 'A mail address or URL for owners of sites. `/bot` shows it.',
  },
  FAVICON_SERVICES: {
    default:
      'https://www.google.com/s2/favicons?domain={domain}&sz={size},https://icons.duckduckgo.com/ip3/{domain}.ico',
    shown: 'two public ones',
    meaning:
      'Two URL templates with `{domain}` and `{size}`, tried in this order if a site has no icon.',
  },
  SMTP_URL: {
    shown: 'mail stays in the outbox',
    secret: true,
    meaning:
      'The server for outgoing mail, `smtp://user:password@host:587` or `smtps://…`. Without it, only the operator can reset a forgotten password.',
  },
  MAIL_FROM: { default: 'siteray@localhost', meaning: 'The sender of outgoing mail.' },
  PLANS_FILE: {
    shown: 'built in',
    meaning: 'A JSON file with plans and their allowances. The first account’s plan has no limits.',
  },
  WAYS_FILE: {
    shown: 'none',
    meaning:
      'A JSON file with ways out, proxies that callers choose by name or country (docs/reach.md). Siteray reads it at the start and on `SIGHUP`.',
  },
  FILE_MAX_MB: {
    default: '50',
    meaning:
      'The maximum size of a PDF, office file or picture in megabytes, 10 to 200; pages and other files may have 10. Files over 10 MB take an eighth of the memory together, or one of them more; further ones get a 503.',
  },
  OCR_LANGUAGES: {
    default: 'eng',
    meaning:
      'Languages of text in pictures and scans, where a call names none: `eng,deu`. `npm run siteray -- ocr add deu` installs one.',
  },
  HOST_DELAY_MS: {
    default: '200',
    meaning:
      'Milliseconds between two requests of batches and crawls to one host, across all processes. A job’s `delay` overrides it, and a longer Crawl-delay is respected.',
  },
  ALLOW_PAGE_SCRIPTS: {
    default: 'false',
    meaning:
      '`true` lets callers run their own scripts in the pages they read (`script` in `actions`). They run in the browser, apart from the page’s own scripts, with the same network access as the page.',
  },
  RESULTS_KEEP_HOURS: {
    default: '24',
    meaning:
      'How long the results of batches and crawls are kept after the end, 1 to 8760 hours (a year). Callers cannot read them after that; a job with undelivered webhook events is only deleted when these are delivered or given up, or 24 hours after its end. A change applies to new jobs only.',
  },
  RATE_LIMIT_PER_MINUTE: {
    default: '600',
    meaning: 'Calls per minute for each secret key, in each process; 0 means no limit.',
  },
  REQUEST_LOG_DAYS: {
    default: '30',
    meaning:
      'How many days the dashboard’s request log keeps each call of the extraction API, up to 365; 0 means no log.',
  },
  LEDGER_KEEP_MONTHS: {
    default: '13',
    meaning:
      'How many whole months the credit ledger keeps every entry and the daily counts, 2 to 1200. Older entries become sums by month, key and operation; balances and monthly figures stay exact.',
  },
  AUDIT_KEEP_DAYS: {
    default: '1095',
    meaning: 'How many days the audit log is kept; 0 means forever.',
  },
  TRUSTED_PROXIES: {
    shown: 'none',
    meaning:
      'CIDRs of your reverse proxies, comma-separated. Siteray trusts `X-Forwarded-For` only from them. Without this setting, everybody behind a proxy shares one limit on failed sign-ins.',
  },
  ALLOWED_HOSTS: {
    shown: 'none',
    meaning:
      'More host names for the extraction API and the dashboard, comma-separated. Those of `PUBLIC_URL`, `IMAGE_PUBLIC_URL`, `FIRECRAWL_PUBLIC_URL` and `HOST`, `localhost` and IP addresses are always allowed. Siteray refuses any other (DNS rebinding).',
  },
  METRICS_PORT: {
    shown: 'none',
    meaning: 'A separate port for `/metrics`: on loopback only, or on `HOST` with `METRICS_TOKEN`.',
  },
  METRICS_TOKEN: {
    shown: 'none',
    secret: true,
    meaning:
      'Send it as `Authorization: Bearer …` to read `/metrics` on `METRICS_PORT` or, without that, on `PORT`. At least 16 characters.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    shown: 'no traces',
    meaning:
      'A receiver of OpenTelemetry traces over HTTP, such as `http://127.0.0.1:4318`. It may be private. What Siteray sends, and what it never sends: docs/self-hosting.md.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    shown: 'none',
    secret: true,
    meaning: 'Headers for that receiver, `name=value`, comma-separated.',
  },
  OTEL_SERVICE_NAME: { default: 'siteray', meaning: 'The name of this process in traces.' },
  OTEL_TRACES_SAMPLER_ARG: {
    default: '1',
    meaning:
      'The share of traces to send, 0 to 1. A caller that sends its own trace decides for it.',
  },
  BACKUP_DIR: {
    shown: 'no automatic back-ups',
    meaning:
      'A folder for daily back-ups, preferably on another disk. Set the same folder in all processes that share a database.',
  },
  BACKUP_AT: { default: '03:00', meaning: 'The time of the daily back-up, in UTC.' },
  BACKUP_KEEP: { default: '7', meaning: 'How many daily back-ups to keep, 1 to 1000.' },
  LOG_LEVEL: {
    default: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
  LOG_FORMAT: {
    shown: 'readable lines on a terminal, JSON elsewhere',
    meaning: '`text` or `json`.',
  },
  DEBUG_THREADS: {
    default: 'false',
    meaning:
      'For development: `true` lets the threads that read pages and images run without a time limit, so that a debugger can pause in them. Never set it on a server: one hostile page then keeps a thread busy for ever.',
  },
} as const satisfies Record<string, Setting>
