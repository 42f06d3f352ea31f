import { Connection, type Reservation, type Waiting } from './connection.ts'
import { connectionError, PostgresError } from './errors.ts'
import type { Options } from './options.ts'
import type { Query } from './query.ts'
import { Queue } from './queue.ts'

/** When this process itself was held up, the answer may lie there unread. */
const unreadMs = 100

/** The connections, by what they can take, and the queries that wait for one. */
export class Pool {
  readonly options: Options
  readonly waiting = new Queue<Waiting>()
  /** Its server knows us and has nothing to do. */
  readonly open = new Queue<Connection>()
  /** Takes another query behind those that were sent. */
  readonly busy = new Queue<Connection>()
  readonly full = new Queue<Connection>()
  /** Somebody has it for themselves. */
  readonly held = new Queue<Connection>()
  private readonly connecting = new Queue<Connection>()
  private readonly closed = new Queue<Connection>()
  private readonly ended = new Queue<Connection>()
  private readonly connections: Connection[]
  private ending: Promise<void> | undefined
  private isEnding = false
  /** The last query was answered late or not at all. */
  private isSuspect = false

  constructor(options: Options) {
    this.options = options
    const events = {
      isConnecting: (connection: Connection) => connection.queue === this.connecting,
      onOpen: (connection: Connection) => this.feed(connection),
      onEnd: (connection: Connection) => this.move(connection, this.ended),
      onClose: (connection: Connection, error: Error) => this.onClose(connection, error),
    }
    this.connections = Array.from({ length: options.max }, () => {
      const connection = new Connection(options, this.closed, events)
      this.closed.push(connection)
      return connection
    })
  }

  load(): { max: number; open: number; busy: number; waiting: number } {
    const unopened = this.closed.length + this.ended.length + this.connecting.length
    return {
      max: this.options.max,
      open: this.options.max - unopened,
      busy: this.busy.length + this.full.length + this.held.length,
      waiting: this.waiting.length,
    }
  }

  ask(query: Query): void {
    if (this.isEnding) {
      query.reject(connectionError('CONNECTION_ENDED', this.options))
      return
    }
    this.watch(query, this.options.answer_ms)
    const connection = this.open.shift()
    if (connection) {
      this.send(connection, query)
      return
    }
    if (this.connect(query)) return
    const busy = this.busy.shift()
    if (busy) this.send(busy, query)
    else this.waiting.push(query)
  }

  /** On a connection that somebody has for themselves; what it cannot take yet waits in `line`. */
  askOn(connection: Connection, line: Queue<Query>, query: Query): void {
    if (connection.queue === this.full) line.push(query)
    else if (!connection.execute(query)) this.move(connection, this.full)
  }

  /** Gives it to somebody who asks it for `line` alone. */
  hold(connection: Connection, line: Queue<Query>, { untilReleased = false } = {}): void {
    const next = () => {
      const query = line.shift()
      if (query) connection.execute(query)
      else this.move(connection, this.held)
    }
    this.move(connection, this.held)
    connection.holder = { next, untilReleased }
  }

  /** A whole connection, until `release`. */
  reserve(line: Queue<Query>): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const reservation: Reservation = {
        reserve: connection => {
          this.hold(connection, line, { untilReleased: true })
          resolve(connection)
        },
        reject: error => {
          this.waiting.remove(reservation)
          reject(error)
        },
      }
      const connection = this.open.shift()
      if (connection) {
        reservation.reserve(connection)
        return
      }
      this.waiting.push(reservation)
      this.connect(reservation)
    })
  }

  release(connection: Connection): void {
    connection.holder = undefined
    connection.onLost = undefined
    this.feed(connection)
  }

  /** Gives a connection that is free to those who wait. */
  private feed(connection: Connection): void {
    let most = Math.ceil(this.waiting.length / (this.connecting.length + 1))
    if (most === 0) {
      this.move(connection, this.open)
      return
    }
    let takesMore = true
    while (takesMore && most-- > 0) {
      const waiting = this.waiting.shift()
      if (!waiting) break
      if ('reserve' in waiting) {
        waiting.reserve(connection)
        return
      }
      takesMore = connection.execute(waiting)
    }
    this.move(connection, takesMore ? this.busy : this.full)
  }

  /**
   * A query that has no answer in time fails, and its connection is cut, since an answer that comes
   * after all would be taken for that of the next query. After a late one the server is suspect: the
   * next has a third of the time, and if it is late too, all connections are cut. Whatever is answered
   * ends the suspicion.
   */
  watch(query: Query, answerMs: number): void {
    if (!answerMs) return
    const late = () => this.giveUp(query)
    let timer = setTimeout(
      () => {
        timer = setTimeout(late, unreadMs)
      },
      this.isSuspect ? answerMs / 3 : answerMs,
    )
    query.onEnd(error => {
      clearTimeout(timer)
      if (!error || error instanceof PostgresError) this.isSuspect = false
    })
  }

  /** Lets queries be answered for a while, then drops them. */
  end(graceSeconds: number | undefined): Promise<void> {
    this.ending ??= this.endWithin(graceSeconds)
    return this.ending
  }

  private async endWithin(graceSeconds: number | undefined): Promise<void> {
    // What was asked just before is let in.
    await Promise.resolve()
    this.isEnding = true
    const { promise: destroyed, resolve } = Promise.withResolvers<void>()
    const destroy = () => resolve(this.destroy())
    const timer = graceSeconds === undefined ? undefined : setTimeout(destroy, graceSeconds * 1000)
    await Promise.race([Promise.all(this.connections.map(one => one.end())), destroyed])
    clearTimeout(timer)
  }

  private destroy(): void {
    const error = connectionError('CONNECTION_DESTROYED', this.options)
    for (const connection of this.connections) {
      connection.drop(error, { forGood: true })
      connection.terminate()
    }
    for (let one = this.waiting.shift(); one; one = this.waiting.shift()) one.reject(error)
  }

  private giveUp(query: Query): void {
    const error = connectionError('ANSWER_TIMEOUT', this.options)
    this.waiting.remove(query)
    query.connection?.drop(error)
    query.reject(error)
    if (this.isSuspect)
      for (const connection of this.connections)
        if (connection.queue !== this.closed && connection.queue !== this.ended)
          connection.drop(error)
    this.isSuspect = true
  }

  private connect(waiting: Waiting): boolean {
    const connection = this.closed.shift()
    if (!connection) return false
    this.move(connection, this.connecting)
    connection.connect(waiting)
    return true
  }

  private send(connection: Connection, query: Query): void {
    this.move(connection, connection.execute(query) ? this.busy : this.full)
  }

  private move(connection: Connection, queue: Queue<Connection>): void {
    connection.queue.remove(connection)
    queue.push(connection)
    connection.queue = queue
  }

  private onClose(connection: Connection, error: Error): void {
    this.move(connection, this.closed)
    connection.holder = undefined
    connection.onLost?.(error)
    connection.onLost = undefined
    this.options.onclose()
    const waiting = this.waiting.shift()
    if (!waiting) return
    this.move(connection, this.connecting)
    connection.connect(waiting)
  }
}
