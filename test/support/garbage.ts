import { Worker } from 'node:worker_threads'
import { atEnd } from './at-end.ts'

const bytes = 9_700_000
const boundary = '-'.repeat(20) + 'x'.repeat(20)

/** Bodies that look like what they claim to be, and are as dear to read as can be. */
export const garbage = {
  /** Many small values, and no end: whoever reads all of it learns only then that it is no JSON. */
  json: () => ({
    contentType: 'application/json',
    bytes: Buffer.from(`[${'1,'.repeat(bytes / 2)}`),
  }),
  /** 140,000 parts. */
  form: () => {
    const part = `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n`
    const text = `${part.repeat(Math.floor(bytes / part.length))}--${boundary}--\r\n`
    return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.from(text) }
  },
  /** What no parser of ours knows. */
  bytes: () => ({ contentType: 'application/octet-stream', bytes: Buffer.alloc(bytes, 0xfe) }),
}
export type Garbage = keyof typeof garbage
export type Sending = {
  url: string
  method: string
  kind: Garbage
  headers: Record<string, string>
  chunked: boolean
}

/** Sends garbage to a server of this thread; the answer, and this thread's processor time for it. */
export const createSender = () => {
  const thread = new Worker(new URL('./sender-thread.ts', import.meta.url))
  atEnd(() => thread.terminate())
  return async (sending: Sending): Promise<{ answer: string; ms: number }> => {
    const before = process.threadCpuUsage()
    const answer = await new Promise<string>((resolve, reject) => {
      thread.once('error', reject)
      thread.once('message', (line: string) => {
        thread.removeListener('error', reject)
        resolve(line)
      })
      thread.postMessage(sending)
    })
    const { user, system } = process.threadCpuUsage(before)
    return { answer, ms: (user + system) / 1_000 }
  }
}

/**
 * How many times slower than on the machine the limits were written on, but never less than 1:
 * the processor time of a piece of work that took 10 ms there.
 */
export const slowness = (): number => {
  const text = JSON.stringify(Array.from({ length: 60_000 }, (_, at) => ({ at, name: 'value' })))
  const times = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage()
    JSON.parse(text)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.max(1, Math.min(...times) / 10)
}
