import { readColumns, readCommand, readError, readNames, readRow } from './answers.ts'
import { Copy } from './copy.ts'
import { clientError, connectionError, PostgresError } from './errors.ts'
import * as messages from './messages.ts'
import type { Options } from './options.ts'
import { Query, Result } from './query.ts'
import type { Queue } from './queue.ts'
import { Session } from './session.ts'
import type { Row } from './types.ts'
import { Wire } from './wire.ts'

/** Somebody who wants a whole connection. */
export type Reservation = { reserve(connection: Connection): void; reject(error: unknown): void }
export type Waiting = Query | Reservation

export type PoolEvents = {
  isConnecting(connection: Connection): boolean
  onOpen(connection: Connection): void
  onEnd(connection: Connection): void
  onClose(connection: Connection, error: Error): void
}

/** Who has the connection for themselves: until they release it, or until their transaction ends. */
export type Holder = { next(): void; untilReleased: boolean }

/** Errors about a statement that the server knew from before something changed. */
const staleStatement = new Set([
  'FetchPreparedStatement',
  'RevalidateCachedQuery',
  'transformAssignedExpr',
])

/** What a reservation that fails has for a query. */
const noQuery = { text: undefined, parameters: [], originLines: '' }

/** One session of the server: opens when it is first needed, and again after it was lost. */
export class Connection {
  /** The list of the pool in which it is. */
  queue: Queue<Connection>
  holder: Holder | undefined
  /** For whoever holds it. */
  onLost: ((error: Error) => void) | undefined

  private readonly options: Options
  private readonly pool: PoolEvents
  private readonly wire: Wire
  private readonly copy: Copy
  private session: Session
  private lifeTimer: NodeJS.Timeout | undefined
  private hostsTried = 0
  private closedMs = Number.NEGATIVE_INFINITY
  private pauseMs = 0
  private isTerminated = false
  /** It is never opened again. */
  private isGone = false
  private ending: PromiseWithResolvers<void> | undefined

  /** Why the connection is opened. */
  private initial: Waiting | null = null
  private query: Query | null = null
  /** Those that were sent behind it. */
  private readonly sent: Query[] = []
  private result = new Result()
  private results: Result[] | null = null
  private refusal: PostgresError | null = null

  constructor(options: Options, queue: Queue<Connection>, pool: PoolEvents) {
    this.options = options
    this.queue = queue
    this.pool = pool
    this.session = new Session(options)
    this.wire = new Wire(options, {
      onConnected: () => this.startSession(),
      onMessage: message => this.handle(message),
      onError: error => this.lose(error),
      onClosed: hadError => this.onClosed(hadError),
    })
    this.copy = new Copy(this.wire)
  }

  connect(first: Waiting): void {
    if (first instanceof Query) first.connection = this
    this.initial = first
    this.reconnect()
  }

  /** Whether another query may be sent behind this one. */
  execute(query: Query): boolean {
    if (this.isTerminated) {
      this.fail(query, connectionError('CONNECTION_DESTROYED', this.options))
      return false
    }
    if (this.copy.isOpen()) {
      this.fail(query, clientError('COPY_IN_PROGRESS', 'A COPY uses the connection'))
      return false
    }
    query.connection = this
    let bytes: Buffer
    try {
      bytes = this.session.prepare(query)
    } catch (error) {
      this.fail(query, error)
      if (this.query) return true
      // The pool goes on when the server has answered, and it answers to this too.
      this.query = query
      return this.wire.write(messages.sync)
    }
    if (this.query) this.sent.push(query)
    else this.query = query
    const isFlowing = this.wire.write(bytes)
    const { onExecute } = query.options
    onExecute?.(this)
    const mayFollow = !query.describesFirst && !onExecute
    return isFlowing && mayFollow && this.sent.length < this.options.max_pipeline
  }

  /** Cuts the connection: what was asked fails with this error. */
  drop(error: Error, { forGood = false } = {}): void {
    this.isGone ||= forGood
    this.failAll(error)
    this.wire.destroy()
  }

  /** Lets what was asked be answered, then closes. */
  end(): Promise<void> {
    if (this.ending) return this.ending.promise
    if (!this.holder) this.pool.onEnd(this)
    if (this.holder || this.isAsked()) {
      this.ending = Promise.withResolvers()
      return this.ending.promise
    }
    this.terminate()
    return this.wire.closed()
  }

  terminate(): void {
    this.isTerminated = true
    if (this.isAsked()) this.lose(connectionError('CONNECTION_DESTROYED', this.options))
    this.wire.end()
    this.ending?.resolve()
    this.ending = undefined
  }

  private isAsked(): boolean {
    return this.query !== null || this.initial !== null || this.sent.length > 0
  }

  private reconnect(): void {
    const waitMs = Math.max(0, this.closedMs + this.pauseMs - performance.now())
    setTimeout(() => {
      if (this.isGone) return
      this.isTerminated = false
      this.wire.open()
    }, waitMs)
  }

  private startSession(): void {
    const seconds = this.options.lifetimeSeconds()
    if (seconds) this.lifeTimer = setTimeout(() => void this.end(), seconds * 1000)
    this.session = new Session(this.options)
    this.wire.write(this.session.startup())
  }

  private onClosed(hadError: boolean): void {
    clearTimeout(this.lifeTimer)
    const error = connectionError('CONNECTION_CLOSED', this.options)
    if (this.initial) {
      // Lost while it was being opened: what opened it waits for the next attempt.
      if (this.query) this.fail(this.query, error)
      this.forgetAnswer()
      this.reconnect()
      return
    }
    if (this.isAsked()) this.lose(error)
    this.forgetAnswer()
    this.closedMs = performance.now()
    if (hadError) this.options.failures++
    this.pauseMs = this.options.backoff(this.options.failures) * 1000
    this.pool.onClose(this, error)
  }

