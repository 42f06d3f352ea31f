import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../kit/errors.ts'
import type { Sql } from '../db/sql.ts'
import { secretStore } from './store.ts'
import { oneTimeCode, readTotpKey } from './totp.ts'

/** The codes of one key. Sites take each of them once (RFC 6238, 5.2), so each is written once. */
export type Codes = {
  /** Resolves when there is a code that no sign-in has used. */
  ready(signal: AbortSignal): Promise<void>
  /** Makes that code ours, whichever session or process needs one too. */
  take(signal: AbortSignal): Promise<void>
  /** The one that was taken. */
  code(): string
}

/** Most keys have a new code every 30 s. */
const patienceMs = 60_000

export const openCodes = (
  sql: Sql,
  owner: { accountId: string; name: string },
  key: string,
  nowMs: () => number = Date.now,
): Codes => {
  const periodMs = 1_000 * readTotpKey(key).periodSeconds
  let taken = 0

  /** The first period from now on that is `free`. */
  const next = async (
    free: (sql: Sql, of: typeof owner & { period: number }) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<number> => {
    for (;;) {
      const period = Math.floor(nowMs() / periodMs)
      if (await free(sql, { ...owner, period })) return period
      const waitMs = (period + 1) * periodMs - nowMs()
      if (waitMs > patienceMs) throw tooEarly(waitMs)
      await pause(waitMs, undefined, { signal })
    }
  }
  return {
    async ready(signal) {
      await next(secretStore.hasCode, signal)
    },
    async take(signal) {
      taken = await next(secretStore.takeCode, signal)
    },
    code: () => oneTimeCode(key, taken * periodMs),
  }
}

const tooEarly = (waitMs: number): AppError => {
  const seconds = Math.ceil(waitMs / 1_000)
  return new AppError(
    'session_busy',
    `The one-time code of this moment has been used. The next one comes in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  )
}
