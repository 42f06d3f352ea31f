import { relative } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { noteTime } from './times.ts'

/**
 * Loaded before each test file: one whose tests are over, but that left something open, ends by
 * itself instead of holding up the rest for ever.
 */
const longestMs = 6 * 60_000

if (isMainThread) {
  setTimeout(() => {
    process.stderr.write(`${process.argv[1]}: still open after ${longestMs / 60_000} minutes\n`)
    process.exit(1)
  }, longestMs).unref()
  process.on('exit', () => noteTime(relative('.', process.argv[1] ?? '')))
}
