import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { after, before, describe } from 'node:test'
import { endFile } from '../test/support/at-end.ts'
import { stretched } from '../test/support/slowness.ts'
import { limitTime } from './each-process.ts'
import { limits } from './limits.ts'
import { noteTime } from './times.ts'

const require = createRequire(import.meta.url)

/** Test files in one process, one after the other: what they all load is loaded once. */
export const runTogether = (files: readonly string[]): void => {
  const timeout = stretched(limits.fileMs)
  for (const file of files)
    describe(file, { timeout }, () => {
      before(() => limitTime(file, limits.fileMs + limits.graceMs))
      after(() => endFile().finally(() => noteTime(file)))
      // At once, as `import` is not: a test belongs to the suite that is being described.
      require(resolve(file))
    })
  after(() => {
    limitTime(`What was open after ${files.at(-1)}`, limits.leftOpenMs)
    noteTime('what the files of a process shared')
  })
}
