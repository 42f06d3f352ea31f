import { runTogether } from '../../scripts/together.ts'

// Started in a scratch copy with the test files that may notice a mutation.
runTogether(process.argv.slice(2))
