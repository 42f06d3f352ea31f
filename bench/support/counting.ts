import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'

/*
 * Loaded into every thread of the server (`NODE_OPTIONS=--import …`): a line for each parse and
 * each task, in a file, because threads share no memory and no channel.
 */
const { COUNTS_FILE: file } = process.env
if (file)
  for (const name of ['siteray:parse', 'siteray:task'])
    subscribe(name, () => appendFileSync(file, `${name}\n`))
