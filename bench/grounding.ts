import { parseHtml } from '../src/page/html/html.ts'
import { fillSchema } from '../src/products/extract/embedded/fill.ts'
import { groundData } from '../src/products/extract/ground/data.ts'
import { prepareGround } from '../src/products/extract/ground/ground.ts'
import { readLines } from '../src/products/extract/ground/lines.ts'
import { renderPage } from '../src/products/extract/model/render.ts'
import { compileSchema } from '../src/products/extract/schema/compile.ts'
import { leaves, readFields } from '../src/products/extract/schema/fields.ts'
import { readPage } from '../src/products/extract/source/page.ts'
import { recipeHtml, recipeRows, recipeUrl } from './extract-data.ts'
import { recipeSchema } from './extract-schemas.ts'

/**
 * `node bench/grounding.ts <folder>`: how many values that stand on a page the grounding confirms
 * (the rest would be lost to callers), how many made-up ones it lets through (must be none), and
 * how much smaller the numbered text is than the HTML.
 */
const folder = process.argv[2]
if (!folder) throw new Error('Give the folder that holds recipes/.')

const compiled = compileSchema(recipeSchema)
const root = readFields(compiled.schema)
const invented = { title: 'Zorbal Quintessence Deluxe 9000', author: 'Ignatius Q. Nonesuch' }
const sums = { values: 0, lost: 0, invented: 0, order: 0, unseen: 0, html: 0, text: 0 }

for (const row of recipeRows(folder)) {
  const html = recipeHtml(folder, row)
  const page = readPage(parseHtml(html), { url: recipeUrl(row) })
  const ground = prepareGround(readLines(page))
  const { data, sources } = fillSchema(page, compiled)
  sums.values += sources.size
  const { dropped, evidence } = groundData(ground, root, data)
  sums.lost += dropped.length
  for (const one of evidence.values()) if (one.status === 'quoted' && one.doubt) sums[one.doubt]++
  sums.invented += groundData(ground, root, invented).evidence.size
  sums.html += html.length
  sums.text += renderPage(page, {
    maxChars: 1e9,
    fields: [...leaves(root)],
    targets: false,
  }).text.length
}

console.log(`values confirmed: ${sums.values - sums.lost} of ${sums.values}`)
console.log(`of these doubted as orders: ${sums.order}; not seen by readers: ${sums.unseen}`)
console.log(`made-up values confirmed: ${sums.invented}`)
console.log(`numbered text: 1 character for ${(sums.html / sums.text).toFixed(1)} of HTML`)
