import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port that nothing listens on. Not one that the system would give out by itself: another test's
 * connection could have it before the caller does.
 */
export const freePort = async (): Promise<number> => {
  for (let left = 50; left > 0; left--) {
    const port = randomInt(first, last)
    if (await isFree(port)) return port
  }
  throw new Error(`No port between ${first} and ${last} is free.`)
}

/** Below what Linux and macOS use for connections. */
const first = 10_000
const last = 32_000

const isFree = (port: number): Promise<boolean> =>
  new Promise(settle => {
    const server = createServer()
    server.once('error', () => settle(false))
    server.listen(port, '127.0.0.1', () => server.close(() => settle(true)))
  })
