import { within } from './deadline.ts'

/**
 * Whoever opens a resource registers how to close it; closing goes in reverse order, and no step
 * may take longer than its limit, so a stuck resource never holds up the end of the process.
 */
export type Closers = {
  add(name: string, close: () => unknown, limitMs?: number): void
  closeAll(onProblem: (name: string, error: unknown) => void): Promise<void>
}

export const createClosers = (): Closers => {
  const steps: { name: string; close: () => unknown; limitMs: number }[] = []
  return {
    add(name, close, limitMs = 5_000) {
      steps.push({ name, close, limitMs })
    },
    async closeAll(onProblem) {
      for (let step = steps.pop(); step; step = steps.pop()) {
        const { name, close, limitMs } = step
        await within(limitMs, start(close)).catch(error => onProblem(name, error))
      }
    },
  }
}

/** Also of a close that throws at once. */
const start = async (close: () => unknown): Promise<void> => {
  await close()
}
