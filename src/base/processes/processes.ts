import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { within } from '../../kit/deadline.ts'
import { type Channel, type Handlers, openTalk, type Talk } from './talk.ts'

type Processes = {
  /** To every one that runs. */
  tell(name: string, input?: unknown): void
  status(): { running: number; restarts: number }
  /** Each is asked to close and may end what is under way; what takes longer is killed. */
  close(): Promise<void>
}

type Options = {
  count: number
  /** The first question to a new process, which is ready once it has answered. */
  first(number: number): unknown
  /** Answers the questions of that process. */
  handlers(number: number): Handlers
  onEnd(number: number, how: string): void
}

const startLimitMs = 30_000
const closeLimitMs = 8_000
/** Between an end and the next start: doubled each time, from the beginning after a good while. */
const pause = { firstMs: 100, mostMs: 10_000, goodWhileMs: 60_000 }
/** Each tells something twice a second; one that is silent for so long hangs. */
const silenceMs = 20_000

/**
 * Processes of one kind, so many of them. One that ends is started again, at once the first time
 * and after longer and longer pauses when it goes on ending. They end with this one.
 */
export const openProcesses = async (file: URL, options: Options): Promise<Processes> => {
  const running = new Map<number, { child: ChildProcess; talk: Talk; heardMs: number }>()
  const closing = new AbortController()
  let restarts = 0

  const start = async (number: number): Promise<ChildProcess> => {
    // Nothing of the environment is its business: it holds our secrets.
    const child = fork(file, [], {
      ...{ serialization: 'advanced', env: codeCache(), execArgv: ['--max-semi-space-size=8'] },
    })
    child.on('error', () => child.kill('SIGKILL'))
    const talk = openTalk(child as Channel, options.handlers(number))
    try {
      await within(startLimitMs, talk.ask('start', options.first(number)))
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
    const one = { child, talk, heardMs: performance.now() }
    child.on('message', () => {
      one.heardMs = performance.now()
    })
    running.set(number, one)
    return child
  }
  const keep = async (number: number, first: ChildProcess): Promise<void> => {
    let pauseMs = pause.firstMs
    for (let child: ChildProcess | undefined = first; !closing.signal.aborted; ) {
      const startedMs = performance.now()
      const how = child ? await endOf(child) : 'could not start'
      running.delete(number)
      if (closing.signal.aborted) return
      options.onEnd(number, how)
      if (performance.now() - startedMs > pause.goodWhileMs) pauseMs = pause.firstMs
      await wait(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      pauseMs = Math.min(pauseMs * 2, pause.mostMs)
      restarts++
      child = await start(number).catch(() => undefined)
    }
  }
  const end = async (number: number): Promise<void> => {
    const one = running.get(number)
    if (!one) return
    const ended = endOf(one.child)
    try {
      await within(closeLimitMs, one.talk.ask('close'))
      // All that it told before has come: without us it ends.
      one.child.disconnect()
      await within(closeLimitMs, ended)
    } catch {
      one.child.kill('SIGKILL')
      await ended
    }
  }

  const numbers = Array.from({ length: options.count }, (_, at) => at + 1)
  const firsts = await Promise.allSettled(numbers.map(start))
  const failed = firsts.find(first => first.status === 'rejected')
  if (failed) {
    await Promise.all(numbers.map(end))
    throw failed.reason
  }
  const keeping = firsts.map((first, at) =>
    first.status === 'fulfilled' ? keep(at + 1, first.value) : undefined,
  )
  const watch = setInterval(() => {
    for (const { child, heardMs } of running.values())
      if (performance.now() - heardMs > silenceMs) child.kill('SIGKILL')
  }, silenceMs / 4).unref()

  return {
    tell(name, input) {
      for (const { talk } of running.values()) talk.tell(name, input)
    },
    status: () => ({ running: running.size, restarts }),
    async close() {
      closing.abort()
      clearInterval(watch)
      await Promise.all(numbers.map(end))
      await Promise.all(keeping)
      // One that was just being started again.
      await Promise.all(numbers.map(end))
    },
  }
}

const endOf = async (child: ChildProcess): Promise<string> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode ?? `exit code ${child.exitCode}`
}

/** Where `npm start` keeps compiled code: without it each of them would hold a compiler as well. */
const codeCache = (): NodeJS.ProcessEnv => {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
