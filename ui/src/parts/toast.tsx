import { Check } from 'lucide-react'
import { useSyncExternalStore } from 'react'

type Toast = { id: number; text: string }

let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()
const show = (toasts: readonly Toast[]) => {
  shown = toasts
  for (const listener of listeners) listener()
}

const shownMs = 4_000

/** Says in passing that something is done. What went wrong is said where it was started. */
export const toast = (text: string): void => {
  const id = ++last
  show([...shown, { id, text }].slice(-3))
  setTimeout(() => show(shown.filter(one => one.id !== id)), shownMs)
}

export const Toasts = () => {
  const toasts = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
  return (
    <div
      role="status"
      aria-label="Done"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-center gap-2 sm:inset-x-auto sm:right-4 sm:items-end"
    >
      {toasts.map(({ id, text }) => (
        <p
          key={id}
          className="toast flex max-w-sm items-center gap-2 rounded-lg bg-ink px-3.5 py-2.5 font-medium text-page shadow-lg"
        >
          <Check size={16} aria-hidden className="shrink-0" />
          <span className="min-w-0 break-words">{text}</span>
        </p>
      ))}
    </div>
  )
}
