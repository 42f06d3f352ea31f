import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { parseHtml } from '../src/page/html/html.ts'
import { scoreTrees, type Trees } from '../src/page/learned/trees.ts'
import { readCandidates } from '../src/products/extract/embedded/candidates.ts'
import { featureNames, featureRows, toQuery } from '../src/products/extract/embedded/features.ts'
import { hasEvidence, leastOdds, priorOf } from '../src/products/extract/embedded/prior.ts'
import { type Field, readFields } from '../src/products/extract/schema/fields.ts'
import { readPage } from '../src/products/extract/source/page.ts'
import { normalise } from '../src/products/extract/values/normalise.ts'
import { defaultOptions, generator, type TrainingSet, train } from './extract-gbdt.ts'
import {
  recipeHtml,
  recipeRows,
  recipeUrl,
  sameValue,
  stripMarkup,
  swdePage,
  swdeRows,
} from './support/extract-data.ts'
import { recipeSchema, swdeSchemas } from './support/extract-schemas.ts'

/**
 * `node bench/extract-train.ts <folder of the data sets> [--write]`
 * Cross-validates the ranker with one vertical left out at a time (a schema it never saw), then
 * trains on everything and writes the model.
 */
type Question = {
  vertical: string
  site: string
  field: string
  truth: string[]
  /** Asked of a page of another vertical: nothing is the only right answer. */
  foreign: boolean
  rows: Float32Array[]
  labels: Uint8Array
  texts: string[]
}

const folder = process.argv[2]
if (!folder) throw new Error('Give the folder that holds swde/ and recipes/.')
const write = process.argv.includes('--write')
const full = !process.argv.includes('--quick')

/** Fields that no page of the other verticals has. */
const foreignFields: Record<string, string[]> = {
  auto: ['isbn_13', 'publisher', 'director', 'cuisine', 'date_posted', 'mpaa_rating', 'team'],
  book: ['engine', 'fuel_economy', 'cuisine', 'height', 'mpaa_rating', 'company', 'team'],
  camera: ['isbn_13', 'author', 'director', 'engine', 'cuisine', 'mpaa_rating', 'team'],
  job: ['isbn_13', 'price', 'engine', 'director', 'cuisine', 'height', 'mpaa_rating'],
  recipe: ['isbn_13', 'engine', 'director', 'price', 'phone', 'mpaa_rating', 'company', 'height'],
}

const without = (field: Field): Field => ({ ...field, description: '' })

const cache = process.argv.find(argument => argument.startsWith('--cache='))?.slice(8)
const questions: Question[] =
  cache && existsSync(cache) ? (deserialize(readFileSync(cache)) as Question[]) : []
const random = generator(3)
const allSwde = Object.values(swdeSchemas).flatMap(schema => readFields(schema).properties)

const ask = (
  page: ReturnType<typeof readPage>,
  vertical: string,
  site: string,
  fields: { field: Field; truth: string[]; foreign: boolean }[],
) => {
  const candidates = readCandidates(page)
  for (const { field, truth, foreign } of fields) {
    // Half of the callers write no description.
    const asked = random() < 0.4 ? without(field) : field
    const rows = featureRows(toQuery(asked), candidates)
    const labels = Uint8Array.from(candidates, (candidate, i) =>
      Number(truth.some(value => isTruth(field, candidate.text, value, rows[i] as Float32Array))),
    )
    // Most candidates are far from any answer: one in ten of them stands for the rest.
    const kept = [...rows.keys()].filter(
      index => labels[index] === 1 || priorOf(rows[index] as Float32Array) > -4 || random() < 0.1,
    )
    questions.push({
      vertical,
      site,
      field: field.name,
      truth,
      foreign,
      rows: kept.map(index => rows[index] as Float32Array),
      labels: Uint8Array.from(kept, index => labels[index] as number),
      texts: kept.map(index => candidates[index]?.text ?? ''),
    })
  }
}

