import { setTimeout as wait } from 'node:timers/promises'
import { within } from '../../kit/deadline.ts'
import { type Database, isDatabaseAway, isOutcomeUnknown, repeating } from '../db/sql.ts'
import type { Ended } from './credit-store.ts'
import { releaseMany, settle } from './credits.ts'

/** A caller whose time is up does not wait for a slow database as well. */
const releaseMs = 500

/** Before the sweep takes the reservation for abandoned. */
const endWithinMs = 10 * 60_000

/**
 * What was reserved goes back now, or as soon as the database takes it. Undefined where that is not
 * known in time, and where it had ended before.
 */
export const giveBack = async (
  sql: Database,
  refs: readonly string[],
): Promise<Ended | undefined> => {
  const releasing = repeating(() => releaseMany(sql, refs))
  releasing.catch(error => {
    if (isDatabaseAway(error)) void asSoonAsPossible(() => releaseMany(sql, refs))
  })
  return within(releaseMs, releasing).catch(() => undefined)
}

/** As often as it takes: what was settled before stays as it is. */
export const settleLater = (sql: Database, ref: string, credits?: number): Promise<void> =>
  asSoonAsPossible(() => settle(sql, ref, credits))

const asSoonAsPossible = async (end: () => Promise<unknown>): Promise<void> => {
  const endMs = performance.now() + endWithinMs
  for (let pauseMs = 250; performance.now() < endMs; pauseMs = Math.min(2 * pauseMs, 10_000)) {
    await wait(pauseMs, undefined, { ref: false })
    const isDone = await end().then(
      () => true,
      error => !isDatabaseAway(error),
    )
    if (isDone) return
  }
}

/**
 * Reserves. When no answer comes, the server may still do what it was asked for, after the caller was
 * told that it failed: what it took then goes back.
 */
export const reserving = async <T>(
  sql: Database,
  refs: readonly string[],
  reserve: () => Promise<T>,
): Promise<T> => {
  try {
    return await repeating(reserve)
  } catch (error) {
    if (isOutcomeUnknown(error)) void lookForIt(sql, refs)
    throw error
  }
}

const lookAfterMs = [1_000, 3_000, 10_000, 30_000]

const lookForIt = async (sql: Database, refs: readonly string[]): Promise<void> => {
  for (const pauseMs of lookAfterMs) {
    await wait(pauseMs, undefined, { ref: false })
    if (await releaseMany(sql, refs).catch(() => undefined)) return
  }
}
