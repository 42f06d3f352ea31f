import { setTimeout as wait } from 'node:timers/promises'

/** Waits for a condition of another process or the network; fails when it does not come in time. */
export const until = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 10_000,
): Promise<void> => {
  const deadline = performance.now() + timeoutMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`)
    await wait(5)
  }
}
