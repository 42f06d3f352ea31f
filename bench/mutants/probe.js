import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

// Loaded into every process and thread of a test: writes down which places it comes by. Threads of
// ours have no environment, so the name of the file says whose process it was.
const file = join(import.meta.dirname, `../../.cache/reached/${process.ppid}-${process.pid}.txt`)
const reached = new Set()

globalThis.reachPlace = place => {
  if (reached.has(place)) return false
  reached.add(place)
  appendFileSync(file, `${place}\n`)
  return false
}
