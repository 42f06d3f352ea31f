import { appendFileSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded before each test file: one whose tests are over, but that left something open, ends by
 * itself instead of holding up the rest for ever.
 */
const longestMs = 6 * 60_000

if (isMainThread)
  setTimeout(() => {
    process.stderr.write(`${process.argv[1]}: still open after ${longestMs / 60_000} minutes\n`)
    process.exit(1)
  }, longestMs).unref()

const times = process.env.GATE_TIMES
if (isMainThread && times)
  process.on('exit', () => {
    const s = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ').map(Number)
    appendFileSync(
      times,
      `${((s[11] + s[12]) / 100).toFixed(2)} ${((s[13] + s[14]) / 100).toFixed(2)} ${(process.uptime()).toFixed(1)} ${process.argv[1]}\n`,
    )
  })
