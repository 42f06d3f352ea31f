import { Job } from './job.ts'
import {
  type FromJsonSchema,
  isStandard,
  type OutputOf,
  parseWith,
  type StandardSchema,
  toJsonSchema,
} from './schema.ts'
import { type Call, createSend, type Options, type Send } from './transport.ts'
import type {
  BatchBrandingItem,
  BatchBrandingList,
  BatchBrandingRequest,
  BatchBrandingState,
  BatchExtractItem,
  BatchExtractList,
  BatchExtractRequest,
  BatchExtractState,
  BatchItem,
  BatchList,
  BatchRequest,
  BatchState,
  Brand,
  BrandingProfile,
  BrandingRequest,
  CompanyIdentifier,
  CompanyList,
  CrawlItem,
  CrawlList,
  CrawlRequest,
  CrawlState,
  ExtractAnswer,
  ExtractRequest,
  MapAnswer,
  MapRequest,
  ParseOptions,
  Reader,
  ReaderExamples,
  ReaderFile,
  ReaderList,
  ReaderRequest,
  ResolvedCompanies,
  Schedule,
  ScheduleRequest,
  ScrapeAnswer,
  ScrapeRequest,
  SearchAnswer,
  SearchRequest,
  Session,
  SessionChange,
  SessionList,
  SessionRequest,
  UsageReport,
  WayList,
} from './types.ts'

type Extras = { signal?: AbortSignal | undefined }
/** Safe to begin again with the same key: the server remembers it for 24 hours. */
type Beginning = Extras & { idempotencyKey?: string }
type Extracted<Data> = Omit<ExtractAnswer, 'data'> & { data: Data }
type Listing = Extras & { status?: BatchState['status']; offset?: number; limit?: number }
type Tokens = 'css' | 'tailwind' | 'dtcg'
type By<Schema> = Omit<ExtractRequest, 'schema'> & { schema: Schema }

const batches = '/v1/batch/scrape'
const crawls = '/v1/crawl'
const extracts = '/v1/batch/extract'
const brandings = '/v1/batch/branding'

export class Siteray {
  readonly #send: Send

  constructor(options: Options) {
    this.#send = createSend(options)
  }

  /** One page: `scrape('https://example.com/')`, with options as the second argument. */
  scrape(url: string, asked: Omit<ScrapeRequest, 'url'> & Extras = {}): Promise<ScrapeAnswer> {
    return this.#post('/v1/scrape', { ...asked, url })
  }

  /** A file instead of a page: `parse(file, { name: 'report.pdf' })`. Its name tells its kind. */
  parse(
    file: Blob,
    { signal, name = 'file', ...options }: ParseOptions & { name?: string } & Extras = {},
  ): Promise<ScrapeAnswer> {
    const body = new FormData()
    body.set('options', JSON.stringify(options))
    body.set('file', file, name)
    const takesMs = options.timeout ?? 30_000
    return this.#json('/v1/parse', { method: 'POST', body, signal, takesMs })
  }

  /** The web, where the server has a search engine; with `scrape` the pages themselves too. */
  search(
    query: string,
    { signal, ...asked }: Omit<SearchRequest, 'query'> & Extras = {},
  ): Promise<SearchAnswer> {
    const body = { ...asked, query }
    return this.#json('/v1/search', { method: 'POST', body, signal, takesMs: 60_000 })
  }

  /** Many pages: `for await (const page of siteray.batch(urls))`. */
  batch(
    urls: string[],
    asked: Omit<BatchRequest, 'urls'> & Beginning = {},
  ): Job<BatchItem, BatchState> {
    return this.#begin(batches, { ...asked, urls })
  }

