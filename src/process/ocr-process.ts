import { Worker } from 'node:worker_threads'
import { answerParent } from '../base/processes/answer-parent.ts'
import { openTalk } from '../base/processes/talk.ts'
import { createWatchdog } from '../base/processes/watchdog.ts'
import { ocrBudget } from '../base/reader/file-limits.ts'

/*
 * The process that recognises text in pictures. It holds no key, no connection and no page but the
 * file that it was sent.
 */
const thread = new Worker(new URL('./ocr-thread.ts', import.meta.url))
thread.once('error', () => process.exit(1))
const talk = openTalk(
  {
    connected: true,
    send: (message, done) => {
      thread.postMessage(message)
      done(null)
    },
    on: (event, listener) => thread.on(event, listener),
    once: () => undefined,
  },
  {},
)

const watched = createWatchdog(ocrBudget)
answerParent({
  recognize: (input: unknown) => watched(() => talk.ask('recognize', input)),
})
