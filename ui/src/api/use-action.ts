import { useCallback, useEffect, useRef, useState } from 'react'
import { whileWanted } from './while-wanted.ts'

export type Action<A extends unknown[] = []> = {
  run: (...args: A) => void
  /** Nobody waits for it any more. */
  cancel: () => void
  busy: boolean
  error: Error | undefined
}

/**
 * Something a person starts: busy while it runs, its error to be shown. Started again, it takes the
 * place of what ran before; left alone, it ends with the part of the page that it belongs to.
 */
export const useAction = <T, A extends unknown[] = []>(
  start: (signal: AbortSignal, ...args: A) => Promise<T>,
  onDone?: (value: T) => void,
): Action<A> => {
  const [state, setState] = useState<{ busy: boolean; error?: Error }>({ busy: false })
  const latest = useRef({ start, onDone })
  latest.current = { start, onDone }
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  const run = useCallback((...args: A) => {
    stop.current()
    setState({ busy: true })
    stop.current = whileWanted(
      signal => latest.current.start(signal, ...args),
      value => {
        setState({ busy: false })
        latest.current.onDone?.(value)
      },
      error => setState({ busy: false, error }),
    )
  }, [])
  const cancel = useCallback(() => {
    stop.current()
    setState({ busy: false })
  }, [])
  return { run, cancel, busy: state.busy, error: state.error }
}