  /** A batch that was begun before, here or elsewhere. */
  openBatch(id: string): Job<BatchItem, BatchState> {
    return new Job(this.#send, batches, async () => id)
  }

  /** The account's batches that have not expired, the newest first. */
  batches(wanted: Listing = {}): Promise<BatchList> {
    return this.#list(batches, wanted)
  }

  /** A whole site: `for await (const page of siteray.crawl('https://example.com/'))`. */
  crawl(
    url: string,
    asked: Omit<CrawlRequest, 'url'> & Beginning = {},
  ): Job<CrawlItem, CrawlState> {
    return this.#begin(crawls, { ...asked, url })
  }

  openCrawl(id: string): Job<CrawlItem, CrawlState> {
    return new Job(this.#send, crawls, async () => id)
  }

  crawls(wanted: Listing = {}): Promise<CrawlList> {
    return this.#list(crawls, wanted)
  }

  map(url: string, asked: Omit<MapRequest, 'url'> & Extras = {}): Promise<MapAnswer> {
    return this.#post('/v1/map', { ...asked, url })
  }

  /** Structured data, typed by the schema: any Standard Schema, TypeBox, or JSON Schema. */
  extract<S extends StandardSchema>(
    url: string,
    asked: Omit<By<S>, 'url'> & Extras,
  ): Promise<Extracted<OutputOf<S>>>
  extract<const S extends object>(
    url: string,
    asked: Omit<By<S>, 'url'> & Extras,
  ): Promise<Extracted<FromJsonSchema<S>>>
  extract(
    url: string,
    asked: Omit<ExtractRequest, 'url' | 'schema'> & Extras,
  ): Promise<Extracted<unknown>>
  async extract(url: string, asked: Omit<ExtractRequest, 'url'> & Extras): Promise<ExtractAnswer> {
    const { schema } = asked
    if (!isStandard(schema)) return this.#post('/v1/extract', { ...asked, url })
    const answer = await this.#post<ExtractAnswer>('/v1/extract', {
      ...{ ...asked, url, schema: toJsonSchema(schema) },
    })
    return { ...answer, data: await parseWith(schema, answer.data) }
  }