/** A bare 5 is a rating only where something says so; a length of time speaks for itself. */
const isTruth = (field: Field, text: string, truth: string, row: Float32Array): boolean => {
  if (field.kind === 'string' && field.name !== 'yields') return sameValue(text, truth)
  if (text.length > 60) return false
  const named = ['bestStrong', 'bestAttribute', 'ownText'].some(
    name => (row[featureNames.indexOf(name)] ?? 0) > 0,
  )
  const wanted = Number(/[\d.]+/.exec(truth)?.[0])
  if (field.name === 'yields') return named && Number(/\d+/.exec(text)?.[0]) === wanted
  const given = normalise(field, text)?.value
  return (
    typeof given === 'number' &&
    Math.abs(given - wanted) < 0.06 &&
    (named || /\d\s?[a-z]/i.test(text))
  )
}

const isCached = questions.length > 0
for (const row of isCached ? [] : swdeRows(folder)) {
  const schema = swdeSchemas[row.vertical]
  if (!schema) continue
  const own = readFields(schema).properties.map(field => ({
    field,
    truth: row.truth[field.name] ?? [],
    foreign: false,
  }))
  const strange = (foreignFields[row.vertical] ?? [])
    .filter(() => random() < 0.25)
    .flatMap(name => allSwde.filter(field => field.name === name).slice(0, 1))
    .map(field => ({ field, truth: [], foreign: true }))
  ask(swdePage(folder, row), row.vertical, row.site, [...own, ...strange])
}
const recipeScalars =
  'title author yields description category cuisine total_time prep_time cook_time ratings ratings_count'.split(
    ' ',
  )
for (const row of full && !isCached ? recipeRows(folder) : []) {
  const page = readPage(parseHtml(stripMarkup(recipeHtml(folder, row))), { url: recipeUrl(row) })
  const own = readFields(recipeSchema)
    .properties.filter(
      field =>
        recipeScalars.includes(field.name) &&
        ['string', 'number'].includes(typeof row.truth[field.name]),
    )
    .map(field => ({ field, truth: [String(row.truth[field.name])], foreign: false }))
  const strange = (foreignFields.recipe ?? [])
    .filter(() => random() < 0.25)
    .flatMap(name => allSwde.filter(field => field.name === name).slice(0, 1))
    .map(field => ({ field, truth: [], foreign: true }))
  ask(page, 'recipe', row.domain, [...own, ...strange])
}
if (cache && !isCached) writeFileSync(cache, serialize(questions))
console.log(
  `${questions.length} questions, ${questions.reduce((sum, q) => sum + q.rows.length, 0)} candidates`,
)

const toSet = (from: Question[]): TrainingSet => {
  const pick = generator(11)
  const rows: Float32Array[] = []
  const labels: number[] = []
  const weights: number[] = []
  const priors: number[] = []
  for (const question of from) {
    const positives = question.labels.reduce((sum, label) => sum + label, 0)
    if (positives === 0 && question.truth.length > 0) continue
    question.rows.forEach((row, i) => {
      const label = question.labels[i] as number
      const prior = priorOf(row)
      if (!label && pick() > (prior > -2.5 ? 1 : 0.4)) return
      rows.push(row)
      labels.push(label)
      priors.push(prior)
      weights.push(label ? 4 / positives : 1)
    })
  }
  return {
    rows,
    labels: Uint8Array.from(labels),
    weights: Float32Array.from(weights),
    prior: Float32Array.from(priors),
  }
}

/** A label that fits better never makes a candidate worse: that holds for every kind of page. */
const options = {
  ...defaultOptions,
  trees: 120,
  rate: 0.06,
  leaves: 16,
  l2: 8,
  monotone: featureNames.map(name =>
    /^(inline|before|above|row|column|term|own|parent|grand|href)Name$|^best(Strong|Recall|Attribute)$|^shapeFit$/.test(
      name,
    )
      ? 1
      : /^(bestStrong|shape)Rank$|^isLabel$/.test(name)
        ? -1
        : 0,
  ),
}

