import { parseHtml } from '../src/page/html/html.ts'
import { fillSchema } from '../src/products/extract/embedded/fill.ts'
import { chooseRegions, rankRegions } from '../src/products/extract/embedded/records.ts'
import { compileSchema } from '../src/products/extract/schema/compile.ts'
import { type Page, readPage } from '../src/products/extract/source/page.ts'
import {
  readHtml,
  recipeHtml,
  recipeRows,
  recipeUrl,
  recordRows,
  sameValue,
  stripMarkup,
  swdeRows,
} from './extract-data.ts'
import { listSchemas, recipeSchema, swdeSchemas } from './extract-schemas.ts'
import { isRight } from './recipe-score.ts'
import { loadRecords, regionKeys, rightRows } from './records.ts'

/**
 * `node bench/extract.ts <folder> [swde|recipes|records] [--verbose]`: the embedded extractor
 * against public data. Its rankers were trained on these very pages, so the honest figures for
 * them are those that the training programs print for pages left out.
 */
const folder = process.argv[2]
if (!folder) throw new Error('Give the folder that holds swde/, recipes/ and records/.')
const only = process.argv.slice(3).find(argument => !argument.startsWith('--'))
const verbose = process.argv.includes('--verbose')
const every = Number(process.argv.find(a => a.startsWith('--every='))?.slice(8) ?? 1)
const percent = (part: number, whole: number) =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`

let pages = 0
let cpuMs = 0
let quotes = 0
let quoted = 0

const run = (html: string, url: string, schema: ReturnType<typeof compileSchema>) => {
  const before = process.cpuUsage()
  const page = readPage(parseHtml(html), { url })
  const result = fillSchema(page, schema)
  const used = process.cpuUsage(before)
  cpuMs += (used.user + used.system) / 1000
  pages++
  countQuotes(page, html, result.sources.values())
  return result
}

const countQuotes = (
  page: Page,
  html: string,
  sources: Iterable<{ quote: string; node: number | undefined; fact: string | undefined }>,
) => {
  for (const { quote, node, fact } of sources) {
    quotes++
    const line = node === undefined ? undefined : page.nodes[node - 1]?.text
    if (
      fact !== undefined ||
      line?.includes(quote) ||
      html.includes(quote) ||
      /^https?:/.test(quote) ||
      quote.includes(line ?? '\u0000')
    )
      quoted++
    else if (verbose)
      console.log(
        '  quote not on its line',
        JSON.stringify(quote.slice(0, 80)),
        JSON.stringify(line?.slice(0, 80)),
      )
  }
}

if (!only || only === 'swde') {
  const groups = new Map<string, { right: number; given: number; due: number }>()
  let absent = 0
  let invented = 0
  const compiled = new Map(
    Object.entries(swdeSchemas).map(([name, schema]) => [name, compileSchema(schema)]),
  )
  const strange = compileSchema({
    type: 'object',
    properties: Object.fromEntries(
      [
        'gluten_free_options',
        'flight_number',
        'blood_type',
        'dog_breed',
        'bitrate',
        'visa_requirements',
        'wine_region',
        'court_case_number',
      ].map(name => [name, { type: ['string', 'null'] }]),
    ),
  })
  swdeRows(folder).forEach((row, index) => {
    const schema = compiled.get(row.vertical)
    if (!schema || index % every) return
    const html = readHtml(`${folder}/swde/html/${row.file}`)
    const data = run(html, `http://${row.site}.example/`, schema).data as Record<
      string,
      string | null
    >
    for (const [name, truth] of Object.entries(row.truth)) {
      const key = `${row.vertical}.${name}`
      const group = groups.get(key) ?? { right: 0, given: 0, due: 0 }
      const given = data[name]
      const right = given ? truth.some(value => sameValue(given, value)) : false
      group.given += Number(Boolean(given))
      group.due += Number(truth.length > 0)
      group.right += Number(right)
      groups.set(key, group)
      if (truth.length === 0) {
        absent++
        invented += Number(Boolean(given))
      }
      if (verbose && !right && (given || truth.length > 0))
        console.log(
          `  ${key} ${row.file} got ${JSON.stringify(given)?.slice(0, 80)} want ${JSON.stringify(truth).slice(0, 120)}`,
        )
    }
    const none = fillSchema(readPage(parseHtml(html), { url: 'http://x.example/' }), strange)
      .data as Record<string, unknown>
    for (const value of Object.values(none)) {
      absent++
      invented += Number(value !== null)
    }
  })
  let sum = 0
  for (const [key, { right, given, due }] of groups) {
    const f1 = (2 * right) / Math.max(1, given + due)
    sum += f1
    console.log(`swde ${key} F1 ${f1.toFixed(3)} (right ${right}, given ${given}, due ${due})`)
  }
  console.log(`swde macro F1 ${(sum / groups.size).toFixed(3)}`)
  console.log(`values for absent fields ${percent(invented, absent)} of ${absent}`)
}

if (!only || only === 'recipes') {
  const schema = compileSchema(recipeSchema)
  for (const [label, prepare] of [
    ['as is', (html: string) => html],
    ['stripped', stripMarkup],
  ] as const) {
    const fields = new Map<string, { right: number; due: number }>()
    recipeRows(folder).forEach((row, index) => {
      if (index % every) return
      const { data } = run(prepare(recipeHtml(folder, row)), recipeUrl(row), schema)
      for (const name of Object.keys(recipeSchema.properties)) {
        const truth = row.truth[name]
        if (
          truth === null ||
          truth === undefined ||
          truth === '' ||
          (Array.isArray(truth) && truth.length === 0)
        )
          continue
        const given = (data as Record<string, unknown>)[name]
        const right = isRight(name, given, truth)
        const count = fields.get(name) ?? { right: 0, due: 0 }
        count.due++
        count.right += Number(right)
        fields.set(name, count)
        if (verbose && !right)
          console.log(
            `  ${label} ${name} ${row.domain} got ${JSON.stringify(given)?.slice(0, 100)} want ${JSON.stringify(truth).slice(0, 100)}`,
          )
      }
    })
    let right = 0
    let due = 0
    for (const [name, count] of fields) {
      right += count.right
      due += count.due
      console.log(`recipes ${label} ${name} ${percent(count.right, count.due)} of ${count.due}`)
    }
    console.log(`recipes ${label}: ${percent(right, due)} of ${due} fields right`)
  }
}

if (!only || only === 'records') {
  const sums = new Map<string, number>()
  let count = 0
  recordRows(folder).forEach((row, index) => {
    const { page, truth } = loadRecords(folder, row)
    if (truth.size === 0 || index % every) return
    count++
    const add = (what: string, right: number, given: number) =>
      sums.set(what, (sums.get(what) ?? 0) + (2 * right) / (given + truth.size))
    const found = new Set(chooseRegions(rankRegions(page)).flatMap(regionKeys))
    add('lists chosen', [...found].filter(key => truth.has(key)).length, found.size)
    for (const [name, schema] of Object.entries(listSchemas)) {
      const { data, sources } = fillSchema(page, compileSchema(schema))
      const rows = Array.isArray(data) ? data.length : 0
      add(`rows for ${name}`, rightRows({ page, truth }, rows, sources), rows)
    }
  })
  for (const [what, sum] of sums)
    console.log(`record F1, ${what}: ${(sum / count).toFixed(3)} (mean over ${count} pages)`)
}

if (pages > 0)
  console.log(
    `CPU ${(cpuMs / pages).toFixed(0)} ms a page, quotes found where they say ${percent(quoted, quotes)} of ${quotes}`,
  )
