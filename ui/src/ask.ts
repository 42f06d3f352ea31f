import { useCallback, useEffect, useRef, useState } from 'react'

/** What the server refused, in its own sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type Answer<T> = { value: T; headers: Headers; ms: number }

/** A question to our own server. `body` makes it a POST. */
export const ask = async <T>(
  path: string,
  init: { method?: string; body?: unknown; signal?: AbortSignal } = {},
): Promise<Answer<T>> => {
  const { body, signal } = init
  const started = performance.now()
  const answer = await fetch(`/dashboard/api${path}`, {
    method: init.method ?? (body === undefined ? 'GET' : 'POST'),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal ? { signal } : {}),
  }).catch(() => {
    throw new Refusal(0, 'The server cannot be reached.')
  })
  const value: unknown = await answer.json().catch(() => ({}))
  if (!answer.ok) {
    if (answer.status === 401 && path !== '/sign-in' && path !== '/session')
      window.dispatchEvent(new Event('signed-out'))
    throw new Refusal(answer.status, String(Object(value).error ?? `Error ${answer.status}`))
  }
  return { value: value as T, headers: answer.headers, ms: performance.now() - started }
}

export type Loaded<T> = { value: T | undefined; error: string | undefined; reload: () => void }

/** Asks when the page opens, again on `reload`, and every `everyMs` while it is in view. */
export const useAnswer = <T>(path: string | undefined, everyMs?: number): Loaded<T> => {
  const [state, setState] = useState<{ value?: T; error?: string }>({})
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound(n => n + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round is a reason to ask again
  useEffect(() => {
    if (path === undefined) return
    let gone = false
    ask<T>(path).then(
      ({ value }) => !gone && setState({ value }),
      (error: Error) => !gone && setState(old => ({ ...old, error: error.message })),
    )
    return () => {
      gone = true
    }
  }, [path, round])
  useEffect(() => {
    if (everyMs === undefined) return
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, reload])
  return { value: state.value, error: state.error, reload }
}

export type Action<A extends unknown[]> = {
  run: (...args: A) => void
  busy: boolean
  error: string | undefined
}

/** Something a person starts: busy while it runs, its error in a sentence. */
export const useAction = <A extends unknown[]>(work: (...args: A) => Promise<void>): Action<A> => {
  const [state, setState] = useState<{ busy: boolean; error?: string }>({ busy: false })
  const latest = useRef(work)
  latest.current = work
  const run = useCallback((...args: A) => {
    setState({ busy: true })
    latest.current(...args).then(
      () => setState({ busy: false }),
      (error: Error) => setState({ busy: false, error: error.message }),
    )
  }, [])
  return { run, busy: state.busy, error: state.error }
}
