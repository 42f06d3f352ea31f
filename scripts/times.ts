import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** Where the processes of a run write how much processor time each test file took. */
const path = '.cache/gate/times.txt'

export const forgetTimes = (): void => rmSync(path, { force: true })

let noted = 0

/** What this process and those that it started took since the last file. */
export const noteTime = (file: string): void => {
  const now = cpuSeconds()
  // One test file by itself may be the first thing that runs in a clone.
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, `${(now - noted).toFixed(2)} ${file}\n`)
  noted = now
}

/** In ticks of a hundredth of a second: own user and system time, then those of ended children. */
const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  if (!existsSync('/proc/self/stat')) return (user + system) / 1_000_000
  const fields = readFileSync('/proc/self/stat', 'utf8').replace(/.*\) /, '').split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}

/** In seconds, by file: of this run, or of the one before as long as nothing was forgotten. */
export const readTimes = (): Map<string, number> => {
  const times = new Map<string, number>()
  const text = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  for (const [, seconds, file = ''] of text.matchAll(/^(\S+) (.*)$/gm))
    times.set(file, (times.get(file) ?? 0) + Number(seconds))
  return times
}

/** Where the time goes, for whoever wants to make the gate faster. */
export const tellTimes = (times: ReadonlyMap<string, number>): string => {
  const sum = times.values().reduce((sum, seconds) => sum + seconds, 0)
  const most = [...times].toSorted(([, a], [, b]) => b - a).slice(0, 10)
  return [
    `Processor time of the tests: ${sum.toFixed(0)} s, most of it:`,
    ...most.map(([file, seconds]) => `${seconds.toFixed(1).padStart(6)} s  ${file}`),
    '',
  ].join('\n')
}
