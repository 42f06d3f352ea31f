import { readLines } from './lines.ts'
import { pause, type Send, secondsOf } from './transport.ts'
import type { Failure } from './types.ts'

type State<Item> = { status: string; data: Item[]; next?: string }
type Reading = {
  /** Items that are known already: reading goes on behind them. */
  offset?: number
  signal?: AbortSignal | undefined
}

/** Seconds that the server holds a question back until there is something to tell. */
const waitSeconds = 25
/** The server says something every 15 seconds: a stream that says less has lost its other end. */
const quietMs = 40_000
const lines = 'application/x-ndjson'

/**
 * A batch or a crawl. It begins with the first question, once; `for await` gives its items as they
 * end, in an order that never changes, so that who was cut off goes on with `items({ offset })`.
 */
export class Job<Item, Status extends State<Item>> implements AsyncIterable<Item> {
  readonly #send: Send
  readonly #path: string
  readonly #begin: () => Promise<string>
  #id: Promise<string> | undefined
  /** Until a stream brings nothing: an older server, or something between that holds it back. */
  #streams = true

  constructor(send: Send, path: string, begin: () => Promise<string>) {
    this.#send = send
    this.#path = path
    this.#begin = begin
  }

  /** Begins it, and tells its id: with it another process can go on (`openBatch`, `openCrawl`). */
  id(): Promise<string> {
    // With the same idempotency key: what failed can be begun again, and never twice.
    this.#id ??= this.#begin().catch(error => {
      this.#id = undefined
      throw error
    })
    return this.#id
  }

  /** Counts, and a page of items from `offset` on. */
  async state(query: { offset?: number; limit?: number; signal?: AbortSignal } = {}) {
    const { offset = 0, limit = 100, signal } = query
    return (await this.#ask(`?offset=${offset}&limit=${limit}`, signal)).state
  }

  [Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    return this.items()
  }

  async *items({ offset = 0, signal }: Reading = {}): AsyncGenerator<Item, void> {
    for (let at = offset; ; ) {
      if (this.#streams)
        for await (const item of this.#stream(at, signal)) {
          at++
          yield item
        }
      // A stream ends with the job, but also with its connection: the state tells which it was.
      const { state, retryAfter } = await this.#await(at, 100, signal)
      yield* state.data
      at += state.data.length
      if (state.data.length > 0) continue
      if (state.status !== 'scraping') return
      // The server waits for us; one that does not is not asked more than once a second.
      await pause(Math.max(1, retryAfter ?? 1) * 1_000, signal)
    }
  }

  /** Waits for its end, and tells the counts; the items are not read. */
  async ended(signal?: AbortSignal): Promise<Omit<Status, 'data' | 'next'>> {
    for (;;) {
      const { state, retryAfter } = await this.#ask('?limit=1', signal)
      const { data: _, next: __, ...counts } = state
      if (counts.status !== 'scraping') return counts
      await pause(Math.max(2, retryAfter ?? 2) * 1_000, signal)
    }
  }

  async cancel(signal?: AbortSignal): Promise<void> {
    await this.#send(`${this.#path}/${await this.id()}`, { method: 'DELETE', signal })
  }

  /** What could not be read, and why. */
  async *failures(signal?: AbortSignal): AsyncGenerator<Failure, void> {
    const path = `${this.#path}/${await this.id()}/failures`
    for (let offset = 0; ; ) {
      const answer = await this.#send(`${path}?offset=${offset}`, { signal })
      const page = (await answer.json()) as { data: Failure[]; next?: string }
      yield* page.data
      offset += page.data.length
      if (!page.next || page.data.length === 0) return
    }
  }

  async *#stream(offset: number, signal: AbortSignal | undefined): AsyncGenerator<Item, void> {
    const ending = new AbortController()
    const stop = () => ending.abort(signal?.reason)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    this.#streams = false
    try {
      const answer = await this.#send(`${this.#path}/${await this.id()}?offset=${offset}`, {
        ...{ headers: { accept: lines }, signal: ending.signal, open: true },
      })
      if (!answer.body || !answer.headers.get('content-type')?.includes(lines)) return
      for await (const line of readLines(answer.body, quietMs)) {
        this.#streams = true
        yield JSON.parse(line) as Item
      }
      signal?.throwIfAborted()
    } finally {
      signal?.removeEventListener('abort', stop)
      ending.abort()
    }
  }

  #await(offset: number, limit: number, signal: AbortSignal | undefined) {
    const query = `?offset=${offset}&limit=${limit}&wait=${waitSeconds}`
    return this.#ask(query, signal, waitSeconds * 1_000)
  }

  async #ask(query: string, signal: AbortSignal | undefined, takesMs = 0) {
    const answer = await this.#send(`${this.#path}/${await this.id()}${query}`, { signal, takesMs })
    const retryAfter = secondsOf(answer.headers.get('retry-after'))
    return { state: (await answer.json()) as Status, retryAfter }
  }
}
