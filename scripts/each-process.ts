import { relative } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { afterStretched, describeMachine } from '../test/support/slowness.ts'
import { isGroup } from './groups.ts'
import { limits } from './limits.ts'
import { noteTime } from './times.ts'

let limit: { cancel(): void } | undefined

/**
 * From now on, for a test file or what comes after the last one: a process that is not done by then
 * ends by itself, and says why, instead of holding up the rest for ever.
 */
export const limitTime = (what: string, ms: number): void => {
  limit?.cancel()
  const startedMs = performance.now()
  limit = afterStretched(ms, () => {
    const seconds = Math.round((performance.now() - startedMs) / 1_000)
    const open = process.getActiveResourcesInfo().join(', ')
    process.stderr.write(
      `gate: ${what} is not done after ${seconds} s (${describeMachine()}); open: ${open}\n`,
    )
    process.exit(1)
  })
}

// Loaded before each process of the gate. One with several files (together.ts) notes each by itself.
if (isMainThread) {
  const file = relative('.', process.argv[1] ?? '')
  limitTime(file, limits.fileMs + limits.graceMs)
  if (!isGroup(file)) process.on('exit', () => noteTime(file))
}
