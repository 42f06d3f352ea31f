import { useSyncExternalStore } from 'react'
import type { CreatedKeyAnswer, FirstKeys } from '../../../src/doors/dashboard/schemas.ts'

type ShownOnce = {
  /** A key that was just created or rolled. */
  created?: CreatedKeyAnswer | undefined
  /** A pair to begin with. */
  pair?: FirstKeys | undefined
}

/**
 * Keys in clear, which the server sends once. They live in memory alone, whatever page is in view,
 * until their owner says that they have them; before that, leaving the tab asks first.
 */
let shown: ShownOnce = {}
let isSaved = true
const listeners = new Set<() => void>()

export const useShownOnce = (): ShownOnce =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )

export const showOnce = (change: ShownOnce): void => {
  shown = { ...shown, ...change }
  isSaved = shown.pair === undefined && shown.created?.kind !== 'secret'
  for (const listener of listeners) listener()
}

/** The person copied it or put it down: nothing is lost with the tab any more. */
export const markSaved = (): void => {
  isSaved = true
}

window.addEventListener('beforeunload', event => {
  if (!isSaved) event.preventDefault()
})
