import { setTimeout as wait } from 'node:timers/promises'
import { endOrphans } from './orphans.ts'
import { boundLog, type Postmaster, type PostmasterOptions, startPostmaster } from './postmaster.ts'

export type Supervised = { close(): Promise<void> }

type Options = Omit<PostmasterOptions, 'closing'> & {
  log: { info(message: string): void; warn(message: string): void }
}

const pauseMaxMs = 5000
const logCheckMs = 60_000

/** Keeps the server running until `close`: a postmaster that dies is started again. */
export const supervise = async (options: Options): Promise<Supervised> => {
  const closing = new AbortController()
  const run = { ...options, closing: closing.signal }
  let postmaster: Postmaster | undefined = await startPostmaster(run)

  const logCheck = setInterval(() => boundLog(options.logFile), logCheckMs).unref()

  const watch = async () => {
    while (postmaster && !closing.signal.aborted) {
      const reason = await postmaster.gone
      postmaster = undefined
      if (closing.signal.aborted) return
      options.log.warn(`PostgreSQL ended unexpectedly (${reason}); starting it again.`)
      postmaster = await restart(run)
    }
  }
  const watching = watch()

  return {
    close: async () => {
      closing.abort()
      await postmaster?.stop()
      await watching
      // A restart that was under way when we began to close has left one more.
      await postmaster?.stop()
      clearInterval(logCheck)
    },
  }
}

const restart = async (
  options: Options & { closing: AbortSignal },
): Promise<Postmaster | undefined> => {
  const { closing } = options
  for (let pauseMs = 50; !closing.aborted; pauseMs = Math.min(pauseMs * 2, pauseMaxMs)) {
    try {
      await endOrphans(options.cluster.dir)
      return await startPostmaster(options)
    } catch (error) {
      options.log.warn(`${Object(error).message}\nNext attempt in ${pauseMs} ms.`)
      await wait(pauseMs, undefined, { signal: closing, ref: false }).catch(() => undefined)
    }
  }
  return undefined
}
