import { fillSchema } from '../src/products/extract/embedded/fill.ts'
import { compileSchema } from '../src/products/extract/schema/compile.ts'
import { defineBench, figure } from './harness/bench.ts'
import { recordRows } from './support/extract-data.ts'
import { listSchemas } from './support/extract-schemas.ts'
import { loadRecords, rightRows } from './support/record-pages.ts'

const note =
  'The lists were found by trees that know these pages: see left-out for pages that they never saw. A row is right when all its words come from one record.'

export const bench = defineBench({
  name: 'records',
  part: 'Extract',
  title: 'Lists of records by a plain array schema, as the route answers them',
  minutes: 2,
  needs: { data: ['records/truth.jsonl'] },
  rows: {
    titles: { what: 'F1 of rows, schema {title, url}, in sample', note },
    prices: { what: 'F1 of rows, schema {name, price}, in sample' },
    four: { what: 'F1 of rows, schema {title, url, image, description}, in sample' },
  },
  measure: async context => {
    const folder = context.data('')
    const sums = new Map<string, number>()
    const pages = recordRows(folder)
      .filter((_, index) => index % context.sample === 0)
      .map(row => loadRecords(folder, row))
      .filter(({ truth }) => truth.size > 0)
    for (const page of pages)
      for (const [name, schema] of Object.entries(listSchemas)) {
        const { data, sources } = fillSchema(page.page, compileSchema(schema))
        const rows = Array.isArray(data) ? data.length : 0
        const f1 = (2 * rightRows(page, rows, sources)) / (rows + page.truth.size)
        sums.set(name, (sums.get(name) ?? 0) + f1)
      }
    const mean = (name: keyof typeof listSchemas) => figure((sums.get(name) ?? 0) / pages.length)
    return {
      titles: mean('title, url'),
      prices: mean('name, price'),
      four: mean('title, url, image, description'),
    }
  },
})
