import { Readable, Writable } from 'node:stream'
import * as messages from './messages.ts'
import type { Wire } from './wire.ts'

/** The COPY of a connection, while there is one. */
export class Copy {
  private readonly wire: Wire
  private stream: Readable | Writable | undefined
  /** Tells the writer of the rows, all of which were sent, what the server says. */
  private finish: ((error?: Error | null) => void) | undefined

  constructor(wire: Wire) {
    this.wire = wire
  }

  /** The connection takes nothing else meanwhile. */
  isOpen(): boolean {
    return this.stream !== undefined
  }

  /**
   * The rows of `copy … to stdout`. The socket is paused while the stream is full, and goes on when
   * the stream is read from or given up.
   */
  startOut(): Readable {
    return this.open(
      new Readable({
        read: () => this.wire.resume(),
        destroy: (error, done) => {
          this.wire.resume()
          done(error)
        },
      }),
    )
  }

  push(chunk: Buffer): void {
    const { stream } = this
    // What nobody reads any more must not stop what comes after it.
    if (!(stream instanceof Readable) || stream.destroyed) return
    if (!stream.push(chunk)) this.wire.pause()
  }

  endOut(): void {
    if (this.stream instanceof Readable) this.stream.push(null)
    this.stream = undefined
    // A stream that ends while it is full is never asked for more.
    this.wire.resume()
  }

  /** Takes the rows of `copy … from stdin`. */
  startIn(): Writable {
    let isSent = false
    return this.open(
      new Writable({
        write: (chunk, _encoding, done) => this.wire.send(messages.copyData(chunk), done),
        final: done => {
          isSent = true
          this.wire.send(messages.copyDone)
          this.finish = done
          this.stream = undefined
        },
        destroy: (error, done) => {
          if (!isSent) {
            this.wire.send(messages.copyFail(String(error)))
            this.stream = undefined
          }
          done(error)
        },
      }),
    )
  }

  /** The server took all rows. */
  complete(): void {
    this.finish?.()
    this.finish = undefined
  }

  fail(error: Error): void {
    this.stream?.destroy(error)
    this.stream = undefined
    this.finish?.(error)
    this.finish = undefined
  }

  private open<S extends Readable | Writable>(stream: S): S {
    // Without a listener, an error that comes before the stream is in somebody's hands ends the process.
    stream.on('error', () => undefined)
    this.stream = stream
    return stream
  }
}
