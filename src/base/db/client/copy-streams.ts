import { Readable, Writable } from 'node:stream'
import * as messages from './messages.ts'
import type { Wire } from './wire.ts'

/** Without a listener an error that comes before the stream is in somebody's hands ends the process. */
const withListener = <S extends Readable | Writable>(stream: S): S =>
  stream.on('error', () => undefined) as S

/**
 * The rows of `copy … to stdout`. The socket is paused while the stream is full (see `pushCopy`), and
 * goes on when the stream is read from or given up.
 */
export const createCopyOut = (wire: Wire): Readable =>
  withListener(
    new Readable({
      read: () => wire.resume(),
      destroy: (error, done) => {
        wire.resume()
        done(error)
      },
    }),
  )

/** What nobody reads any more must not stop what comes after it. */
export const pushCopy = (stream: Readable, chunk: Buffer, wire: Wire): void => {
  if (!stream.destroyed && !stream.push(chunk)) wire.pause()
}

/** A stream that ends while it is full is never asked for more: the socket goes on by itself. */
export const endCopy = (stream: Readable, wire: Wire): void => {
  stream.push(null)
  wire.resume()
}

type CopyInEvents = {
  /** All rows were sent; `done` is called with the server's verdict. */
  onSent(done: (error?: Error | null) => void): void
  onGivenUp(): void
}

/** Takes the rows of `copy … from stdin`. */
export const createCopyIn = (wire: Wire, { onSent, onGivenUp }: CopyInEvents): Writable => {
  let isSent = false
  const stream = new Writable({
    write: (chunk, _encoding, done) => wire.send(messages.copyData(chunk), done),
    final: done => {
      isSent = true
      wire.send(messages.copyDone)
      onSent(done)
    },
    destroy: (error, done) => {
      if (!isSent) {
        wire.send(messages.copyFail(String(error)))
        onGivenUp()
      }
      done(error)
    },
  })
  return withListener(stream)
}
