import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { AppError } from '../src/kit/errors.ts'
import { compileSchema } from '../src/products/extract/schema/compile.ts'
import { atLeast, defineBench, figure, share } from './harness/bench.ts'

export const bench = defineBench({
  name: 'json-schemas',
  part: 'Extract',
  title: 'Real JSON Schemas (JSONSchemaBench) with instances that are valid and invalid',
  minutes: 0.5,
  needs: { data: ['json-schemas/schemas.jsonl.gz'] },
  rows: {
    accepted: { what: 'schemas accepted', unit: '%', limit: atLeast(100) },
    verdicts: { what: 'instances judged as they are labelled', unit: '%', limit: atLeast(100) },
    time: { what: 'a schema with its instances', unit: 'ms' },
  },
  measure: async ({ data, sample, verbose, say }) => {
    const rows = readRows(data('json-schemas/schemas.jsonl.gz')).filter(
      (_, at) => at % sample === 0,
    )
    const sums = { refused: 0, verdicts: 0, right: 0 }
    const startedMs = performance.now()
    for (const row of rows) {
      const judged = judge(row)
      if ('refusal' in judged) sums.refused++
      else {
        sums.verdicts += row.tests.length
        sums.right += row.tests.length - judged.wrong.length
      }
      if (verbose) say(`${row.name} ${JSON.stringify(judged)}`)
    }
    return {
      accepted: share(rows.length - sums.refused, rows.length),
      verdicts: share(sums.right, sums.verdicts),
      time: figure((performance.now() - startedMs) / rows.length),
    }
  },
})

type Row = { name: string; schema: unknown; tests: { valid: boolean; data: unknown }[] }

const readRows = (file: string): Row[] =>
  gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Row)

const judge = ({ schema, tests }: Row): { refusal: string } | { wrong: unknown[] } => {
  try {
    const { validate } = compileSchema(schema)
    return {
      wrong: tests.flatMap(({ valid, data }) => {
        const problems = validate(data)
        return (problems.length === 0) === valid ? [] : [{ valid, problem: problems[0] }]
      }),
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refusal: error.message }
  }
}
