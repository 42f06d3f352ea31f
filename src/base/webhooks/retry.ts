import type { Attempt } from './send.ts'

/** How often an event was tried before, and how long ago it happened. */
export type Tried = { attempts: number; ageSeconds: number }

export type NextStep =
  | { state: 'delivered' | 'failed' }
  | { state: 'waiting'; pauseSeconds: number }

const firstPauseSeconds = 5
const maxPauseSeconds = 3_600
export const giveUpAfterSeconds = 24 * 3_600

/**
 * The one rule for every webhook: again after 5 s, 20 s, 80 s and so on up to an hour, each a fifth
 * shorter or longer by chance so that receivers do not get all retries at once; later if the
 * receiver asks for it; for 24 hours. A receiver that answers 410 wants nothing more.
 */
export const nextStepAfter = (
  { attempts, ageSeconds }: Tried,
  { ok, status, retryAfterSeconds = 0 }: Pick<Attempt, 'ok' | 'status' | 'retryAfterSeconds'>,
): NextStep => {
  if (ok) return { state: 'delivered' }
  const backoff = Math.min(firstPauseSeconds * 4 ** attempts, maxPauseSeconds)
  const jittered = backoff * (0.8 + Math.random() * 0.4)
  const pauseSeconds = Math.max(jittered, Math.min(retryAfterSeconds, maxPauseSeconds))
  const isOver = status === 410 || ageSeconds + pauseSeconds > giveUpAfterSeconds
  return isOver ? { state: 'failed' } : { state: 'waiting', pauseSeconds }
}
