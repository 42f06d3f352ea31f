import { AppError } from './errors.ts'

export type SlotLimits = {
  max: number
  /** More than this in line are turned away at once. */
  maxWaiting: number
  /** Nobody stands in line for longer; without it they wait as long as it takes. */
  waitMs?: number
}

/** So many at a time, a short line behind them, and a clear no for the rest. */
export const createSlots = (limits: SlotLimits, busySentence?: string) => {
  const { waitMs } = limits
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
      const timer = waitMs === undefined ? undefined : setTimeout(() => leave(busy()), waitMs)
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
      retryAfterSeconds: waitMs && Math.max(1, Math.ceil(waitMs / 1000)),
    })

  const take = async (signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted()
    if (taken < limits.max) taken++
    else if (line.length >= limits.maxWaiting) throw busy()
    else await wait(signal)
  }

  return {
    get taken() {
      return taken
    },
    get waiting() {
      return line.length
    },
    /** `work` as soon as there is a slot, which it gives back when it ends. */
    async hold<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      await take(signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
