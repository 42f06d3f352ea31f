import { useEffect, useState } from 'react'
import { type AnswerOf, ask, type Route, type SentWith } from './ask.ts'
import { whileWanted } from './while-wanted.ts'

type Checked<T> = {
  /** The last answer, perhaps to something older. */
  value: T | undefined
  isCurrent: boolean
}

/** What the server says to what is being typed, asked shortly after the last key. */
export const useCheck = <R extends Route>(
  route: R,
  sent: SentWith<R> | undefined,
  delayMs: number,
): Checked<AnswerOf<R>> => {
  const [found, setFound] = useState<{ to: string; value: AnswerOf<R> }>()
  const typed = JSON.stringify(sent)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sent is compared by what it says
  useEffect(() => {
    if (sent === undefined) return
    return whileWanted(
      async signal => {
        await new Promise(resolve => setTimeout(resolve, delayMs))
        signal.throwIfAborted()
        return ask(route, { ...sent, signal })
      },
      ({ value }) => setFound({ to: typed, value }),
      // Nobody asked for it in so many words: what is saved later says what is wrong.
      () => undefined,
    )
  }, [typed])
  return { value: found?.value, isCurrent: sent !== undefined && found?.to === typed }
}
