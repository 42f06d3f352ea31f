type Life = {
  signal: AbortSignal
  abort(reason: unknown): void
  /** It came to its end: nothing of it is left behind. */
  end(): void
}

/**
 * A signal that fires with the caller's, or by itself when time is up. (`AbortSignal.any` and
 * `AbortSignal.timeout` do the same, but leave what they hold to the garbage collector and a timer
 * to run out: at hundreds of pages a second that is thousands of them.)
 */
export const createLife = (options: {
  signal: AbortSignal | undefined
  timeoutMs: number
  whenLate: () => unknown
}): Life => {
  const { signal } = options
  const own = new AbortController()
  const follow = () => own.abort(signal?.reason)
  if (signal?.aborted) follow()
  else signal?.addEventListener('abort', follow, { once: true })
  const timer = setTimeout(() => own.abort(options.whenLate()), options.timeoutMs)
  return {
    signal: own.signal,
    abort: reason => own.abort(reason),
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', follow)
    },
  }
}
