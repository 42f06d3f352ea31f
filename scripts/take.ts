import { closeSync, openSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { after, describe } from 'node:test'
import { endFile } from '../test/support/at-end.ts'
import { limitTime } from './each-process.ts'
import { noteTime, runFolder } from './times.ts'

const require = createRequire(import.meta.url)

/**
 * Test files in one process, one after the other: what they all load is loaded and compiled once.
 * Other processes take from the same list; whoever makes the mark of a file first has it.
 */
const takeFiles = async (folder: string): Promise<void> => {
  const files: string[] = JSON.parse(readFileSync(join(folder, 'list.json'), 'utf8'))
  for (const [index, file] of files.entries())
    if (take(join(folder, `taken-${index}`))) {
      limitTime(file)
      await runFile(file)
    }
}

const take = (mark: string): boolean => {
  try {
    closeSync(openSync(mark, 'wx'))
    return true
  } catch (error) {
    if (Object(error).code === 'EEXIST') return false
    throw error
  }
}

const runFile = (file: string): Promise<void> =>
  new Promise(done => {
    describe(file, { timeout: 300_000 }, () => {
      after(async () => {
        await endFile().finally(done)
        noteTime(file)
      })
      // At once, as `import` is not: a test belongs to the suite that is being described.
      require(resolve(file))
    })
  })

void takeFiles(runFolder())
