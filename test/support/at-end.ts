import { after } from 'node:test'

type End = () => unknown

const ends: End[] = []
const lastEnds: End[] = []

/**
 * What a test file opened is closed when its last test is over, the newest first. A hook of
 * node:test would belong to whichever test or file happens to be under way: files of the gate
 * share a process (scripts/together.ts).
 */
export const atEnd = (end: End): void => void ends.push(end)

/** For what all files of a process may use: closed when the last of them is over. */
export const atLast = (end: End): void => void lastEnds.push(end)

export const endFile = (): Promise<void> => endAll(ends)

const endAll = async (list: End[]): Promise<void> => {
  const faults: unknown[] = []
  for (let end = list.pop(); end; end = list.pop())
    await Promise.resolve(end()).catch(error => faults.push(error))
  if (faults.length > 0) throw faults[0]
}

after(async () => {
  await endFile()
  // What all tests shared is no test's fault, and the process ends anyway.
  await endAll(lastEnds).catch(error => process.stderr.write(`not closed: ${error}\n`))
})
