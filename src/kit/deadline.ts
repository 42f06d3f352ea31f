import { onAbort } from './on-abort.ts'
export type Life = {
  signal: AbortSignal
  abort(reason: unknown): void
  /** For what does not listen to the signal: whoever waits for it does not wait longer. */
  within<T>(work: Promise<T>): Promise<T>
  /** Removes its timer and its listeners. */
  end(): void
}

/**
 * A signal that fires with the caller's, or by itself when its time is up. (`AbortSignal.any` and
 * `AbortSignal.timeout` do the same, but leave what they hold to the garbage collector and a timer
 * to run out: at hundreds of pages a second that is thousands of them.)
 */
export const createLife = (options: {
  signal?: AbortSignal | undefined
  timeoutMs?: number
  whenLate?: () => unknown
}): Life => {
  const { signal, timeoutMs, whenLate } = options
  const own = new AbortController()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => {})
  onAbort(own.signal, () => reject(own.signal.reason))
  const leave = onAbort(signal, () => own.abort(signal?.reason))
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => own.abort(whenLate?.()), timeoutMs)
  return {
    signal: own.signal,
    abort: reason => own.abort(reason),
    within: work => Promise.race([work, aborted]),
    end() {
      clearTimeout(timer)
      leave()
    },
  }
}

/** For work that listens to its signal: its own end says best what it was busy with. */
const lastWordMs = 300

/**
 * Work with a life of its own. What fails because its time is up is told as `late` tells it; what
 * does not even fail then is not waited for.
 */
export const inTime = async <T>(
  limit: {
    timeoutMs: number
    signal: AbortSignal
    late: (cause: unknown) => unknown
  },
  work: (life: AbortSignal) => Promise<T>,
): Promise<T> => {
  const timeIsUp = new Error('The time is up.')
  const life = createLife({ ...limit, whenLate: () => timeIsUp })
  let lastWord: NodeJS.Timeout | undefined
  const overdue = Promise.withResolvers<never>()
  const giveLastWord = () => {
    lastWord = setTimeout(() => overdue.reject(life.signal.reason), lastWordMs)
  }
  onAbort(life.signal, giveLastWord)
  try {
    return await Promise.race([work(life.signal), overdue.promise])
  } catch (error) {
    throw life.signal.reason === timeIsUp ? limit.late(error) : error
  } finally {
    life.end()
    clearTimeout(lastWord)
  }
}

/**
 * Two works for one answer, side by side: where one fails, the other is ended, as there will be no
 * answer. Not by the fault itself, which it might take for its own.
 */
export const bothOf = async <One, Other>(
  signal: AbortSignal,
  one: (life: AbortSignal) => Promise<One>,
  other: (life: AbortSignal) => Promise<Other>,
): Promise<[One, Other]> => {
  const life = createLife({ signal })
  try {
    return await Promise.all([one(life.signal), other(life.signal)])
  } catch (error) {
    life.abort(new Error('The other work failed.'))
    throw error
  } finally {
    life.end()
  }
}

/** Rejects if `work` takes longer than `timeoutMs`. The work itself is not stopped. */
export const within = async <T>(
  timeoutMs: number,
  work: Promise<T>,
  whenLate: () => unknown = () => new Error(`not done within ${timeoutMs} ms`),
): Promise<T> => {
  const life = createLife({ timeoutMs, whenLate })
  try {
    return await life.within(work)
  } finally {
    life.end()
  }
}

/** For people: what is left of a time is rarely a whole number. */
export const inSeconds = (ms: number): number => Number((ms / 1_000).toFixed(1))
