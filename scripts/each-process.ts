import { relative } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { noteTime } from './times.ts'

const longestMs = 6 * 60_000
let limit: NodeJS.Timeout | undefined

/**
 * From now on, for a test file: one whose tests are over, but that left something open, ends its
 * process instead of holding up the rest for ever.
 */
export const limitTime = (file: string): void => {
  clearTimeout(limit)
  limit = setTimeout(() => {
    process.stderr.write(`${file}: still open after ${longestMs / 60_000} minutes\n`)
    process.exit(1)
  }, longestMs).unref()
}

// Loaded before each test file.
if (isMainThread) {
  const file = relative('.', process.argv[1] ?? '')
  limitTime(file)
  process.on('exit', () => noteTime(file))
}
