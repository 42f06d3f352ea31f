import { useEffect, useState } from 'react'
import type { Action } from '../api/use-action.ts'
import { Button } from '../parts/basics.tsx'
import { join } from '../parts/words.ts'

/** While a call runs: for how long already, what it may be busy with, and the way out. */
export const UnderWay = ({
  action,
  steps,
}: {
  action: Pick<Action, 'busy' | 'cancel'>
  /** What takes so long, by the seconds after which it is likely. */
  steps: readonly (readonly [afterSeconds: number, words: string])[]
}) => (action.busy ? <Running onCancel={action.cancel} steps={steps} /> : null)

const Running = ({
  onCancel,
  steps,
}: {
  onCancel: () => void
  steps: readonly (readonly [number, string])[]
}) => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const started = performance.now()
    const tick = () => setSeconds(Math.floor((performance.now() - started) / 1_000))
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [])
  const words = steps.findLast(([after]) => seconds >= after)?.[1]
  return (
    <section className="rounded-xl border bg-card p-4 shadow-xs sm:p-5">
      <div className="mb-4 flex items-center gap-3">
        <span
          aria-hidden
          className="size-4 animate-spin rounded-full border-2 border-line border-t-accent"
        />
        <p role="status">{words}</p>
        <span className="text-soft tabular-nums">{seconds} s</span>
        <Button className="ml-auto" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <div aria-hidden className="flex flex-col gap-3">
        {['w-1/3', 'w-full', 'w-5/6', 'w-2/3'].map(width => (
          <span key={width} className={join('h-4 animate-pulse rounded bg-hover', width)} />
        ))}
      </div>
    </section>
  )
}
