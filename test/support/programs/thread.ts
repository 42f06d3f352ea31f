import { threadId } from 'node:worker_threads'
import { defineTasks } from '../../../src/base/threads/task.ts'
import { answerTasks } from '../../../src/base/threads/thread.ts'
import { AppError } from '../../../src/kit/errors.ts'

const limits = {
  threads: 2,
  cpuMs: 1_000,
  wallMs: 60_000,
  memoryMb: 64,
  calls: 50,
  onKilled: (why: string) => new AppError('page_too_large', `killed for ${why}`),
}

const hostile = defineTasks(limits, {
  double: async () => (value: number) => value * 2,
  spin: async () => (_: undefined) => {
    for (;;) {}
  },
  eat: async () => (_: undefined) => {
    const eaten: number[][] = []
    for (;;) eaten.push(new Array(1_000_000).fill(0.5))
  },
  refuse: async () => (_: undefined) => {
    throw new AppError('page_empty', 'nothing here')
  },
  break: async () => (_: undefined) => {
    throw new TypeError('a bug')
  },
  who: async () => (_: undefined) => threadId,
  /** What no thread can send. */
  unsendable: async () => (_: undefined) => ({ does: () => undefined }),
})

/** Another room, with its own limits. */
const otherLimits = {
  ...limits,
  threads: 1,
  cpuMs: 500,
  onKilled: () => new AppError('page_too_large', 'the other room'),
}
const others = defineTasks(otherLimits, {
  triple: async () => (value: number) => value * 3,
  stand: async () => (_: undefined) => {
    for (;;) {}
  },
  /** Takes longer than its processor time, nearly all of it without a processor. */
  dawdle: async () => (value: number) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, otherLimits.cpuMs + 200)
    return value
  },
  lateLoad: async () => {
    await new Promise(resolve => setTimeout(resolve, otherLimits.cpuMs + 300))
    return (value: number) => value
  },
})

const starved = defineTasks(
  { ...limits, cpuMs: 100, wallMs: 300 },
  {
    /** Begins, and gets no processor. */
    starve: async () => (_: undefined) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    },
    /** Stands longer than it may, as in a debugger, and goes on. */
    pause: async () => (value: number) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)
      return value
    },
  },
)

let together = 0
let mostTogether = 0

/** Of this one tasks are sent ahead. */
const quick = defineTasks(
  { ...limits, cpuMs: 300, isSentAhead: true },
  {
    square: async () => (value: number) => value * value,
    hang: async () => (_: undefined) => {
      for (;;) {}
    },
    linger: async () => async (ms: number) => {
      await new Promise(resolve => setTimeout(resolve, ms))
      return ms
    },
    /** Ends its thread a little later, in the midst of whatever comes next. */
    endSoon: async () => (_: undefined) => {
      setImmediate(() => {
        throw new Error('ended')
      })
    },
    /** How many were ever under way in this thread at a time. */
    overlap: async () => async (_: undefined) => {
      mostTogether = Math.max(mostTogether, ++together)
      await new Promise(resolve => setTimeout(resolve, 15))
      together--
      return mostTogether
    },
  },
)

export const tasks = { ...hostile, ...others, ...starved, ...quick }

answerTasks(tasks)
