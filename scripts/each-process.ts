import { relative } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { isGroup } from './groups.ts'
import { noteTime } from './times.ts'

let limit: NodeJS.Timeout | undefined

/**
 * From now on, for a test file or what comes after the last one: a process that is not done by then
 * ends by itself, and says why, instead of holding up the rest for ever.
 */
export const limitTime = (what: string, ms: number): void => {
  clearTimeout(limit)
  limit = setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ')
    process.stderr.write(`gate: ${what} is not done after ${ms / 1_000} s; open: ${open}\n`)
    process.exit(1)
  }, ms).unref()
}

/** Six times what the longest takes on two processors. */
export const fileMs = 300_000

// Loaded before each process of the gate. One with several files (together.ts) notes each by itself.
if (isMainThread) {
  const file = relative('.', process.argv[1] ?? '')
  limitTime(file, fileMs + 30_000)
  if (!isGroup(file)) process.on('exit', () => noteTime(file))
}
