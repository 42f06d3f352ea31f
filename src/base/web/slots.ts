import { AppError } from '../../errors.ts'

export type SlotLimits = {
  max: number
  /** More than this in line are turned away at once. */
  maxWaiting: number
  /** Nobody stands in line for longer. */
  waitMs: number
}

/** So many at a time, a short line behind them, and a clear no for the rest. */
export const createSlots = (limits: SlotLimits, busySentence: string) => {
  const line: { enter: () => void }[] = []
  let taken = 0

  const release = () => {
    const next = line.shift()
    if (next) next.enter()
    else taken--
  }

  const wait = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        const at = line.indexOf(place)
        if (at >= 0) line.splice(at, 1)
        stop()
        reject(reason)
      }
      const onAbort = () => leave(signal?.reason)
      const timer = setTimeout(() => leave(busy()), limits.waitMs)
      const stop = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const place = {
        enter() {
          stop()
          resolve()
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      line.push(place)
    })

  const busy = () =>
    new AppError('overloaded', busySentence, {
      retryAfterSeconds: Math.max(1, Math.ceil(limits.waitMs / 1000)),
    })

  return {
    get taken() {
      return taken
    },
    get waiting() {
      return line.length
    },
    /** Resolves with what gives the slot back. */
    async take(signal?: AbortSignal): Promise<() => void> {
      signal?.throwIfAborted()
      if (taken < limits.max) taken++
      else if (line.length >= limits.maxWaiting) throw busy()
      else await wait(signal)
      let given = false
      return () => {
        if (!given) release()
        given = true
      }
    },
  }
}
