import { useSyncExternalStore } from 'react'
import type { Refusal } from './refusal.ts'

/** Whether our server answers. It may be away for a moment: a restart, an upgrade, a lost network. */
let isAway = false
const listeners = new Set<() => void>()
const reached = new EventTarget()

/** What passes by itself: nobody answered, or whoever did is not ready. */
export const isPassing = ({ status }: Pick<Refusal, 'status'>): boolean =>
  status === 0 || status === 502 || status === 503 || status === 504

export const noteReach = (answers: boolean): void => {
  if (isAway === !answers) return
  isAway = !answers
  for (const listener of listeners) listener()
  if (answers) reached.dispatchEvent(new Event('reached'))
}

export const useIsAway = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isAway,
  )

/** Calls back when the server is there again. */
export const onReached = (again: () => void): (() => void) => {
  reached.addEventListener('reached', again)
  return () => reached.removeEventListener('reached', again)
}
