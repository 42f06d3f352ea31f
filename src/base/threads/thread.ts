import { channel } from 'node:diagnostics_channel'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { cpuMs } from '../../kit/cpu-time.ts'
import { AppError } from '../../kit/errors.ts'
import type { Tasks } from './task.ts'

export type Message = { name: string; input: unknown }

/** What came of a task. */
export type Report =
  | { ok: true; outcome: unknown }
  | { ok: false; code: string | undefined; message: string; stack: string | undefined }

/**
 * The other end of `openThreads`. The main thread imports a thread's table too, for the limits in
 * it; there nobody asks, and nothing happens.
 */
export const answerTasks = (tasks: Tasks): void => {
  if (parentPort) yieldToMain()
  parentPort?.on('message', async (message: Message) => {
    parentPort?.postMessage(await perform(tasks, message))
  })
}

/**
 * Where processors are scarce, the main thread comes first: it has answers to give that cost next to
 * nothing. (Linux has priorities for threads; elsewhere this would be that of the whole process.)
 */
const yieldToMain = (): void => {
  if (process.platform === 'linux') setPriority(5)
}

/**
 * Shared by a thread and its owner: the processor time that the thread had used when its task's code
 * was loaded and it began, or nothing yet. A message for it would wake the main thread for each task,
 * and hardly any lasts until somebody wants to know.
 */
export const begunAt = {
  create: () => new Float64Array(new SharedArrayBuffer(8)),
  write: (shared: Float64Array, value: number) => {
    shared[0] = value
  },
  read: (shared: Float64Array): number => shared[0] as number,
}

/** Whoever counts tasks listens here, in the thread that performs them. */
const begun = channel('siteray:task')

const perform = async (tasks: Tasks, { name, input }: Message): Promise<Report> => {
  try {
    const run = await tasks[name]?.load()
    if (!run) throw new Error(`no thread knows the task "${name}"`)
    begunAt.write(workerData, cpuMs())
    begun.publish({ name })
    return { ok: true, outcome: await run(input as never) }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    const code = error instanceof AppError ? error.code : undefined
    return { ok: false, code, message: error.message, stack: error.stack }
  }
}
