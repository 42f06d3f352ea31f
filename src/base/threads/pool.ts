import { Worker } from 'node:worker_threads'
import { AppError } from '../../errors.ts'

export type ThreadPool<Input, Output> = {
  run(input: Input, options?: { signal?: AbortSignal }): Promise<Output>
  /** Work under way and waiting, for the metrics. */
  load(): { running: number; waiting: number }
  close(): Promise<void>
}

type ThreadPoolOptions = {
  /** A module that answers each message through `threads-entry.ts`. */
  file: URL
  size: number
  /** Work that takes longer is killed with its thread; loading the thread's code is not counted. */
  limitMs: number
  maxMemoryMb: number
  /** More than this many waiting is too much: the caller gets a 503 at once. */
  maxWaiting: number
  /** What the caller is told when a piece of work was killed. */
  onKilled: (why: 'time' | 'memory') => Error
}

type Task<Input, Output> = {
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}
type Thread<Input, Output> = {
  worker: Worker
  isReady: boolean
  task: Task<Input, Output> | undefined
  timer: NodeJS.Timeout | undefined
}
export type ThreadAnswer<Output> =
  | 'ready'
  | { ok: true; output: Output }
  | { ok: false; code: string | undefined; message: string; stack: string | undefined }

/**
 * Work on hostile input, off the main thread: whatever a page does to its reader, the process goes
 * on answering, and the thread can be killed. A thread that ran out of memory or time is replaced.
 */
export const createThreadPool = <Input, Output>(
  options: ThreadPoolOptions,
): ThreadPool<Input, Output> => {
  const idle: Thread<Input, Output>[] = []
  const busy = new Set<Thread<Input, Output>>()
  const waiting: Task<Input, Output>[] = []
  let closed = false

  const start = (): Thread<Input, Output> => {
    const worker = new Worker(options.file, {
      resourceLimits: { maxOldGenerationSizeMb: options.maxMemoryMb },
    })
    const thread: Thread<Input, Output> = {
      worker,
      isReady: false,
      task: undefined,
      timer: undefined,
    }
    worker.unref()
    worker.on('message', (answer: ThreadAnswer<Output>) => {
      if (answer === 'ready') {
        thread.isReady = true
        watch(thread)
        return
      }
      const task = finish(thread)
      idle.push(thread)
      if (answer.ok) task?.resolve(answer.output)
      else task?.reject(toError(answer))
      next()
    })
    worker.on('error', error => {
      const memory = Object(error).code === 'ERR_WORKER_OUT_OF_MEMORY'
      drop(thread, memory ? options.onKilled('memory') : error)
    })
    worker.on('exit', () => drop(thread, new Error('The thread ended.')))
    return thread
  }

  const watch = (thread: Thread<Input, Output>) => {
    if (!thread.isReady || !thread.task) return
    thread.timer = setTimeout(() => drop(thread, options.onKilled('time')), options.limitMs)
  }

  const finish = (thread: Thread<Input, Output>) => {
    clearTimeout(thread.timer)
    busy.delete(thread)
    const { task } = thread
    thread.task = undefined
    return task
  }

  const drop = (thread: Thread<Input, Output>, error: unknown) => {
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
    finish(thread)?.reject(error)
    void thread.worker.terminate()
    next()
  }

  const next = () => {
    while (!closed && waiting.length > 0 && busy.size < options.size) {
      const task = waiting.shift()
      if (!task) return
      const thread = idle.pop() ?? start()
      thread.task = task
      busy.add(thread)
      thread.worker.postMessage(task.input)
      watch(thread)
    }
  }

  return {
    run(input, { signal } = {}) {
      if (closed || waiting.length >= options.maxWaiting)
        return Promise.reject(new AppError('overloaded'))
      return new Promise<Output>((resolve, reject) => {
        const stop = () => signal?.removeEventListener('abort', callOff)
        const task: Task<Input, Output> = {
          input,
          resolve: output => {
            stop()
            resolve(output)
          },
          reject: error => {
            stop()
            reject(error)
          },
        }
        const callOff = () => {
          const at = waiting.indexOf(task)
          if (at >= 0) waiting.splice(at, 1)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', callOff, { once: true })
        waiting.push(task)
        next()
      })
    },
    load: () => ({ running: busy.size, waiting: waiting.length }),
    async close() {
      closed = true
      const gone = new AppError('overloaded', 'The server is stopping.')
      for (const task of waiting.splice(0)) task.reject(gone)
      const threads = [...idle, ...busy]
      for (const thread of busy) finish(thread)?.reject(gone)
      await Promise.all(threads.map(thread => thread.worker.terminate()))
    },
  }
}

type Failed = Extract<ThreadAnswer<unknown>, { ok: false }>

const toError = (answer: Failed): Error => {
  if (answer.code !== undefined)
    return new AppError(answer.code as AppError['code'], answer.message)
  return Object.assign(new Error(answer.message), { stack: answer.stack })
}
