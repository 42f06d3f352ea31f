import { isIPv6 } from 'node:net'
import { AppError } from '../../../errors.ts'
import type { Sql } from '../../db/sql.ts'
import { store } from '../store.ts'
import { attemptStore } from './attempt-store.ts'

const minutes = 15
const maxForEmail = 5
/** Higher: many people may stand behind one address. */
const maxForAddress = 50

export type Attempt = { email: string; address: string }

/**
 * Every check of a password goes through here, whether the person exists or not. It counts as a
 * failure before the password is looked at, so that a hundred guesses at once are not all let
 * through; success takes it back.
 */
export const limited = async <T>(
  sql: Sql,
  { email, ...from }: Attempt,
  check: () => Promise<T>,
): Promise<T> => {
  const address = networkOf(from.address)
  await store.alone(sql, `sign-in ${email}`, async sql => {
    const byEmail = await attemptStore.count(sql, 'email', email, minutes)
    const byAddress = await attemptStore.count(sql, 'address', address, minutes)
    const over = byEmail.count >= maxForEmail ? byEmail : byAddress
    if (byEmail.count >= maxForEmail || byAddress.count >= maxForAddress)
      throw new AppError(
        'rate_limited',
        `Too many failed attempts. Try again in ${Math.ceil(over.retryAfterSeconds / 60)} min.`,
        { retryAfterSeconds: over.retryAfterSeconds },
      )
    await attemptStore.note(sql, email, address)
  })
  const result = await check()
  await attemptStore.forget(sql, email, address)
  return result
}

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
