import { Worker } from 'node:worker_threads'
import { AppError } from '../../errors.ts'
import type { Limits, Run, Tasks } from './task.ts'
import { cpuMs, type Message, type Report } from './thread.ts'

export type Threads<Table> = {
  run: Run<Table>
  /** Tasks under way and waiting, for the metrics. */
  load(): { running: number; waiting: number }
  close(): Promise<void>
}

/** A task on its way, and who waits for its outcome. */
type Errand = {
  message: Message
  resolve: (outcome: unknown) => void
  reject: (error: unknown) => void
}
/** The errands of one room. */
type Line = { limits: Limits; running: number; waiting: Errand[] }
type Thread = {
  worker: Worker
  held: { errand: Errand; line: Line } | undefined
  timer: NodeJS.Timeout | undefined
}

/**
 * Hostile input is worked on off the main thread: whatever a page does to its reader, the process
 * goes on answering, and the thread can be killed. A thread that ran out of memory or time is
 * replaced. Threads start when they are needed, and any of them performs any task of the table.
 */
export const openThreads = <Table extends Tasks>(file: URL, tasks: Table): Threads<Table> => {
  const rooms = [...new Set(Object.values(tasks).map(({ limits }) => limits))]
  const lines = new Map<Limits, Line>(
    rooms.map(limits => [limits, { limits, running: 0, waiting: [] }]),
  )
  const memoryMb = Math.max(...rooms.map(limits => limits.memoryMb))
  const idle: Thread[] = []
  const busy = new Set<Thread>()
  let closed = false

  const start = (): Thread => {
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    const thread: Thread = { worker, held: undefined, timer: undefined }
    worker.unref()
    worker.on('message', (report: Report) => {
      if ('begunAtCpuMs' in report) watch(thread, report.begunAtCpuMs)
      else settle(thread, report)
    })
    worker.on('error', error => {
      const memory = Object(error).code === 'ERR_WORKER_OUT_OF_MEMORY'
      drop(thread, limits => (memory ? limits.onKilled('memory') : error))
    })
    worker.on('exit', () => drop(thread, () => new Error('The thread ended.')))
    return thread
  }

  /** A thread's processor time is asked for when it may be used up, and again when it may then be. */
  const watch = (thread: Thread, begunAtCpuMs: number) => {
    const { held } = thread
    if (!held) return
    const { limits } = held.line
    const endMs = performance.now() + limits.wallMs
    const look = async () => {
      // One that does not even answer this (it hangs in native code) is ended by the wall clock.
      thread.timer = setTimeout(end, endMs - performance.now())
      const usage = await thread.worker.cpuUsage().catch(() => undefined)
      if (!usage || thread.held !== held) return
      clearTimeout(thread.timer)
      const leftMs = limits.cpuMs - (cpuMs(usage) - begunAtCpuMs)
      if (leftMs <= 0) drop(thread, () => limits.onKilled('time'))
      else lookIn(Math.max(leftMs, shortestLookMs))
    }
    const lookIn = (ms: number) => {
      const leftMs = endMs - performance.now()
      thread.timer = ms < leftMs ? setTimeout(look, ms) : setTimeout(end, leftMs)
    }
    const end = () => drop(thread, () => tooBusy())
    lookIn(limits.cpuMs)
  }

  const settle = (thread: Thread, report: Exclude<Report, { begunAtCpuMs: number }>) => {
    const held = release(thread)
    idle.push(thread)
    if (!held) return
    if (report.ok) held.errand.resolve(report.outcome)
    else held.errand.reject(toError(report))
    next(held.line)
  }

  const release = (thread: Thread) => {
    clearTimeout(thread.timer)
    busy.delete(thread)
    const { held } = thread
    thread.held = undefined
    if (held) held.line.running--
    return held
  }

  const drop = (thread: Thread, why: (limits: Limits) => unknown) => {
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
    void thread.worker.terminate()
    const held = release(thread)
    if (!held) return
    held.errand.reject(why(held.line.limits))
    next(held.line)
  }

  const next = (line: Line) => {
    while (!closed && line.running < line.limits.threads) {
      const errand = line.waiting.shift()
      if (!errand) return
      const thread = idle.pop() ?? start()
      thread.held = { errand, line }
      line.running++
      busy.add(thread)
      thread.worker.postMessage(errand.message)
    }
  }

  const run = (name: string, input: unknown, signal?: AbortSignal): Promise<unknown> => {
    const line = lineOf(lines, tasks, name)
    if (closed || line.waiting.length >= line.limits.maxWaiting)
      return Promise.reject(new AppError('overloaded'))
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      const callOff = () => {
        const at = line.waiting.indexOf(errand)
        if (at >= 0) line.waiting.splice(at, 1)
        reject(signal?.reason)
      }
      const ending =
        <Value>(end: (value: Value) => void) =>
        (value: Value) => {
          signal?.removeEventListener('abort', callOff)
          end(value)
        }
      const errand = { message: { name, input }, resolve: ending(resolve), reject: ending(reject) }
      signal?.addEventListener('abort', callOff, { once: true })
      line.waiting.push(errand)
      next(line)
    })
  }

  const allLines = () => [...lines.values()]
  return {
    // A table's names come with their own inputs and outcomes: what `Run` says of them holds.
    run: run as Run<Table>,
    load: () => ({
      running: busy.size,
      waiting: allLines().reduce((sum, { waiting }) => sum + waiting.length, 0),
    }),
    async close() {
      closed = true
      const gone = new AppError('overloaded', 'The server is stopping.')
      for (const { waiting } of allLines())
        for (const errand of waiting.splice(0)) errand.reject(gone)
      const threads = [...idle, ...busy]
      for (const thread of busy) release(thread)?.errand.reject(gone)
      await Promise.all(threads.map(thread => thread.worker.terminate()))
    },
  }
}

const shortestLookMs = 20

const tooBusy = () =>
  new AppError('overloaded', 'The server is too busy to finish this. Try again shortly.')

const lineOf = (lines: Map<Limits, Line>, tasks: Tasks, name: string): Line => {
  const limits = tasks[name]?.limits
  const line = limits && lines.get(limits)
  if (!line) throw new Error(`no thread knows the task "${name}"`)
  return line
}

type Failed = Extract<Report, { ok: false }>

const toError = (report: Failed): Error => {
  if (report.code !== undefined)
    return new AppError(report.code as AppError['code'], report.message)
  return Object.assign(new Error(report.message), { stack: report.stack })
}
