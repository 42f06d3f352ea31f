import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { AppError } from '../src/errors.ts'
import { compileSchema } from '../src/products/extract/schema/compile.ts'

/** `node bench/json-schemas.ts <folder of JSONSchemaBench>`: accepted schemas and right verdicts. */
const folder = process.argv[2]
if (!folder) throw new Error('Give the folder that holds schemas.jsonl.gz.')
const verbose = process.argv.includes('--verbose')

type Row = { name: string; schema: unknown; tests: { valid: boolean; data: unknown }[] }
const rows = gunzipSync(readFileSync(join(folder, 'schemas.jsonl.gz')))
  .toString()
  .split('\n')
  .filter(Boolean)
  .map(line => JSON.parse(line) as Row)

let refused = 0
let tests = 0
let right = 0
const started = performance.now()
for (const { name, schema, tests: cases } of rows) {
  try {
    const compiled = compileSchema(schema)
    for (const { valid, data } of cases) {
      tests++
      const problems = compiled.validate(data)
      if ((problems.length === 0) === valid) right++
      else if (verbose) console.log('verdict', name, valid, JSON.stringify(problems[0]))
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    refused++
    if (verbose) console.log('refused', name, error.message)
  }
}
const perSchemaMs = (performance.now() - started) / rows.length
console.log(`schemas ${rows.length}, refused with a reason ${refused}`)
console.log(`verdicts ${right} of ${tests} (${((100 * right) / tests).toFixed(2)} %)`)
console.log(`${perSchemaMs.toFixed(1)} ms a schema with its tests`)
