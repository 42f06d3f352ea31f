/**
 * The floors, as data: the floors test checks every import against this table, and the picture in
 * ARCHITECTURE.md is generated from it (`npm run docs`).
 *
 * A room may import any room of a lower floor, and on its own floor only those named `beside`.
 */
export type Room = { name: string; holds: string; beside?: string[] }
export type Floor = { name: string; rooms: Room[] }

/** From the top down. A room is a folder `storey/room`, or a file of `src` itself. */
export const floors: Floor[] = [
  {
    name: 'the process',
    rooms: [
      {
        name: 'main',
        holds: 'environment → config → app; signals → close',
        beside: ['app', 'start'],
      },
      {
        name: 'start',
        holds: 'the server process of a role; what the role does not need is not loaded',
        beside: ['app', 'image-app'],
      },
      {
        name: 'cli',
        holds: 'the operator’s command',
        beside: [
          ...['doctor', 'backup-commands', 'objects-command', 'pin-commands'],
          ...['version-command', 'command-line', 'command-help', 'command-error'],
        ],
      },
      {
        name: 'app',
        holds: 'composition root: opens each resource once, wires, mounts routes',
        beside: [
          ...['products', 'doctor', 'gauges', 'maintenance', 'readiness'],
          ...['page-thread', 'ground', 'image-service', 'browsers'],
        ],
      },
      { name: 'database', holds: 'the database of this process: pools, LISTEN, version, key' },
      { name: 'browsers', holds: 'the browsers of this process: here, elsewhere or none' },
      {
        name: 'image-app',
        holds: 'the same for a process that only serves images',
        beside: ['app', 'gauges', 'readiness', 'ground', 'image-service'],
      },
      {
        name: 'ground',
        holds: 'what every server process stands on: database, keys, counts',
        beside: ['database'],
      },
      {
        name: 'image-service',
        holds: 'the image API with its threads, its folder and its processes',
        beside: ['ground', 'pixel-thread', 'image-process'],
      },
      { name: 'image-process', holds: 'a process that serves images beside others on one port' },
      {
        name: 'products',
        holds: 'opens the products and what they share',
        beside: ['page-thread', 'repeatable'],
      },
      { name: 'repeatable', holds: 'what a schedule can repeat' },
      { name: 'page-thread', holds: 'all that a page’s thread can be asked for' },
      { name: 'pixel-thread', holds: 'all that an image’s thread can be asked for' },
      { name: 'doctor', holds: 'looks whether everything works, and says what does not' },
      { name: 'gauges', holds: 'what the metrics tell of queue, browsers, database, webhooks' },
      { name: 'readiness', holds: 'what each part says when it is asked whether it works' },
      { name: 'backup-commands', holds: 'back-up and restore, as the operator asks for them' },
      { name: 'objects-command', holds: 'what nobody knows in the store of large objects' },
      {
        name: 'pin-commands',
        holds: 'what is pinned for a domain, as the operator says it',
        beside: ['pinning'],
      },
      { name: 'pinning', holds: 'does what the pin commands say', beside: ['pixel-thread'] },
      {
        name: 'command-line',
        holds: 'the words of a command; what it does not take is refused',
        beside: ['command-help', 'command-error'],
      },
      {
        name: 'command-help',
        holds: 'every command in groups, with examples',
        beside: ['command-error'],
      },
      { name: 'command-error', holds: 'what went wrong in a command, as a sentence' },
      { name: 'version-command', holds: 'which version this is, and whether there is a newer one' },
      { name: 'maintenance', holds: 'what is done every hour and every day' },
    ],
  },
  {
    name: 'doors',
    rooms: [
      { name: 'doors/dashboard', holds: 'what the dashboard’s pages ask for' },
      { name: 'doors/docs', holds: 'the documents of the repository as a site' },
      {
        name: 'doors/mcp',
        holds: 'our operations as tools of language models',
        beside: ['doors/ask.ts'],
      },
      {
        name: 'doors/firecrawl',
        holds: 'both versions of Firecrawl’s API, for clients that people have',
        beside: ['doors/ask.ts'],
      },
      { name: 'doors/ask.ts', holds: 'our own routes, asked with the caller’s key' },
    ],
  },
  {
    name: 'products',
    rooms: [
      { name: 'products/scrape', holds: 'one page or file as Markdown, HTML, links, metadata …' },
      { name: 'products/search', holds: 'what a search engine finds, and the pages behind it' },
      { name: 'products/batch', holds: 'many pages, durably' },
      { name: 'products/crawl', holds: 'a whole site, from page to page' },
      { name: 'products/extract', holds: 'structured data by the caller’s schema' },
      { name: 'products/branding', holds: 'a site’s colors, type, logos, components' },
      { name: 'products/schedules', holds: 'an operation again and again, and what changed' },
      { name: 'products/images', holds: 'icons and Open Graph images by domain' },
    ],
  },
  {
    name: 'what every product stands on',
    rooms: [
      {
        name: 'base/harvest',
        holds: 'many pages read durably for one caller: a batch, a crawl',
        beside: ['base/reader', 'base/webhooks', 'base/accounts', 'base/queue'],
      },
      {
        name: 'base/reader',
        holds: 'a page from the web: fetch, render, read in a thread, copies',
      },
      { name: 'base/webhooks', holds: 'signed messages to callers', beside: ['base/accounts'] },
      { name: 'base/accounts', holds: 'who may do what, and what it cost' },
      {
        name: 'base/backup',
        holds: 'everything that is kept, in one file and back',
        beside: ['base/queue'],
      },
      { name: 'base/queue', holds: 'durable jobs on pg-boss' },
      { name: 'base/mail', holds: 'outbox and sending' },
    ],
  },
  {
    name: 'what a page says: pure, bytes in, meaning out, runs in threads',
    rooms: [
      {
        name: 'page/documents',
        holds: 'PDF, feeds, JSON, CSV, text',
        beside: ['page/html', 'page/metadata', 'page/content', 'page/markdown'],
      },
      {
        name: 'page/words',
        holds: 'what pages and people call things: words made comparable, and a thesaurus',
      },
      {
        name: 'page/links',
        holds: 'where a page leads: which URLs are one, scope, patterns, traps, sitemaps',
        beside: ['page/html', 'page/metadata'],
      },
      {
        name: 'page/verdict',
        holds: 'walls, empty pages, paywalls',
        beside: ['page/html', 'page/css', 'page/content', 'page/metadata'],
      },
      {
        name: 'page/icons',
        holds: 'the icons a site declares, and which is best',
        beside: ['page/html', 'page/css', 'page/metadata', 'page/pixels'],
      },
      {
        name: 'page/content',
        holds: 'which part of a page is its content',
        beside: ['page/html', 'page/css', 'page/metadata', 'page/learned'],
      },
      {
        name: 'page/markdown',
        holds: 'Markdown, clean HTML, plain text',
        beside: ['page/html', 'page/css'],
      },
      {
        name: 'page/metadata',
        holds: 'what a page says of itself: head, JSON-LD, microdata, RDFa',
        beside: ['page/html'],
      },
      {
        name: 'page/text',
        holds: 'the visible text, node by node, with its table headers',
        beside: ['page/html', 'page/css', 'page/metadata'],
      },
      {
        name: 'page/pixels',
        holds: 'images: decoding, measuring, SVG rebuilt from an allow-list',
        beside: ['page/css'],
      },
      {
        name: 'page/css',
        holds: 'stylesheets, selectors, the cascade, colors, what is hidden',
        beside: ['page/html'],
      },
      { name: 'page/html', holds: 'the tree: parsing, encodings, addresses, links, images' },
      { name: 'page/learned', holds: 'learned weights, their cards, and what runs them' },
    ],
  },
  {
    name: 'each knows exactly one outside thing',
    rooms: [
      { name: 'base/db', holds: 'PostgreSQL, embedded or outside; migrations, notifications' },
      {
        name: 'base/web',
        holds: 'untrusted hosts: address policy, guarded fetch, browser, robots',
      },
      {
        name: 'base/objects',
        holds: 'large values: in an S3-compatible store, or in PostgreSQL',
        beside: ['base/db', 'base/http'],
      },
      { name: 'base/llm', holds: 'language models' },
      { name: 'base/http', holds: 'our own HTTP: limits, request ids, errors, metrics, health' },
      { name: 'base/threads', holds: 'tasks that can be killed' },
      {
        name: 'base/telemetry',
        holds: 'traces for a receiver of OpenTelemetry',
        beside: ['base/db', 'base/http', 'base/web'],
      },
      { name: 'base/processes', holds: 'processes of ours: started, watched, talked with' },
    ],
  },
  {
    name: 'the ground',
    rooms: [
      { name: 'errors', holds: 'the catalogue of what a caller may see' },
      {
        name: 'config',
        holds: 'a pure function of the environment',
        beside: ['settings', 'slips', 'config-hosts', 'config-kept', 'config-traces'],
      },
      {
        name: 'config-hosts',
        holds: 'the settings of what lies on other hosts',
        beside: ['s3-place'],
      },
      { name: 'config-kept', holds: 'the settings of what is kept, and for how long' },
      { name: 'config-traces', holds: 'where traces go', beside: ['settings'] },
      { name: 'roles', holds: 'what a process does, by its role', beside: ['config'] },
      { name: 's3-place', holds: 'where an S3-compatible store is' },
      { name: 'settings', holds: 'every setting, with its default' },
      { name: 'closers', holds: 'what was opened is closed, in reverse', beside: ['deadline'] },
      { name: 'deadline', holds: 'an end to whatever takes too long' },
      {
        name: 'line',
        holds: 'so many at a time, and a fair line',
        beside: ['errors', 'line-bookings'],
      },
      { name: 'line-bookings', holds: 'when those who were refused find room' },
      { name: 'trace', holds: 'the steps of the work, for whoever records them' },
      { name: 'log', holds: 'what the process says: JSON, or lines to read' },
      { name: 'file-lock', holds: 'a lock that dies with its process' },
      {
        name: 'temp-folder',
        holds: 'folders that the next start clears after a kill -9',
        beside: ['file-lock', 'ids'],
      },
      { name: 'share', holds: 'what this process may use of the machine: cores, memory' },
      { name: 'system-user', holds: 'users of the system that own nothing' },
      { name: 'ids', holds: 'identifiers, tokens, digests' },
      { name: 'csv', holds: 'lines of CSV that no spreadsheet runs' },
      { name: 'slips', holds: 'the name that was meant where another was typed' },
      { name: 'version', holds: 'which version this is' },
    ],
  },
]
