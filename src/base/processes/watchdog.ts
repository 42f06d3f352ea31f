/** How a process says why it ended itself. */
export const exitCodes = { time: 71, memory: 72 }

type Budget = { cpuMs: number; memoryMb: number }

const lookEveryMs = 50

/**
 * For a process whose work is done off its main thread: it looks at what the work costs, and ends
 * itself where that is too much. `watched` is one piece of work.
 */
export const createWatchdog =
  ({ cpuMs, memoryMb }: Budget) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    const begun = process.cpuUsage()
    const look = setInterval(() => {
      const { user, system } = process.cpuUsage(begun)
      if ((user + system) / 1_000 > cpuMs) process.exit(exitCodes.time)
      if (process.memoryUsage.rss() > memoryMb * 2 ** 20) process.exit(exitCodes.memory)
    }, lookEveryMs)
    try {
      return await work()
    } finally {
      clearInterval(look)
    }
  }