  /** The same of many pages: of `urls`, or of a batch or crawl that has ended (`from`). */
  batchExtract(asked: BatchExtractRequest & Beginning): Job<BatchExtractItem, BatchExtractState> {
    const { schema } = asked
    return this.#begin(extracts, {
      ...asked,
      ...(isStandard(schema) ? { schema: toJsonSchema(schema) } : {}),
    })
  }

  openBatchExtract(id: string): Job<BatchExtractItem, BatchExtractState> {
    return new Job(this.#send, extracts, async () => id)
  }

  batchExtracts(wanted: Listing = {}): Promise<BatchExtractList> {
    return this.#list(extracts, wanted)
  }

  /** Teaches a reader from example pages, or imports a `file`; its id goes into `reader`. */
  teach({ signal, ...body }: ReaderRequest & Extras): Promise<Reader> {
    const headers = { 'idempotency-key': newKey() }
    return this.#json('/v1/readers', { method: 'POST', body, headers, signal, takesMs: 60_000 })
  }

  /** More examples, or corrections. */
  teachMore(id: string, { signal, ...body }: ReaderExamples & Extras): Promise<Reader> {
    const path = `/v1/readers/${encodeURIComponent(id)}/examples`
    return this.#json(path, { method: 'POST', body, signal, repeatable: false, takesMs: 60_000 })
  }

  readers({ signal, host }: { host?: string } & Extras = {}): Promise<ReaderList> {
    const query = host === undefined ? '' : `?host=${encodeURIComponent(host)}`
    return this.#json(`/v1/readers${query}`, { signal })
  }

  /** With `examples` also the pages that it was taught from, and what they say. */
  exportReader(
    id: string,
    { signal, examples }: { examples?: boolean } & Extras = {},
  ): Promise<ReaderFile> {
    const query = examples ? '?examples=true' : ''
    return this.#json(`/v1/readers/${encodeURIComponent(id)}/export${query}`, { signal })
  }

  /**
   * Being signed in to a site, by steps or by a state: `{ session: id }` then reads its pages. Not
   * sent again when nobody knows whether it arrived: there would be two.
   */
  createSession({ signal, ...body }: SessionRequest & Extras): Promise<Session> {
    return this.#json('/v1/sessions', { method: 'POST', body, signal, repeatable: false })
  }

  sessions({ signal }: Extras = {}): Promise<SessionList> {
    return this.#json('/v1/sessions', { signal })
  }

  changeSession(id: string, { signal, ...body }: SessionChange & Extras): Promise<Session> {
    return this.#json(sessionPath(id), { method: 'PATCH', body, signal })
  }

  /** Takes the steps now; a page that needs it does so by itself. */
  signIn(id: string, { signal }: Extras = {}): Promise<Session> {
    const call = { method: 'POST', signal, repeatable: false, takesMs: 160_000 } as const
    return this.#json(`${sessionPath(id)}/sign-in`, call)
  }

  async deleteSession(id: string, { signal }: Extras = {}): Promise<void> {
    await this.#send(sessionPath(id), { method: 'DELETE', signal })
  }

  /** The ways out that a request may choose, by name or by country. */
  ways({ signal }: Extras = {}): Promise<WayList> {
    return this.#json('/v1/ways', { signal })
  }

  /** A password, or with `totp` the key of one-time codes, for steps to name; never shown again. */
  async putSecret(
    name: string,
    value: string,
    { signal, totp = false }: { totp?: boolean } & Extras = {},
  ): Promise<void> {
    const path = `/v1/secrets/${encodeURIComponent(name)}`
    await this.#send(path, { method: 'PUT', body: { value, totp }, signal })
  }

  /** The profile; or its tokens as a text, with `format`. */
  branding(
    url: string,
    asked: Omit<BrandingRequest, 'url' | 'format'> & { format: Tokens } & Extras,
  ): Promise<string>
  branding(
    url: string,
    asked?: Omit<BrandingRequest, 'url' | 'format'> & Extras,
  ): Promise<BrandingProfile>
  async branding(
    url: string,
    { signal, format, ...asked }: Omit<BrandingRequest, 'url'> & Extras = {},
  ): Promise<unknown> {
    const body = { ...asked, url, format: format ?? 'json' }
    const takesMs = body.timeout ?? 30_000
    const answer = await this.#send('/v1/branding', { method: 'POST', body, signal, takesMs })
    return format === undefined || format === 'json' ? answer.json() : answer.text()
  }

  /** The profiles of up to 10,000 sites. */
  batchBranding(
    urls: readonly string[],
    asked: Omit<BatchBrandingRequest, 'urls'> & Beginning = {},
  ): Job<BatchBrandingItem, BatchBrandingState> {
    return this.#begin(brandings, { ...asked, urls })
  }

  openBatchBranding(id: string): Job<BatchBrandingItem, BatchBrandingState> {
    return new Job(this.#send, brandings, async () => id)
  }

  batchBrandings(wanted: Listing = {}): Promise<BatchBrandingList> {
    return this.#list(brandings, wanted)
  }

  /** For somebody who is typing: `searchCompanies('micros')`. */
  searchCompanies(
    query: string,
    { signal, limit = 10 }: Extras & { limit?: number } = {},
  ): Promise<CompanyList> {
    const asked = new URLSearchParams({ query, limit: String(limit) })
    return this.#json(`/v1/companies?${asked}`, { signal })
  }

  /** The domains of names, symbols and addresses, in their order; up to 1,000. */
  resolveCompanies(
    companies: readonly (string | CompanyIdentifier)[],
    { signal }: Extras = {},
  ): Promise<ResolvedCompanies> {
    const body = { companies }
    return this.#json('/v1/companies/resolve', { method: 'POST', body, signal })
  }

  /** What a site says of the company behind it. */
  brand(domain: string, { signal }: Extras = {}): Promise<Brand> {
    return this.#json(`/v1/brands/${encodeURIComponent(domain)}`, { signal, takesMs: 30_000 })
  }

  usage({ signal }: Extras = {}): Promise<UsageReport> {
    return this.#json('/v1/usage', { signal })
  }

  /** Not sent again when nobody knows whether it arrived: there would be two. */
  schedule({ signal, ...body }: ScheduleRequest & Extras): Promise<Schedule> {
    return this.#json('/v1/schedules', { method: 'POST', body, signal, repeatable: false })
  }

  async webhookSecret({ signal }: Extras = {}): Promise<string> {
    return (await this.#json<{ secret: string }>('/v1/webhooks/secret', { signal })).secret
  }

  #begin<Item, State extends { status: string; data: Item[]; next?: string }>(
    path: string,
    { signal, idempotencyKey = newKey(), ...body }: Beginning & Record<string, unknown>,
  ): Job<Item, State> {
    const headers = { 'idempotency-key': idempotencyKey }
    return new Job(this.#send, path, async () => {
      const { id } = await this.#json<{ id: string }>(path, {
        ...{ method: 'POST', headers, body, signal },
      })
      return id
    })
  }

  #list<Answer>(path: string, { signal, ...wanted }: Listing): Promise<Answer> {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(wanted))
      if (value !== undefined) query.set(name, String(value))
    return this.#json(`${path}?${query}`, { signal })
  }

  #post<Answer>(path: string, asked: Extras & { url: string; timeout?: number }): Promise<Answer> {
    const { signal, ...body } = asked
    const takesMs = body.timeout ?? 30_000
    return this.#json(path, { method: 'POST', body, signal, takesMs })
  }

  async #json<Answer>(path: string, call: Call): Promise<Answer> {
    return (await this.#send(path, call)).json() as Promise<Answer>
  }
}

const sessionPath = (id: string) => `/v1/sessions/${encodeURIComponent(id)}`

/** Unlike any other; not a secret, so that it works where there is no WebCrypto (Node 18). */
const newKey = (): string =>
  globalThis.crypto?.randomUUID?.() ??
  Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join('-')
