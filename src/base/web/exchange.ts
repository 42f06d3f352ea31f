import type { Dispatcher } from 'undici'
import type { Body, BodyReader } from './body.ts'

type Headers = Record<string, string | string[] | undefined>

/** Who reads the body of an answer; undefined: nobody wants it. */
type Receive = (
  status: number,
  headers: Headers,
  listener: { done(body: Body): void; fail(error: unknown): void; drained(): void },
) => BodyReader | undefined

export type Exchange = {
  /** Its body, or nothing as soon as its head has come and nobody wants the rest. */
  body: Promise<Body | undefined>
  /** Whatever is still under way ends, whether or not it has begun. */
  abort(reason: unknown): void
}

/** A short body that nobody wants is let through, which keeps the connection. */
const maxUnwantedBytes = 16_384

/** One request and its answer, without the stream that the client would make for its body. */
export const exchange = (
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  receive: Receive,
): Exchange => {
  const { promise: body, resolve, reject } = Promise.withResolvers<Body | undefined>()
  let controller: Dispatcher.DispatchController | undefined
  let reader: BodyReader | undefined
  let broken: { reason: unknown } | undefined
  let unwantedBytes = 0
  let hasCome = false

  const abort = (reason: unknown) => {
    if (broken) return
    broken = { reason }
    reject(reason)
    reader?.destroy()
    if (!hasCome) controller?.abort(asError(reason))
  }
  const listener = {
    done: resolve,
    fail: abort,
    drained: () => controller?.resume(),
  }

  dispatcher.dispatch(options, {
    onRequestStart(started) {
      controller = started
      if (broken) started.abort(asError(broken.reason))
    },
    onResponseStart(_, status, headers) {
      if (status < 200 || broken) return
      try {
        reader = receive(status, headers, listener)
        if (!reader) resolve(undefined)
      } catch (error) {
        abort(error)
      }
    },
    onResponseData(answering, chunk) {
      if (broken) return
      unwantedBytes += reader ? 0 : chunk.length
      if (unwantedBytes > maxUnwantedBytes) answering.abort(unwanted)
      else if (reader?.write(chunk) === false) answering.pause()
    },
    onResponseEnd() {
      hasCome = true
      reader?.end()
    },
    onResponseError: (_, error) => abort(error),
  })
  return { body, abort }
}

const unwanted = new Error('Nobody wants the rest of it.')

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error(String(reason))
