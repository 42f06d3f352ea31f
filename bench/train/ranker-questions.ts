import { parseHtml } from '../../src/page/html/html.ts'
import { placeOf } from '../../src/page/learned/columns.ts'
import { readCandidates } from '../../src/products/extract/embedded/candidates.ts'
import {
  candidateColumns,
  featureRows,
  toQuery,
} from '../../src/products/extract/embedded/features.ts'
import { priorOf } from '../../src/products/extract/embedded/prior.ts'
import { type Field, readFields } from '../../src/products/extract/schema/fields.ts'
import { readPage } from '../../src/products/extract/source/page.ts'
import { normalise } from '../../src/products/extract/values/normalise.ts'
import {
  recipeHtml,
  recipeRows,
  recipeUrl,
  sameValue,
  stripMarkup,
  swdePage,
  swdeRows,
} from '../support/extract-data.ts'
import { recipeSchema, swdeSchemas } from '../support/extract-schemas.ts'
import { createRandom } from './random.ts'

/** One field asked of one page, with all candidates that could matter. */
export type Question = {
  vertical: string
  site: string
  field: string
  isAnswered: boolean
  /** Asked of a page of another vertical: nothing is the only right answer. */
  foreign: boolean
  rows: Float32Array[]
  labels: Uint8Array
}

/** Movies are kept aside: no rule and no tree has seen them, so that they can show what is missed. */
const keptAside = ['movie']
export const learnedRows = (folder: string) =>
  swdeRows(folder).filter(({ vertical }) => swdeSchemas[vertical] && !keptAside.includes(vertical))

export const readQuestions = (folder: string): Question[] => {
  const random = createRandom(3)
  const questions: Question[] = []
  for (const row of learnedRows(folder)) {
    const schema = swdeSchemas[row.vertical]
    if (!schema) continue
    const own = readFields(schema).properties.map(field => ({
      field,
      truth: row.truth[field.name] ?? [],
      foreign: false,
    }))
    const asked = [...own, ...strangeFields(row.vertical, random)]
    questions.push(...ask(swdePage(folder, row), row.vertical, row.site, asked, random))
  }
  for (const row of recipeRows(folder)) {
    const page = readPage(parseHtml(stripMarkup(recipeHtml(folder, row))), { url: recipeUrl(row) })
    const own = readFields(recipeSchema)
      .properties.filter(
        field =>
          recipeScalars.includes(field.name) &&
          ['string', 'number'].includes(typeof row.truth[field.name]),
      )
      .map(field => ({ field, truth: [String(row.truth[field.name])], foreign: false }))
    const asked = [...own, ...strangeFields('recipe', random)]
    questions.push(...ask(page, 'recipe', row.domain, asked, random))
  }
  return questions
}

/** Fields that no page of the other verticals has. */
const foreignFields: Record<string, string[]> = {
  auto: ['isbn_13', 'publisher', 'director', 'cuisine', 'date_posted', 'mpaa_rating', 'team'],
  book: ['engine', 'fuel_economy', 'cuisine', 'height', 'mpaa_rating', 'company', 'team'],
  camera: ['isbn_13', 'author', 'director', 'engine', 'cuisine', 'mpaa_rating', 'team'],
  job: ['isbn_13', 'price', 'engine', 'director', 'cuisine', 'height', 'mpaa_rating'],
  recipe: ['isbn_13', 'engine', 'director', 'price', 'phone', 'mpaa_rating', 'company', 'height'],
}

const recipeScalars =
  'title author yields description category cuisine total_time prep_time cook_time ratings ratings_count'.split(
    ' ',
  )

const allSwde = Object.values(swdeSchemas).flatMap(schema => readFields(schema).properties)

type Asked = { field: Field; truth: string[]; foreign: boolean }

const strangeFields = (vertical: string, random: () => number): Asked[] =>
  (foreignFields[vertical] ?? [])
    .filter(() => random() < 0.25)
    .flatMap(name => allSwde.filter(field => field.name === name).slice(0, 1))
    .map(field => ({ field, truth: [], foreign: true }))

const ask = (
  page: ReturnType<typeof readPage>,
  vertical: string,
  site: string,
  fields: Asked[],
  random: () => number,
): Question[] => {
  const candidates = readCandidates(page)
  return fields.map(({ field, truth, foreign }) => {
    // Half of the callers write no description.
    const asked = random() < 0.4 ? { ...field, description: '' } : field
    const rows = featureRows(toQuery(asked), candidates)
    const labels = Uint8Array.from(candidates, (candidate, i) =>
      Number(truth.some(value => isTruth(field, candidate.text, value, rows[i] as Float32Array))),
    )
    // Most candidates are far from any answer: one in ten of them stands for the rest.
    const kept = [...rows.keys()].filter(
      index => labels[index] === 1 || priorOf(rows[index] as Float32Array) > -4 || random() < 0.1,
    )
    return {
      vertical,
      site,
      field: field.name,
      isAnswered: truth.length > 0,
      foreign,
      rows: kept.map(index => rows[index] as Float32Array),
      labels: Uint8Array.from(kept, index => labels[index] as number),
    }
  })
}

const naming = ['bestStrong', 'bestAttribute', 'ownText'].map(name =>
  placeOf(candidateColumns, name),
)

/** A bare 5 is a rating only where something says so; a length of time speaks for itself. */
const isTruth = (field: Field, text: string, truth: string, row: Float32Array): boolean => {
  if (field.kind === 'string' && field.name !== 'yields') return sameValue(text, truth)
  if (text.length > 60) return false
  const named = naming.some(place => (row[place] ?? 0) > 0)
  const wanted = Number(/[\d.]+/.exec(truth)?.[0])
  if (field.name === 'yields') return named && Number(/\d+/.exec(text)?.[0]) === wanted
  const given = normalise(field, text)?.value
  return (
    typeof given === 'number' &&
    Math.abs(given - wanted) < 0.06 &&
    (named || /\d\s?[a-z]/i.test(text))
  )
}
