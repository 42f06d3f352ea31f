import { subscribe } from 'node:diagnostics_channel'
import { threadId } from 'node:worker_threads'
import '../../../src/process/page-thread.ts'

/** The thread that reads pages, which hangs or ends when it begins its fortieth, whatever that says. */
let begun = 0
subscribe('siteray:task', () => {
  if (++begun < 40) return
  if (threadId % 2) process.exit()
  for (;;) {}
})
