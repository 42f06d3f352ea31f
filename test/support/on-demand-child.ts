import { connect } from 'node:net'
import { type Channel, openTalk } from '../../src/base/processes/talk.ts'
import { createWatchdog } from '../../src/base/processes/watchdog.ts'
import { AppError } from '../../src/kit/errors.ts'

/** A process for the tests of those that start when they are needed. */
const watchedForTime = createWatchdog({ cpuMs: 400, memoryMb: 300 })
/** To fill memory takes processor time too, on a busy machine more. */
const watchedForMemory = createWatchdog({ cpuMs: 20_000, memoryMb: 300 })
const kept: Buffer[] = []
process.once('disconnect', () => process.exit(0))

openTalk(process as Channel, {
  echo: (input: unknown) => input,
  pid: () => process.pid,
  environment: () => Object.keys(process.env),
  refuse: () => {
    throw new AppError('page_empty', 'There is nothing in it.')
  },
  write: async (path: string) => (await import('node:fs/promises')).writeFile(path, 'x'),
  crash: () => process.abort(),
  hang: () => new Promise(() => undefined),
  reach: (port: number) =>
    new Promise(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve('reached'))
      socket.once('error', error => resolve(Object(error).code))
    }),
  burn: () =>
    watchedForTime(async () => {
      for (;;) {
        for (const endMs = performance.now() + 20; performance.now() < endMs; );
        await new Promise(resolve => setImmediate(resolve))
      }
    }),
  hoard: () =>
    watchedForMemory(async () => {
      for (;;) {
        kept.push(Buffer.alloc(2 ** 24, 1))
        await new Promise(resolve => setTimeout(resolve, 5))
      }
    }),
})
