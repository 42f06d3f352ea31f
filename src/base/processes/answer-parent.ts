import { type Channel, type Handlers, openTalk, type Talk } from './talk.ts'

/**
 * What a process of ours does whom another one started. It is told when to end: a signal to all of a
 * group reaches it too, and must not. Without the one that started it there is nothing to do.
 */
export const answerParent = (handlers: Handlers): Talk => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
  process.once('disconnect', () => process.exit(0))
  return openTalk(process as Channel, handlers)
}