const evidence = !process.argv.includes('--no-evidence')

type Answer = { question: Question; score: number; least: number; right: boolean; text: string }

const answer = (model: Trees | undefined, question: Question): Answer => {
  let best = -1
  let score = -Infinity
  question.rows.forEach((row, i) => {
    if (evidence && !hasEvidence(row)) return
    const value = priorOf(row) + (model ? scoreTrees(model, row) : 0)
    if (value > score) {
      score = value
      best = i
    }
  })
  return {
    question,
    score,
    least: best >= 0 ? leastOdds(question.rows[best] as Float32Array) : 0,
    right: best >= 0 && question.labels[best] === 1,
    text: question.texts[best] ?? '',
  }
}

const report = (answers: Answer[], threshold: number) => {
  const groups = new Map<string, { right: number; given: number; due: number }>()
  let falseGiven = 0
  let absent = 0
  for (const { question, score, least, right } of answers) {
    const given = score >= threshold + least
    if (question.truth.length === 0) {
      absent++
      falseGiven += Number(given)
    }
    if (question.foreign) continue
    const key = `${question.vertical}.${question.field}`
    const group = groups.get(key) ?? { right: 0, given: 0, due: 0 }
    group.right += Number(given && right)
    group.given += Number(given)
    group.due += Number(question.truth.length > 0)
    groups.set(key, group)
  }
  const f1 = [...groups].map(
    ([key, g]) => [key, (2 * g.right) / Math.max(1, g.given + g.due)] as const,
  )
  const swde = f1.filter(([key]) => !key.startsWith('recipe'))
  const macro = swde.reduce((sum, [, value]) => sum + value, 0) / swde.length
  return { f1, macro, absent: falseGiven / Math.max(1, absent) }
}

const folds = (keyOf: (question: Question) => string, count?: number): Answer[] => {
  const keys = [...new Set(questions.map(keyOf))]
  const groups = count
    ? Array.from({ length: count }, (_, i) => keys.filter((_, at) => at % count === i))
    : keys.map(key => [key])
  return groups.flatMap(held => {
    const model = train(toSet(questions.filter(q => !held.includes(keyOf(q)))), options)
    return questions.filter(q => held.includes(keyOf(q))).map(q => answer(model, q))
  })
}

const show = (name: string, answers: Answer[]) => {
  for (const threshold of [-6, -2, -1.5, -1, -0.5, 0, 0.5, 1]) {
    const { macro, absent } = report(answers, threshold)
    console.log(
      `${name} threshold ${threshold}: macro F1 ${macro.toFixed(3)}, values for absent fields ${(100 * absent).toFixed(1)} %`,
    )
  }
  for (const [key, value] of report(answers, -0.5).f1) console.log(`  ${key} ${value.toFixed(2)}`)
  if (process.argv.includes('--errors'))
    for (const { question, score, right, text } of answers)
      if (!right && (!question.foreign || score > 0))
        console.log(
          `    ${question.vertical}.${question.field} ${question.site} ${score.toFixed(1)} got "${text.slice(0, 60)}" want ${JSON.stringify(question.truth).slice(0, 100)}`,
        )
}

show(
  'prior alone',
  questions.map(q => answer(undefined, q)),
)
if (!process.argv.includes('--no-cv')) {
  show(
    'unseen vertical',
    folds(q => q.vertical),
  )
  if (full)
    show(
      'unseen site',
      folds(q => `${q.vertical} ${q.site}`, 4),
    )
}
if (write) {
  const model = train(toSet(questions), options)
  const path = new URL('../src/page/learned/ranker.generated.json', import.meta.url)
  writeFileSync(path, JSON.stringify({ features: featureNames, ...model }))
  console.log(`${model.roots.length} trees, ${model.feature.length} nodes written`)
}
