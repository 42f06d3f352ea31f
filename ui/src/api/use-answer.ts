import { useCallback, useEffect, useRef, useState } from 'react'
import { type AnswerOf, ask, type Route, type SentWith } from './ask.ts'
import { isPassing, onReached } from './reach.ts'
import { Refusal } from './refusal.ts'
import { whileWanted } from './while-wanted.ts'

type ReadRoute = Extract<Route, `GET ${string}`>

export type Loaded<T> = {
  value: T | undefined
  /** Whether the value is the answer to this question, and not yet to the one before. */
  isCurrent: boolean
  error: Error | undefined
  reload: () => void
}

/**
 * Asks when the page opens, again on `reload`, and every `everyMs` while it is in view. A question
 * ends when its page is left or another takes its place; without a route there is none. While the
 * server is away the page says so as a whole, and this asks again when it is back.
 */
export const useAnswer = <R extends ReadRoute>(
  route: R | undefined,
  sent: SentWith<R>,
  everyMs?: number,
): Loaded<AnswerOf<R>> => {
  const [state, setState] = useState<{ value?: AnswerOf<R>; to?: string; error?: Error }>({})
  const question = JSON.stringify([route, sent])
  const [round, setRound] = useState(0)
  const isWaiting = useRef(false)
  const reload = useCallback(() => setRound(n => n + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round is a reason to ask again, and what is sent is compared by what it says
  useEffect(() => {
    if (route === undefined) return
    isWaiting.current = true
    return whileWanted(
      signal => ask(route, { ...sent, signal }),
      ({ value }) => {
        isWaiting.current = false
        setState({ value, to: question })
      },
      error => {
        isWaiting.current = false
        if (isMomentary(error)) return
        setState(old => ({ ...old, error }))
      },
    )
  }, [question, round])
  useEffect(() => onReached(reload), [reload])
  useEffect(() => {
    if (everyMs === undefined) return
    // A server slower than this would never be heard out if each question ended the one before.
    const again = () => document.visibilityState === 'visible' && !isWaiting.current && reload()
    const timer = setInterval(again, everyMs)
    return () => {
      clearInterval(timer)
      // What was watched has come to its end: that is still to be heard.
      reload()
    }
  }, [everyMs, reload])
  const { value, error } = state
  return { value, isCurrent: state.to === question, error, reload }
}

const isMomentary = (error: Error) => error instanceof Refusal && isPassing(error)
