import { subscribe } from 'node:diagnostics_channel'
import { renameSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/*
 * Loaded into the server (`NODE_OPTIONS=--import …`): how many statements it has sent so far, ten
 * times a second into a file.
 */
const { STATEMENTS_FILE: file } = process.env
if (file && isMainThread) {
  let count = 0
  subscribe('siteray.query', () => count++)
  // Under another name first: whoever reads it meanwhile would find an empty file, and take it for 0.
  const write = () => {
    writeFileSync(`${file}.new`, `${count}`)
    renameSync(`${file}.new`, file)
  }
  setInterval(write, 100).unref()
}
