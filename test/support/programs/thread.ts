import { defineTasks } from '../../../src/base/threads/task.ts'
import { answerTasks } from '../../../src/base/threads/thread.ts'
import { AppError } from '../../../src/errors.ts'

const limits = {
  threads: 2,
  timeMs: 3_000,
  memoryMb: 64,
  maxWaiting: 50,
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
})

/** Another room, with its own limits. */
const otherLimits = {
  ...limits,
  threads: 1,
  timeMs: 1_000,
  onKilled: () => new AppError('page_too_large', 'the other room'),
}
const others = defineTasks(otherLimits, {
  triple: async () => (value: number) => value * 3,
  stand: async () => (_: undefined) => {
    for (;;) {}
  },
  lateLoad: async () => {
    await new Promise(resolve => setTimeout(resolve, otherLimits.timeMs + 300))
    return (value: number) => value
  },
})

export const tasks = { ...hostile, ...others }

answerTasks(tasks)
