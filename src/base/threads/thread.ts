import { parentPort } from 'node:worker_threads'
import { AppError } from '../../errors.ts'
import type { ThreadAnswer } from './pool.ts'

/** The other end of `createThreadPool`: answers each message with the result of `work`. */
export const answerWith = <Input, Output>(
  work: (input: Input) => Output | Promise<Output>,
): void => {
  const port = parentPort
  if (!port) throw new Error('this module runs in a thread only')
  port.on('message', async (input: Input) => {
    port.postMessage(await answer(work, input))
  })
  port.postMessage('ready')
}

const answer = async <Input, Output>(
  work: (input: Input) => Output | Promise<Output>,
  input: Input,
): Promise<ThreadAnswer<Output>> => {
  try {
    return { ok: true, output: await work(input) }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    const code = error instanceof AppError ? error.code : undefined
    return { ok: false, code, message: error.message, stack: error.stack }
  }
}
