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
        await within(limitMs, close).catch(error => onProblem(name, error))
      }
    },
  }
}

const within = async (limitMs: number, close: () => unknown): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not closed after ${limitMs} ms`)), limitMs)
  })
  try {
    await Promise.race([(async () => close())(), late])
  } finally {
    clearTimeout(timer)
  }
}