  /** While there are hosts that were not tried, nobody is told. */
  private lose(error: unknown): void {
    const isNextLeft = this.options.host[this.hostsTried + 1] !== undefined
    if (this.initial && isNextLeft && this.pool.isConnecting(this)) {
      this.hostsTried++
      return
    }
    this.hostsTried = 0
    this.failAll(error)
  }

  private failAll(error: unknown): void {
    this.failCurrent(error)
    for (const query of this.sent.splice(0)) this.fail(query, error)
  }

  private failCurrent(error: unknown): void {
    this.copy.fail(error as Error)
    if (this.query) this.fail(this.query, error)
    if (this.initial) this.fail(this.initial, error)
    this.initial = null
  }

  private fail(waiting: Waiting, error: unknown): void {
    if (error instanceof Error && !('query' in error)) {
      const { text, parameters, originLines } = waiting instanceof Query ? waiting : noQuery
      Object.defineProperties(error, {
        stack: { value: `${error.stack}${originLines}` },
        query: { value: text },
        parameters: { value: parameters },
      })
    }
    waiting.reject(error)
  }

  private forgetAnswer(): void {
    this.query = this.results = this.refusal = null
    this.result = new Result()
  }

  private handle(message: Buffer): void {
    try {
      this.handlers[String.fromCharCode(message[0] ?? 0)]?.(message)
    } catch (error) {
      if (this.query?.describesFirst) this.wire.write(messages.sync)
      this.failCurrent(error)
    }
  }

  /** By the letter of the message; what is not here is a notice, or needs no answer. */
  private readonly handlers: Record<string, (message: Buffer) => void> = {
    A: message => {
      const [channel = '', payload = ''] = readNames(message, 9)
      this.options.onnotify(channel, payload)
    },
    C: message => this.onCommandComplete(message),
    D: message => this.result.push(readRow(message, this.query?.statement?.columns ?? [])),
    E: message => this.onRefusal(new PostgresError(readError(message))),
    G: () => this.query?.resolve(this.copy.startIn()),
    H: () => this.query?.resolve(this.copy.startOut()),
    R: message => this.onAuthentication(message),
    S: message => {
      const [name = '', value] = readNames(message)
      this.session.parameters[name] = value
    },
    T: message => this.onRowDescription(message),
    Z: message => this.onReady(message),
    c: () => this.copy.endOut(),
    d: message => this.copy.push(message.subarray(5)),
    t: message => this.onParameterDescription(message),
  }

  private onAuthentication(message: Buffer): void {
    try {
      const answer = this.session.login.answer(message)
      if (answer) this.wire.write(answer)
    } catch (error) {
      this.failCurrent(error)
      this.wire.destroy()
    }
  }

  private onParameterDescription(message: Buffer): void {
    const { query } = this
    if (!query) return
    this.session.learn(query, message)
    if (!query.describesFirst) return
    this.wire.write(this.session.bind(query))
    query.describesFirst = false
  }

  private onRowDescription(message: Buffer): void {
    if (this.result.command !== null) {
      this.results ??= [this.result]
      this.result = new Result()
      this.results.push(this.result)
    }
    const statement = this.query?.statement
    if (statement) statement.columns = readColumns(message, this.options.parsers)
  }

  private onCommandComplete(message: Buffer): void {
    const { command, count } = readCommand(message)
    this.result.count ??= count
    this.result.command = command
    this.copy.complete()
    if (command === 'BEGIN' && this.options.max > 1 && !this.holder)
      throw clientError('UNSAFE_TRANSACTION', 'Begin a transaction with sql.begin')
  }

  private onRefusal(error: PostgresError): void {
    if (!this.query) {
      this.failCurrent(error)
      return
    }
    if (this.query.describesFirst) this.wire.write(messages.sync)
    this.refusal = error
  }

  private onReady(message: Buffer): void {
    this.settle()
    this.forgetAnswer()
    this.wire.established()
    if (this.initial && !this.isSessionReady(this.initial)) return
    this.query = this.sent.shift() ?? null
    if (this.query) return
    const isInTransaction = message.toString('latin1', 5) !== 'I'
    if (this.holder && (this.holder.untilReleased || isInTransaction)) {
      this.holder.next()
      return
    }
    if (this.ending) {
      this.terminate()
      return
    }
    this.holder = undefined
    this.pool.onOpen(this)
  }

  private settle(): void {
    const { query, refusal } = this
    if (!refusal) query?.resolve(this.results ?? this.result)
    else if (query?.isKnown && staleStatement.has(refusal.routine)) this.repeat(query, refusal)
    else this.failCurrent(query?.retriedFor ?? refusal)
  }

  private repeat(query: Query, refusal: PostgresError): void {
    this.session.forget(query)
    query.retriedFor = refusal
    this.execute(query)
  }

  /** Asks, one after the other, what a session needs before it takes what it was opened for. */
  private isSessionReady(first: Waiting): boolean {
    if (this.session.isStandby()) {
      this.terminate()
      return false
    }
    const step = this.session.nextStep()
    if (step) {
      const query = new Query([step.text], [], asked => this.execute(asked), { simple: true })
      query.onEnd((error, rows) => error || step.note?.(rows as Row[]))
      query.catch(() => undefined)
      return false
    }
    this.options.failures = this.hostsTried = 0
    this.initial = null
    if (!(first instanceof Query)) return true
    this.execute(first)
    return false
  }
}
