import { openTempFolder } from '../../../src/kit/temp-folder.ts'

/** Holds a temporary folder until it is killed. */
const { path } = openTempFolder(process.argv[2] ?? 'test')
process.stdout.write(`${JSON.stringify({ path })}\n`)
setInterval(() => {}, 1_000)
