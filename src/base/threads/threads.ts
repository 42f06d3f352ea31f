import { Worker } from 'node:worker_threads'
import { type AdmissionQueue, createAdmissionQueue, notBegun } from '../../kit/admission-queue.ts'
import { cpuMs } from '../../kit/cpu-time.ts'
import { AppError } from '../../kit/errors.ts'
import { onAbort } from '../../kit/on-abort.ts'
import { traced } from '../../kit/trace.ts'
import type { Limits, Run, Tasks } from './task.ts'
import { claim, createShared, type Message, type Report, type Shared } from './thread.ts'

export type Threads<Table> = {
  run: Run<Table>
  /** The line of the room that a task belongs to. */
  line(name: keyof Table): AdmissionQueue
  /** Tasks under way and waiting, for the metrics. */
  load(): { running: number; waiting: number }
  close(): Promise<void>
}

/** A task, and who waits for its outcome. */
type Errand = {
  task: Pick<Message, 'name' | 'input'>
  limits: Limits
  resolve: (outcome: unknown) => void
  reject: (error: unknown) => void
}
type Thread = {
  worker: Worker
  shared: Shared
  /** The number of the last task. */
  sent: number
  errand: Errand | undefined
  /** It is still starting, or its task takes long: it is sent no other. */
  isSlow: boolean
  /** Sent already, and begun with the end of the other. */
  next: Errand | undefined
  timer: NodeJS.Timeout | undefined
}

/**
 * Hostile input is worked on off the main thread: whatever a page does to its reader, the process
 * goes on answering, and the thread can be killed. A thread that ran out of memory or time is
 * replaced. Threads start when they are needed, and any of them performs any task of the table.
 */
