import { parentPort } from 'node:worker_threads'
import { openTalk } from '../base/processes/talk.ts'
import { AppError } from '../kit/errors.ts'
import { recognize } from '../page/documents/ocr/recognize.ts'
import type { RecognizeInput } from '../page/documents/pdf/recognized.ts'

/* In a thread of that process, so that the other one can watch what it costs. */
openTalk(
  {
    connected: true,
    send: (message, done) => {
      parentPort?.postMessage(message)
      done(null)
    },
    on: (event, listener) => parentPort?.on(event, listener),
    once: () => undefined,
  },
  {
    recognize: (input: RecognizeInput) =>
      recognize(input).catch((error: unknown) => {
        if (error instanceof AppError) throw error
        // WebAssembly that gave up is not to be used again, and the process ends with its thread.
        setImmediate(() => {
          throw error
        })
        return new Promise<never>(() => undefined)
      }),
  },
)
