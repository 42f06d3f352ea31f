import { AppError } from './errors.ts'

/** A pause as it is told: whole seconds, and never none. */
const pauseSeconds = (pauseMs: number): number => Math.max(1, Math.ceil(pauseMs / 1_000))

const longestPauseMs = 60_000
/**
 * For whoever was told to come and is on the way. When somebody does not come, the others of the
 * account are not expected either: many programs never come back, and nobody should wait for them.
 */
const graceMs = 2_000

/**
 * When those who are refused may come again: each of an account a turn after the one before it, so
 * that they come as fast as they can be served and not all at once, to be refused again. Nobody is
 * sent away for longer than a minute; whoever would have to be is not expected.
 */
export const createBookings = (now: () => number) => {
  type Booked = { lastMs: number; comingMs: number[] }
  const accounts = new Map<string, Booked>()
  const forget = (nowMs: number) => {
    for (const [account, { lastMs, comingMs }] of accounts)
      if ((comingMs[0] ?? lastMs + graceMs) < nowMs - graceMs) accounts.delete(account)
  }
  return {
    /** The pause. Who is told whole seconds comes when the last of them is over. */
    book(account: string, soonestMs: number, turnMs: number): number {
      const nowMs = now()
      forget(nowMs)
      const { lastMs = -turnMs, comingMs = [] } = accounts.get(account) ?? {}
      const atMs = Math.max(nowMs + soonestMs, lastMs + turnMs)
      if (atMs > nowMs + longestPauseMs) return longestPauseMs
      comingMs.push(nowMs + 1_000 * pauseSeconds(atMs - nowMs))
      accounts.set(account, { lastMs: atMs, comingMs })
      return atMs - nowMs
    },
    /** Whether a call of the account was told to come now. */
    redeem(account: string): boolean {
      const nowMs = now()
      forget(nowMs)
      const comingMs = accounts.get(account)?.comingMs
      if (comingMs === undefined || (comingMs[0] ?? nowMs + 1) > nowMs) return false
      comingMs.shift()
      return true
    },
    /** How many of the account are to come in the next `spanMs`, or are late. */
    within(account: string, spanMs: number): number {
      const untilMs = now() + spanMs
      return accounts.get(account)?.comingMs.filter(atMs => atMs <= untilMs).length ?? 0
    },
    names: (): string[] => [...accounts.keys()],
  }
}

export const overloaded = (pauseMs: number) =>
  new AppError('overloaded', 'The server is busy. Try again after the pause in Retry-After.', {
    retryAfterSeconds: pauseSeconds(pauseMs),
  })
