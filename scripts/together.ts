import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { endFile } from '../test/support/at-end.ts'
import { noteTime } from './times.ts'

const require = createRequire(import.meta.url)

/** Several test files in one process, one after the other: what they all load is loaded once. */
export const runTogether = (files: readonly string[]): void => {
  for (const file of files)
    describe(file, { timeout: 120_000 }, () => {
      after(async () => {
        await endFile()
        noteTime(file)
      })
      // At once, as `import` is not: a test belongs to the suite that is being described.
      require(resolve(file))
    })
}
