import { setTimeout as pause } from 'node:timers/promises'
import { APICallError } from 'ai'
import { retryAfterMs } from './refusals.ts'

const maxTries = 3
const firstPauseMs = 1_000

/**
 * Again when an endpoint is busy, broken or away for a moment. It is given the time it asks for; if
 * that is more than there is left, the fault is told at once instead of a wait that ends in it.
 */
export const withRetries = async <T>(
  ask: () => Promise<T>,
  until: number,
  signal: AbortSignal,
): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (!APICallError.isInstance(error) || !error.isRetryable || tries === maxTries) throw error
      const pauseMs = retryAfterMs(error) ?? jittered(firstPauseMs * 3 ** (tries - 1))
      if (Date.now() + pauseMs >= until) throw error
      await pause(pauseMs, undefined, { signal })
    }
  }
}

/** Many calls that were turned away together should not come back together. */
const jittered = (ms: number) => ms * (0.75 + Math.random() / 2)
