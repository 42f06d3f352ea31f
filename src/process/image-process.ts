import { type Channel, openTalk, type Talk } from '../base/processes/talk.ts'
import { createImageWorker } from '../products/images/image-worker.ts'

/*
 * A process that serves images beside others on one port. It is told when to end: a signal to all of
 * a group reaches it too, and must not. Without the one that started it there is nothing to serve.
 */
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit(0))

const parent: Talk = {
  ask: (name, input) => talk.ask(name, input),
  tell: (name, input) => talk.tell(name, input),
}
const talk = openTalk(process as Channel, createImageWorker(parent))
