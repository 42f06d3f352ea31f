import { Worker } from 'node:worker_threads'
import type { ModelName } from './models.ts'

export type Order = { name: ModelName; folder: string; keep: string | undefined }
/** What a thread says: that it is ready, or what became of a task. */
export type Said = { outcome: unknown } | { ready: number }

/** Runs the tasks on threads that each prepare the data once; outcomes in the order of the tasks. */
export const onThreads = async (
  order: Order,
  tasks: string[],
  threads: number,
  say: (line: string) => void,
): Promise<unknown[]> => {
  const outcomes: unknown[] = tasks.map(() => undefined)
  const waiting = [...tasks.keys()]
  let done = 0
  const work = async () => {
    const thread = startThread(order)
    try {
      await thread.next()
      for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
        const startedMs = performance.now()
        const task = tasks[at] as string
        thread.give(task)
        const said = await thread.next()
        if ('outcome' in said) outcomes[at] = said.outcome
        const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
        say(`${++done} of ${tasks.length}: ${task}, ${seconds} s`)
      }
    } finally {
      await thread.end()
    }
  }
  await Promise.all(Array.from({ length: Math.min(threads, tasks.length) }, work))
  return outcomes
}

/** Pages and rows of a whole data set are in memory at once. */
const maxMemoryMb = 6000

const startThread = (order: Order) => {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 256 },
  })
  return {
    give: (task: string) => worker.postMessage(task),
    next: () =>
      new Promise<Said>((resolve, reject) => {
        worker.removeAllListeners()
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', code => reject(new Error(`A thread ended with ${code}.`)))
      }),
    end: () => {
      worker.removeAllListeners()
      return worker.terminate()
    },
  }
}
