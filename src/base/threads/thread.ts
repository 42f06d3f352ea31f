import { channel } from 'node:diagnostics_channel'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { cpuMs } from '../../kit/cpu-time.ts'
import { AppError } from '../../kit/errors.ts'
import type { Tasks } from './task.ts'

/** Numbered, for each thread from one on. */
export type Message = { name: string; input: unknown; number: number }

/** What came of a task. */
export type Report =
  | { ok: true; outcome: unknown }
  | { ok: false; code: string | undefined; message: string; stack: string | undefined }

/**
 * The other end of `openThreads`. The main thread imports a thread's table too, for the limits in
 * it; there nobody asks, and nothing happens.
 */
export const answerTasks = (tasks: Tasks): void => {
  const port = parentPort
  if (!port) return
  yieldToMain()
  let before = Promise.resolve()
  port.on('message', (message: Message) => {
    before = before.then(async () => {
      if (!claim(workerData, message.number)) return
      const report = await perform(tasks, message)
      try {
        port.postMessage(report)
      } catch (thrown) {
        // Not everything can be sent, and what cannot is no reason to end the thread.
        port.postMessage(failure(thrown))
      }
    })
  })
}

/**
 * Where processors are scarce, the main thread comes first: it has answers to give that cost next to
 * nothing. (Linux has priorities for threads; elsewhere this would be that of the whole process.)
 */
const yieldToMain = (): void => {
  if (process.platform === 'linux') setPriority(5)
}

/** What a thread and its owner both see; a message for each of these would wake the main thread. */
export type Shared = {
  /**
   * The processor time that the thread had used when its task's code was loaded and it began, or nothing
   * while there is none. Hardly any task lasts until somebody wants to know.
   */
  begunAt: Float64Array
  /** The number of the last task that was begun, or taken back. */
  claimed: Int32Array
}

export const createShared = (): Shared => ({
  begunAt: new Float64Array(new SharedArrayBuffer(8)),
  claimed: new Int32Array(new SharedArrayBuffer(4)),
})

/** A task belongs to who says so first: its thread, to begin it, or its owner, to give it to another. */
export const claim = ({ claimed }: Shared, number: number): boolean =>
  Atomics.compareExchange(claimed, 0, number - 1, number) === number - 1

/** Whoever counts tasks listens here, in the thread that performs them. */
const begun = channel('siteray:task')

const perform = async (tasks: Tasks, { name, input }: Message): Promise<Report> => {
  const { begunAt }: Shared = workerData
  try {
    const run = await tasks[name]?.load()
    if (!run) throw new Error(`no thread knows the task "${name}"`)
    begunAt[0] = cpuMs()
    begun.publish({ name })
    return { ok: true, outcome: await run(input as never) }
  } catch (thrown) {
    return failure(thrown)
  } finally {
    begunAt[0] = 0
  }
}

const failure = (thrown: unknown): Report => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const code = error instanceof AppError ? error.code : undefined
  return { ok: false, code, message: error.message, stack: error.stack }
}
