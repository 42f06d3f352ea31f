import { AppError } from '../../kit/errors.ts'

/** What is left to a key after a call, for `RateLimit-*`. */
export type Allowance = { limit: number; remaining: number; resetSeconds: number }

type Rate = (keyId: string) => (Allowance & { refusal?: AppError }) | undefined

export type RateLimit = {
  /** One call of a key; undefined where there is no limit. A `refusal` is for who has none left. */
  take: Rate
  /** For a door that asks counted routes: only a refusal, and no call is counted. */
  peek: Rate
}

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
  const secondsFor = (tokens: number) => Math.max(0, Math.ceil(tokens / perMs / 1_000))
  const bucketOf = (keyId: string) => {
    const nowMs = now()
    const bucket = buckets.get(keyId) ?? { tokens: perMinute, atMs: nowMs }
    buckets.set(keyId, bucket)
    bucket.tokens = Math.min(perMinute, bucket.tokens + (nowMs - bucket.atMs) * perMs)
    bucket.atMs = nowMs
    return bucket
  }
  const allowanceOf = ({ tokens }: { tokens: number }): Allowance => ({
    limit: perMinute,
    remaining: Math.floor(tokens),
    resetSeconds: secondsFor(perMinute - tokens),
  })
  const peek: Rate = keyId => {
    if (perMinute === 0) return undefined
    const bucket = bucketOf(keyId)
    if (bucket.tokens >= 1) return undefined
    const refusal = rateRefusal(perMinute, secondsFor(1 - bucket.tokens))
    return { ...allowanceOf(bucket), refusal }
  }
  return {
    peek,
    take(keyId) {
      if (perMinute === 0) return undefined
      const refused = peek(keyId)
      if (refused) return refused
      const bucket = bucketOf(keyId)
      bucket.tokens--
      return allowanceOf(bucket)
    },
  }
}

const rateRefusal = (perMinute: number, seconds: number): AppError => {
  const retryAfterSeconds = Math.max(1, seconds)
  return new AppError(
    'rate_limited',
    `This key may make ${perMinute} calls a minute. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
}
