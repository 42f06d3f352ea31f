import { channel } from 'node:diagnostics_channel'
import type { Readable, Writable } from 'node:stream'
import type { Connection } from './connection.ts'

export type QueryOptions = {
  /** As plain text, which may hold several statements but no values. */
  simple?: boolean
  /** The server keeps the statement for the next time. */
  prepare?: boolean
  /** Called when a connection takes the query; nothing else is sent behind it. */
  onExecute?: (connection: Connection) => void
}

export type Column = {
  name: string
  parse: ((text: string) => unknown) | undefined
}

/** A statement as a session of the server knows it. */
export type Statement = {
  types: number[]
  name: string
  columns: Column[]
}

/** The rows of a statement, and how many it wrote or read. */
export class Result extends Array<unknown> {
  declare count: number | null
  declare command: string | null

  constructor() {
    super()
    // Not enumerable: two results with the same rows are equal.
    Object.defineProperties(this, {
      count: { value: null, writable: true },
      command: { value: null, writable: true },
    })
  }

  static override get [Symbol.species](): ArrayConstructor {
    return Array
  }
}

/** Every query is told here in the turn of whoever asks it. */
export const asked = channel('siteray.query')

type Handler = (query: Query) => unknown
/** Without an error: it was answered. */
type EndListener = (error: unknown, answer?: unknown) => void

/** A statement that is sent as soon as somebody waits for it. Within another one it is a part of it. */
export class Query<T = unknown> extends Promise<T> {
  readonly strings: readonly string[]
  readonly args: readonly unknown[]
  readonly options: QueryOptions
  readonly isTagged: boolean
  /** What is sent: set when a connection takes the query. */
  text: string | undefined
  parameters: unknown[] = []
  statement: Statement | undefined
  /** By which a session knows the statement again, if it keeps it. */
  signature: string | undefined
  isKnown = false
  /** The server is asked for the types of the values before they are sent. */
  describesFirst = false
  /** Why it was sent a second time. */
  retriedFor: unknown
  connection: Connection | undefined

  private readonly handler: Handler
  private readonly settle: { resolve(answer: unknown): void; reject(error: unknown): void }
  private readonly origin: Error | undefined
  private endListeners: EndListener[] | undefined = []
  private isExecuted = false

  constructor(
    strings: readonly string[],
    args: readonly unknown[],
    handler: Handler,
    options: QueryOptions = {},
  ) {
    let settle: Query['settle'] = { resolve() {}, reject() {} }
    super((resolve, reject) => {
      settle = { resolve: answer => resolve(answer as T), reject }
    })
    this.settle = settle
    this.strings = strings
    this.args = args
    this.handler = handler
    this.options = options
    this.isTagged = 'raw' in strings
    this.origin = this.isTagged ? originOf(strings) : undefined
  }

  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  /** Where the statement stands in our code, as the lines of a stack. */
  get originLines(): string {
    return this.origin?.stack?.replace(/^.*\n/, '\n') ?? ''
  }

  /** Called once, when it is answered or has failed. */
  onEnd(listener: EndListener): void {
    this.endListeners?.push(listener)
  }

  resolve(answer: unknown): void {
    this.end(undefined, answer)
    this.settle.resolve(answer)
  }

  reject(error: unknown): void {
    this.end(error)
    this.settle.reject(error)
  }

  simple(): this {
    this.options.simple = true
    this.options.prepare = false
    return this
  }

  /** What `copy … to stdout` gives. */
  readable(): Promise<Readable> {
    return this.simple().then(stream => stream as Readable)
  }

  /** What `copy … from stdin` takes. */
  writable(): Promise<Writable> {
    return this.simple().then(stream => stream as Writable)
  }

  execute(): this {
    if (!this.isExecuted) {
      this.isExecuted = true
      if (asked.hasSubscribers) asked.publish(this)
      // The caller may still say `simple()`.
      queueMicrotask(() => this.handler(this))
    }
    return this
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise that begins when somebody waits for it.
  override then<Done = T, Failed = never>(
    fulfilled?: ((answer: T) => Done | PromiseLike<Done>) | null,
    rejected?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    this.execute()
    return super.then(fulfilled, rejected)
  }

  private end(error: unknown, answer?: unknown): void {
    const listeners = this.endListeners ?? []
    this.endListeners = undefined
    for (const listener of listeners) listener(error, answer)
  }
}

const origins = new WeakMap<readonly string[], Error>()

/** Made once for each place in our code: a stack takes as long as a small query. */
const originOf = (strings: readonly string[]): Error => {
  const known = origins.get(strings)
  if (known) return known
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 4
  const origin = new Error()
  Error.stackTraceLimit = stackTraceLimit
  origins.set(strings, origin)
  return origin
}
