/**
 * The floors, as data: the floors test checks every import against this table, and the picture in
 * ARCHITECTURE.md is generated from it (`npm run docs`).
 *
 * A room may import any room of a lower floor, and on its own floor only those named `beside`.
 */
export type Room = { name: string; holds: string; beside?: string[] }
export type Floor = { name: string; rooms: Room[] }

/** From the top down. A room is a folder `storey/room`, a storey without rooms, or a file of `src`. */
export const floors: Floor[] = [
  {
    name: 'the process',
    rooms: [
      {
        name: 'main',
        holds: 'reads the environment, starts the role, closes on a signal',
        beside: ['process'],
      },
      { name: 'cli', holds: 'the operator’s command line', beside: ['process', 'commands'] },
      { name: 'commands', holds: 'what an operator types: back-up, pins, …', beside: ['process'] },
      {
        name: 'process',
        holds: 'the composition root: opens each resource once, in order, and closes in reverse',
      },
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
        beside: ['doors/call-own-api.ts'],
      },
      {
        name: 'doors/firecrawl',
        holds: 'both versions of Firecrawl’s API, for clients that people have',
        beside: ['doors/call-own-api.ts'],
      },
      { name: 'doors/call-own-api.ts', holds: 'our own routes, asked with the caller’s key' },
    ],
  },
  {
    name: 'products',
    rooms: [
      { name: 'products/scrape', holds: 'one page or file as Markdown, HTML, links, metadata …' },
      { name: 'products/search', holds: 'what a search engine finds, and the pages behind it' },
      { name: 'products/batch', holds: 'many pages, durably' },
      { name: 'products/crawl', holds: 'a whole site, from page to page' },
      {
        name: 'products/readers',
        holds: 'what was taught of a template: kept, versioned, exported',
        beside: ['products/extract'],
      },
      { name: 'products/extract', holds: 'structured data by the caller’s schema' },
      { name: 'products/branding', holds: 'a site’s colors, type, logos, components' },
      { name: 'products/schedules', holds: 'an operation again and again, and what changed' },
      { name: 'products/images', holds: 'icons and Open Graph images by domain' },
      {
        name: 'products/companies',
        holds: 'which company a name, a symbol or an address means',
        beside: ['products/images'],
      },
    ],
  },
  {
    name: 'what every product stands on',
    rooms: [
      {
        name: 'base/jobs',
        holds: 'many pages read durably for one caller: a batch, a crawl',
        beside: ['base/reader', 'base/ways', 'base/webhooks', 'base/accounts', 'base/queue'],
      },
      {
        name: 'base/reader',
        holds: 'a page from the web: fetch, render, read in a thread, copies',
        beside: ['base/ways'],
      },
      {
        name: 'base/ways',
        holds: 'named proxies that callers choose, and as whom a site sees them',
        beside: ['base/accounts'],
      },
      {
        name: 'base/sessions',
        holds: 'being signed in to sites: kept encrypted, renewed once for all workers',
        beside: ['base/reader', 'base/accounts'],
      },
      { name: 'base/webhooks', holds: 'signed messages to callers', beside: ['base/accounts'] },
      { name: 'base/accounts', holds: 'who may do what, and what it cost' },
      {
        name: 'base/backup',
        holds: 'everything that is kept, in one file and back',
        beside: ['base/queue'],
      },
      { name: 'base/queue', holds: 'durable jobs in a table of their own' },
      { name: 'base/mail', holds: 'outbox and sending' },
      { name: 'base/identity', holds: 'the keys by which sites know us, and the page about us' },
    ],
  },
  {
    name: 'what a page says: pure, bytes in, meaning out, runs in threads',
    rooms: [
      {
        name: 'page/documents',
        holds: 'PDF, pictures, office files, e-mail, feeds, JSON, CSV, text',
        beside: ['page/html', 'page/metadata', 'page/content', 'page/markdown', 'page/pixels'],
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
        name: 'page/taught',
        holds: 'templates learned from example pages, and read by votes',
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
    name: 'what everything stands on',
    rooms: [
      {
        name: 'config',
        holds: 'the settings: a pure function of the environment',
        beside: ['kit'],
      },
      { name: 'kit', holds: 'small things everybody uses: errors, closers, deadlines, ids, logs' },
    ],
  },
]

/** The folders of `products/extract`, from the top down: each may import those that follow. */
export const insideExtract: Room[] = [
  { name: 'batch', holds: 'one schema over many pages' },
  { name: '.', holds: 'the route, and how one page is extracted' },
  { name: 'taught', holds: 'with a reader: what it says of a page, as the schema wants it' },
  { name: 'model', holds: 'with a language model: the prompt, its answer, the repair' },
  {
    name: 'embedded',
    holds: 'without one: fills the caller’s schema by an ordered list of readers',
  },
  { name: 'embedded/records', holds: 'which part of a record is which member of the schema' },
  { name: 'embedded/readers', holds: 'the readers of single values, one each' },
  { name: 'embedded/lists', holds: 'lists of texts: by their heading, a label, a sentence' },
  { name: 'embedded/state', holds: 'what is known while one schema is filled in' },
  { name: 'embedded/markup', holds: 'what JSON-LD, microdata and meta elements state' },
  { name: 'embedded/regions', holds: 'which boxes of a page repeat, and which are records' },
  { name: 'embedded/rank', holds: 'texts with their labels, and the learned ranker' },
  { name: 'grounding', holds: 'finds every value again in the words of the page' },
  { name: 'source', holds: 'the page as extraction sees it' },
  { name: 'values', holds: 'numbers, dates, units, addresses: text to value' },
  { name: 'words', holds: 'what a field asks for, by its name' },
  { name: 'schema', holds: 'the caller’s JSON Schema: compiled, checked, pruned' },
]