export const openThreads = <Table extends Tasks>(
  file: URL,
  tasks: Table,
  /** Without a limit of time a debugger can pause in a thread. */
  { isUntimed = false } = {},
): Threads<Table> => {
  const rooms = [...new Set(Object.values(tasks).map(({ limits }) => limits))]
  const lines = new Map<Limits, AdmissionQueue>(
    rooms.map(limits => [
      limits,
      createAdmissionQueue({
        ...{ calls: limits.calls, usualMs },
        get places() {
          return limits.threads + (limits.isSentAhead ? quickOf(limits) : 0)
        },
      }),
    ]),
  )
  const memoryMb = Math.max(...rooms.map(limits => limits.memoryMb))
  const idle: Thread[] = []
  const busy = new Set<Thread>()
  let closed = false

  const start = (): Thread => {
    const shared = createShared()
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb }
    const worker = new Worker(file, { resourceLimits, workerData: shared })
    const none = { errand: undefined, next: undefined, timer: undefined }
    const thread: Thread = { worker, shared, sent: 0, isSlow: true, ...none }
    worker.unref()
    worker.on('message', (report: Report) => settle(thread, report))
    worker.on('error', error => {
      const memory = Object(error).code === 'ERR_WORKER_OUT_OF_MEMORY'
      drop(thread, limits => (memory ? limits.onKilled('memory') : error))
    })
    worker.on('exit', () => drop(thread, () => new Error('The thread ended.')))
    return thread
  }

  /** A thread's processor time is asked for when it may be used up, and again when it may then be. */
  const watch = (thread: Thread, errand: Errand) => {
    if (isUntimed) return
    const { limits } = errand
    let endMs = performance.now() + limits.wallMs
    const look = async () => {
      const [begunAtCpuMs = 0] = thread.shared.begunAt
      if (begunAtCpuMs === 0) {
        endMs = performance.now() + limits.wallMs
        return lookIn(limits.cpuMs)
      }
      // One that does not even answer this (it hangs in native code) is ended by the wall clock.
      thread.timer = setTimeout(end, endMs - performance.now())
      const usage = await thread.worker.cpuUsage().catch(() => undefined)
      if (!usage || thread.errand !== errand) return
      clearTimeout(thread.timer)
      const leftMs = limits.cpuMs - (cpuMs(usage) - begunAtCpuMs)
      if (leftMs <= 0) drop(thread, () => limits.onKilled('time'))
      else lookIn(Math.max(leftMs, shortestLookMs))
    }
    const lookIn = (ms: number) => {
      const leftMs = endMs - performance.now()
      thread.timer = ms < leftMs ? setTimeout(look, ms) : setTimeout(end, leftMs)
    }
    const end = () => drop(thread, tooBusy)
    lookIn(limits.cpuMs)
  }

  const settle = (thread: Thread, report: Report) => {
    const errand = release(thread)
    if (!errand) return
    const { next } = thread
    thread.next = undefined
    if (next) begin(thread, next)
    else {
      idle.push(thread)
      relieve(errand.limits)
    }
    if (report.ok) errand.resolve(report.outcome)
    else errand.reject(toError(report))
  }

  const release = (thread: Thread): Errand | undefined => {
    clearTimeout(thread.timer)
    busy.delete(thread)
    const { errand } = thread
    thread.errand = undefined
    thread.isSlow = false
    return errand
  }

  const drop = (thread: Thread, why: (limits: Limits) => unknown) => {
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
    void thread.worker.terminate()
    const errand = release(thread)
    if (!errand) return
    errand.reject(why(errand.limits))
    const { next } = thread
    thread.next = undefined
    if (next) next.resolve(notBegun)
    else relieve(errand.limits)
  }

  const holding = (limits: Limits): Thread[] =>
    [...busy].filter(({ errand }) => errand?.limits === limits)

  const quickOf = (limits: Limits): number => holding(limits).filter(({ isSlow }) => !isSlow).length

  /** To a thread that is free, or to the one that began its task last; there are no more places than that. */
  const give = (errand: Errand) => {
    const { limits } = errand
    const threads = holding(limits)
    if (threads.length < limits.threads) {
      const thread = idle.pop() ?? start()
      send(thread, errand)
      begin(thread, errand)
      return
    }
    const thread = threads.findLast(({ next, isSlow }) => !next && !isSlow) as Thread
    send(thread, errand)
    thread.next = errand
  }

  const send = (thread: Thread, { task }: Errand) => {
    thread.worker.postMessage({ ...task, number: thread.sent + 1 } satisfies Message)
    thread.sent++
  }

  const begin = (thread: Thread, errand: Errand) => {
    thread.errand = errand
    busy.add(thread)
    unlessShort(thread, errand)
  }

  /** What a thread holds behind a long task waits in line again. */
  const unlessShort = (thread: Thread, errand: Errand) => {
    thread.timer = setTimeout(() => {
      const { next } = thread
      // It has not begun the first yet, or the second already.
      if (next && !claim(thread.shared, thread.sent)) return unlessShort(thread, errand)
      thread.isSlow = true
      thread.next = undefined
      next?.resolve(notBegun)
      watch(thread, errand)
    }, longTaskMs)
  }

  /** No task waits behind another while a thread is free: it is given to that. */
  const relieve = (limits: Limits) => {
    const threads = holding(limits)
    if (threads.length >= limits.threads) return
    const late = threads.find(({ next, shared, sent }) => next && claim(shared, sent))
    if (!late?.next) return
    const { next } = late
    late.next = undefined
    give(next)
  }

  const perform = (limits: Limits, task: Errand['task']): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (closed) throw stopping()
      give({ task, limits, resolve, reject })
    })

  const lineOf = (name: string) => {
    const limits = tasks[name]?.limits
    const line = limits && lines.get(limits)
    if (!line) throw new Error(`no thread knows the task "${name}"`)
    return { limits, line }
  }

  const run = async (name: string, input: unknown, signal?: AbortSignal): Promise<unknown> => {
    const { limits, line } = lineOf(name)
    const calledMs = performance.now()
    const done = traced(`thread ${name}`, about =>
      line.hold(() => {
        about['siteray.waited_ms'] = Math.round(performance.now() - calledMs)
        return perform(limits, { name, input })
      }, signal),
    )
    return signal ? untilAborted(done, signal) : done
  }

  return {
    // A table's names come with their own inputs and outcomes: what `Run` says of them holds.
    run: run as Run<Table>,
    line: name => lineOf(String(name)).line,
    load: () => ({
      running: busy.size,
      waiting: [...lines.values()].reduce(
        (sum, line) => sum + line.load().waiting,
        [...busy].filter(({ next }) => next).length,
      ),
    }),
    async close() {
      closed = true
      const threads = [...idle, ...busy]
      // Those who wait are told the same as soon as they have their turn.
      for (const thread of busy)
        for (const errand of [thread.next, release(thread)]) errand?.reject(stopping())
      await Promise.all(threads.map(thread => thread.worker.terminate()))
    },
  }
}

/** A thread that has begun goes on and keeps its place, but nobody waits for it any more. */
const untilAborted = <T>(done: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stopListening = onAbort(signal, () => reject(signal.reason))
  return Promise.race([done, aborted]).finally(stopListening)
}

/** Of all tasks of a call together, on a machine that has just started. */
const usualMs = 50
const shortestLookMs = 20
/** Most pages take a few milliseconds. */
const longTaskMs = 30

const stopping = () => new AppError('overloaded', 'The server is stopping.')

const tooBusy = () =>
  new AppError('overloaded', 'The server is too busy to finish this. Try again shortly.')

type Failed = Extract<Report, { ok: false }>

const toError = (report: Failed): Error => {
  if (report.code !== undefined)
    return new AppError(report.code as AppError['code'], report.message)
  return Object.assign(new Error(report.message), { stack: report.stack })
}
