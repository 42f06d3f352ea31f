import { AppError } from '../../errors.ts'

export type RateLimit = { take(keyId: string): void }

/**
 * A bucket for each key: as many calls at once as a minute allows, refilled evenly. Counted in each
 * process by itself; behind several processes a key gets that many times the limit.
 */
export const createRateLimit = (
  perMinute: number,
  now: () => number = () => performance.now(),
): RateLimit => {
  const buckets = new Map<string, { tokens: number; atMs: number }>()
  const perMs = perMinute / 60_000
  return {
    take(keyId) {
      if (perMinute === 0) return
      const nowMs = now()
      const bucket = buckets.get(keyId) ?? { tokens: perMinute, atMs: nowMs }
      buckets.set(keyId, bucket)
      bucket.tokens = Math.min(perMinute, bucket.tokens + (nowMs - bucket.atMs) * perMs)
      bucket.atMs = nowMs
      if (bucket.tokens < 1) {
        const retryAfterSeconds = Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1_000))
        throw new AppError(
          'rate_limited',
          `This key may make ${perMinute} calls a minute. Try again in ${retryAfterSeconds} s.`,
          { retryAfterSeconds },
        )
      }
      bucket.tokens--
    },
  }
}
