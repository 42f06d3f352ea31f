/**
 * Starts something that somebody waits for, and returns what stops it. Once stopped, its requests
 * are ended and neither its outcome nor its error is heard of.
 */
export const whileWanted = <T>(
  start: (signal: AbortSignal) => Promise<T>,
  onDone: (value: T) => void,
  onFailed: (error: Error) => void,
): (() => void) => {
  const stop = new AbortController()
  const { signal } = stop
  start(signal).then(
    value => {
      if (!signal.aborted) onDone(value)
    },
    (error: unknown) => {
      if (!signal.aborted) onFailed(error instanceof Error ? error : new Error(String(error)))
    },
  )
  return () => stop.abort()
}
