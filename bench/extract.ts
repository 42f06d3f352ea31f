import { join } from 'node:path'
import { atLeast, atMost, type Context, defineBench, figure, share } from './harness/bench.ts'
import {
  readHtml,
  recipeHtml,
  recipeRows,
  recipeUrl,
  recordRows,
  sameValue,
  stripMarkup,
  swdeRows,
} from './support/extract-data.ts'
import { listSchema, recipeSchema, strangeSchema, swdeSchemas } from './support/extract-schemas.ts'
import { extractEmbedded, type Question } from './support/extract-tasks.ts'
import { isRight } from './support/recipe-score.ts'

export const bench = defineBench({
  name: 'extract',
  part: 'Extract',
  title: 'The embedded extractor on public data: recipes of 233 sites, 500 pages of SWDE, 80 lists',
  minutes: 4,
  needs: { data: ['recipes/truth.jsonl', 'swde/labels.jsonl', 'records/truth.jsonl'] },
  rows: {
    recipes: { what: 'fields of recipes that are right', unit: '%', limit: atLeast(90) },
    stripped: {
      what: 'the same without JSON-LD, microdata and RDFa',
      unit: '%',
      limit: atLeast(60),
      note: 'The ranker was trained on these pages: see left-out for pages that it never saw.',
    },
    swde: { what: 'SWDE, macro F1, in sample' },
    absent: {
      what: 'values given for fields that the page does not have',
      unit: '%',
      limit: atMost(2),
    },
    time: { what: 'processor time of a page', unit: 'ms', limit: atMost(300) },
    lists: {
      what: 'the same, list pages, where all lists are ranked',
      unit: 'ms',
      limit: atMost(300),
    },
  },
  measure: async context => {
    const clock = { pages: 0, ms: 0 }
    const recipes = scoreRecipes(context, clock, html => html)
    const stripped = scoreRecipes(context, clock, stripMarkup)
    const swde = scoreSwde(context, clock)
    const lists = { pages: 0, ms: 0 }
    for (const { file } of sampled(context, recordRows(context.data('')))) {
      const html = readHtml(context.data(join('records/html', file)))
      timed(lists, { html, url: 'https://list.example/', schema: listSchema })
    }
    return {
      recipes,
      stripped,
      ...swde,
      time: figure(clock.ms / clock.pages),
      lists: figure(lists.ms / lists.pages),
    }
  },
})

const sampled = <T>({ sample }: Context, rows: readonly T[]): T[] =>
  rows.filter((_, at) => at % sample === 0)

type Clock = { pages: number; ms: number }

const timed = (clock: Clock, question: Question): Record<string, unknown> => {
  const before = process.cpuUsage()
  const outcome = extractEmbedded(question)
  const { user, system } = process.cpuUsage(before)
  clock.ms += (user + system) / 1_000
  clock.pages++
  return Object(outcome?.data)
}

const scoreRecipes = (context: Context, clock: Clock, prepare: (html: string) => string) => {
  const sums = { right: 0, due: 0 }
  for (const row of sampled(context, recipeRows(context.data('')))) {
    const html = prepare(recipeHtml(context.data(''), row))
    const data = timed(clock, { html, url: recipeUrl(row), schema: recipeSchema })
    for (const name of Object.keys(recipeSchema.properties)) {
      const truth = row.truth[name]
      if (isMissing(truth)) continue
      const right = isRight(name, data[name], truth)
      sums.due++
      sums.right += Number(right)
      if (!right) sayMiss(context, `${row.domain} ${name}`, data[name], truth)
    }
  }
  return share(sums.right, sums.due)
}

const isMissing = (truth: unknown): boolean =>
  truth === null ||
  truth === undefined ||
  truth === '' ||
  (Array.isArray(truth) && truth.length === 0)

const scoreSwde = (context: Context, clock: Clock) => {
  const groups = new Map<string, { right: number; given: number; due: number }>()
  const sums = { absent: 0, invented: 0 }
  const countAbsent = (given: unknown) => {
    sums.absent++
    sums.invented += Number(given !== null && given !== undefined && given !== '')
  }
  for (const row of sampled(context, swdeRows(context.data('')))) {
    const schema = swdeSchemas[row.vertical]
    if (!schema) continue
    const html = readHtml(context.data(join('swde/html', row.file)))
    const page = { html, url: `http://${row.site}.example/` }
    const data = timed(clock, { ...page, schema })
    for (const [name, truth] of Object.entries(row.truth)) {
      const key = `${row.vertical}.${name}`
      const group = groups.get(key) ?? { right: 0, given: 0, due: 0 }
      const given = data[name]
      const right = typeof given === 'string' && truth.some(value => sameValue(given, value))
      group.given += Number(Boolean(given))
      group.due += Number(truth.length > 0)
      group.right += Number(right)
      groups.set(key, group)
      if (truth.length === 0) countAbsent(given)
      if (!right && (given || truth.length > 0))
        sayMiss(context, `${row.file} ${key}`, given, truth)
    }
    const strange = Object(extractEmbedded({ ...page, schema: strangeSchema })?.data)
    for (const name of Object.keys(strangeSchema.properties)) countAbsent(strange[name])
  }
  const scores = [...groups.values()].map(
    ({ right, given, due }) => (2 * right) / Math.max(1, given + due),
  )
  return {
    swde: figure(scores.reduce((sum, f1) => sum + f1, 0) / scores.length),
    absent: share(sums.invented, sums.absent),
  }
}

const sayMiss = ({ verbose, say }: Context, where: string, given: unknown, wanted: unknown) => {
  const short = (value: unknown) => JSON.stringify(value)?.slice(0, 100)
  if (verbose) say(`${where}: ${short(given)}, not ${short(wanted)}`)
}
