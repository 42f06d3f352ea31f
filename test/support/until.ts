import { setTimeout as wait } from 'node:timers/promises'
import { describeMachine, stretched } from './slowness.ts'

/**
 * Waits for a condition of another process or the network; fails when it does not come in time, which
 * is longer on a slow machine. Asks less often the longer it takes: to ask costs as much as the work
 * that is waited for.
 */
export const until = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 10_000,
): Promise<void> => {
  const begunMs = performance.now()
  while (!(await holds())) {
    const waitedMs = performance.now() - begunMs
    if (waitedMs > timeoutMs && waitedMs > stretched(timeoutMs))
      throw new Error(`Not within ${Math.round(waitedMs)} ms: ${what} (${describeMachine()})`)
    await wait(Math.min(100, Math.max(5, waitedMs / 10)))
  }
}
