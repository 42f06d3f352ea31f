import { subscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/*
 * Loaded into the server (`NODE_OPTIONS=--import …`): how many statements it has sent so far, ten
 * times a second into a file.
 */
const { STATEMENTS_FILE: file } = process.env
if (file && isMainThread) {
  let count = 0
  subscribe('siteray.query', () => count++)
  setInterval(() => writeFileSync(file, `${count}`), 100).unref()
}
