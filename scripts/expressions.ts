import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import recheck from 'recheck/package.json' with { type: 'json' }
import {
  type Expression,
  listenToBuilt,
  nameOf,
  objectionTo,
  readExpressions,
  type Verdicts,
  verdictsFile,
} from '../test/contracts/expressions.ts'
import { excused, excusedFiles } from '../test/contracts/expressions-excused.ts'

/** `npm run expressions`: renews what recheck says of each regular expression of `src`. */
const main = async (): Promise<void> => {
  const { written, built } = readExpressions()
  const all = new Map<string, Expression>()
  for (const one of [...written, ...(await listenToBuilt([...new Set(built.map(b => b.file))]))])
    all.set(nameOf(one), one)
  const before: Verdicts = existsSync(verdictsFile)
    ? JSON.parse(readFileSync(verdictsFile, 'utf8'))
    : { recheck: '', linear: [] }
  const known = new Set(before.recheck === recheck.version ? before.linear : [])
  const linear: string[] = []
  const reasoned = new Set(excused.flatMap(({ expressions }) => expressions))
  for (const [name, one] of all) {
    if (reasoned.has(name) || one.file in excusedFiles) continue
    const objection = known.has(name) ? undefined : await objectionTo(one, 20_000)
    if (objection) console.log(`${one.file}:${one.line} ${name}\n  ${objection.slice(0, 200)}`)
    else linear.push(name)
  }
  const verdicts: Verdicts = { recheck: recheck.version, linear: linear.sort() }
  writeFileSync(verdictsFile, `${JSON.stringify(verdicts, null, 2)}\n`)
}

await main()
process.exit()
