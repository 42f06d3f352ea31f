import { isIPv6 } from 'node:net'
import { AppError } from '../../../kit/errors.ts'
import type { Sql } from '../../db/sql.ts'
import { store } from '../store.ts'
import { type AttemptKind, attemptStore, type Tried } from './attempt-store.ts'

/** Who tries, from where, and with which of the person's own browsers, if it is one. */
export type Attempt = { email: string; address: string; device?: string | undefined }

/** What can be guessed; a request for a new password guesses nothing, but costs a mail. */
type Guess = Exclude<AttemptKind, 'reset'>
type Limit = { by: ('email' | 'address' | 'device')[]; max: number; minutes: number }

/**
 * A browser that the person has signed in with has a counter of its own: whatever others try from
 * elsewhere, it keeps its way in.
 */
const known: Record<Guess, Limit[]> = {
  password: [{ by: ['email', 'device'], max: 10, minutes: 15 }],
  code: [{ by: ['email', 'device'], max: 10, minutes: 60 }],
}

/**
 * Everybody else: few tries for one person from one address, many for an address (many people may
 * stand behind it), and many for a person from all addresses together, or a thousand addresses would
 * be five thousand guesses. Codes have only a million values, so there are fewer of them.
 */
const unknown: Record<Guess, Limit[]> = {
  password: [
    { by: ['email', 'address', 'device'], max: 5, minutes: 15 },
    { by: ['address', 'device'], max: 50, minutes: 15 },
    { by: ['email', 'device'], max: 50, minutes: 15 },
  ],
  code: [
    { by: ['email', 'address', 'device'], max: 5, minutes: 15 },
    { by: ['email', 'device'], max: 10, minutes: 60 },
  ],
}

const resetLimits: Limit[] = [{ by: ['address'], max: 10, minutes: 60 }]

/**
 * Every check of a password or a code goes through here, whether the person exists or not. It counts
 * as a failure before anything is looked at, so that a hundred guesses at once are not all let
 * through; success takes it back.
 */
export const limited = async <T>(
  sql: Sql,
  attempt: Attempt & { kind: Guess },
  check: () => Promise<T>,
): Promise<T> => {
  const limits = attempt.device === undefined ? unknown : known
  const tried = await begin(sql, attempt, limits[attempt.kind])
  const result = await check()
  await attemptStore.forget(sql, tried)
  return result
}

/** Counts it and refuses what is too much. It is never taken back: success costs as much here. */
export const noteResetRequest = (sql: Sql, attempt: Attempt): Promise<Tried> =>
  begin(sql, { ...attempt, kind: 'reset' }, resetLimits)

const begin = async (
  sql: Sql,
  attempt: Attempt & { kind: AttemptKind },
  limits: readonly Limit[],
): Promise<Tried> => {
  const { kind, email, device } = attempt
  const tried: Tried = { kind, email, device, address: networkOf(attempt.address) }
  await store.alone(sql, `sign-in ${email}`, async sql => {
    for (const { by, max, minutes } of limits) {
      const same = Object.fromEntries(by.map(name => [name, tried[name]]))
      const { count, retryAfterSeconds } = await attemptStore.count(sql, kind, same, minutes)
      if (count >= max) throw tooMany(retryAfterSeconds)
    }
    await attemptStore.note(sql, tried)
  })
  return tried
}

const tooMany = (retryAfterSeconds: number) =>
  new AppError(
    'rate_limited',
    `Too many failed attempts. Try again in ${Math.ceil(retryAfterSeconds / 60)} min.`,
    { retryAfterSeconds },
  )

/** One customer of a provider has a whole /64 of IPv6 addresses: they count as one. */
const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = [], tail = []] = plain
    .split('::')
    .map(half => half.split(':').filter(group => group !== ''))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}
