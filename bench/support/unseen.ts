import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseHtml } from '../../src/page/html/html.ts'
import { fillSchema } from '../../src/products/extract/embedded/fill.ts'
import { type RankerFile, readRanker } from '../../src/products/extract/embedded/rank/rank.ts'
import { type Learned, shipped } from '../../src/products/extract/embedded/state/learned.ts'
import { compileSchema } from '../../src/products/extract/schema/compile.ts'
import { type Page, readPage } from '../../src/products/extract/source/page.ts'
import { findDates } from '../../src/products/extract/values/dates.ts'
import { fingerprintOf } from '../train/fingerprint.ts'
import { isLastSite, type NotedPage } from '../train/ranker-questions.ts'
import { normal, type SwdeRow, sameValue, stripMarkup, swdePage } from './extract-data.ts'
import { strangeSchema, swdeSchemas } from './extract-schemas.ts'
import { otherWords } from './other-words.ts'
import { deleteTexts, withoutValues } from './removed.ts'
import { domainOf, readHtml, readTruth } from './wcxb.ts'

/* What the route answers with a ranker that never saw the pages. */

const leftOutFolder = '.cache/ranker-left-out'
const command = `npm run train -- ranker --data <data> --dry --keep ${leftOutFolder}`
export const leftOutNeed = { [join(leftOutFolder, 'sites.json')]: command }

/** Models of other code would be measured as if they were of this. */
export const readLeftOut = (name: string): Learned => {
  const known = leftOut.get(name)
  if (known) return known
  const madeBy = readFileSync(join(leftOutFolder, 'fingerprint'), 'utf8')
  if (madeBy !== fingerprintOf('ranker'))
    throw new Error(`The code has changed since the models were made: ${command}`)
  const learned = readModel(leftOutFolder, name)
  leftOut.set(name, learned)
  return learned
}

const leftOut = new Map<string, Learned>()

const readModel = (folder: string, name: string): Learned => {
  const file = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as RankerFile
  return { ...shipped, ranker: readRanker(file) }
}

type Properties = Record<string, { type: string[]; description?: string }>

export type Given = { value: unknown; confidence: number | undefined }

/** One field of one page: what was answered, and whether that is right. */
export type Verdict = Given & {
  key: string
  isDue: boolean
  isRight: boolean
  where: string
  truth: readonly string[]
}

export const ask = (
  page: Page,
  properties: Properties,
  learned: Learned,
): Record<string, Given> => {
  const compiled = compileSchema({ type: 'object', properties })
  const { data, sources } = fillSchema(page, compiled, learned)
  return Object.fromEntries(
    Object.keys(properties).map(name => [
      name,
      { value: Object(data)[name], confidence: sources.get(`/${name}`)?.confidence },
    ]),
  )
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** A page of SWDE asked for its own fields; `way` of the other words, or the data set's own. */
export const askSwde = (
  page: Page,
  row: SwdeRow,
  learned: Learned,
  way: number | undefined,
): Verdict[] => {
  const own = swdeSchemas[row.vertical]?.properties as Properties
  const names = Object.keys(row.truth).filter(name => own[name])
  const said = (name: string) => {
    if (way === undefined) return { name, description: own[name]?.description }
    const [other, description] = otherWords[row.vertical]?.[name]?.[way] ?? [name]
    return { name: other, description }
  }
  const asked = names.map(name => ({ name, ...{ as: said(name) } }))
  const properties = Object.fromEntries(
    asked.map(({ as: { name, description } }) => [
      name,
      { type: ['string', 'null'], ...(description !== undefined && { description }) },
    ]),
  )
  const given = ask(page, properties, learned)
  return asked.map(({ name, as }) => {
    const truth = row.truth[name] ?? []
    const { value, confidence } = given[as.name] as Given
    const isRight = typeof value === 'string' && truth.some(one => sameValue(value, one))
    const isDue = truth.length > 0
    return {
      key: `${row.vertical} ${name}`,
      value,
      confidence,
      isDue,
      isRight,
      where: row.file,
      truth,
    }
  })
}

/** Each value of a page taken out in turn: what is answered for it. */
export const askRemoved = (folder: string, row: SwdeRow, learned: Learned): Verdict[] =>
  Object.keys(row.truth)
    .filter(name => (row.truth[name] ?? []).length > 0)
    .map(name => {
      const page = swdePage(folder, row, document => deleteTexts(document, row.truth[name] ?? []))
      const bare = withoutValues(page, row.truth[name] ?? [])
      const verdicts = askSwde(bare, row, learned, undefined)
      const own = verdicts.find(({ key }) => key === `${row.vertical} ${name}`) as Verdict
      return { ...own, isDue: false, isRight: false }
    })

export const askStrange = (page: Page, learned: Learned): Verdict[] =>
  Object.entries(ask(page, strangeSchema.properties as Properties, learned)).map(
    ([key, given]) => ({
      ...{ key, ...given, isDue: false, isRight: false, where: page.url, truth: [] },
    }),
  )

export { swdePage }

export const macroF1 = (verdicts: Verdict[]): number => {
  const scores = [...Map.groupBy(verdicts, ({ key }) => key).values()].map(group => {
    const right = group.filter(({ isRight }) => isRight).length
    const given = group.filter(({ value }) => isGiven(value)).length
    const due = group.filter(({ isDue }) => isDue).length
    return (2 * right) / Math.max(1, given + due)
  })
  return scores.reduce((sum, one) => sum + one, 0) / Math.max(1, scores.length)
}

export const isAnswer = ({ value }: Verdict) => isGiven(value)
export const givenOf = (verdicts: Verdict[]) => verdicts.filter(isAnswer).length

/** Below this the route's warning names a value. */
export const sureEnough = 0.7

const articleSchema: Properties = {
  title: { type: ['string', 'null'], description: 'Title of the page' },
  author: { type: ['string', 'null'], description: 'Author' },
  published: { type: ['string', 'null'], description: 'Date of publication' },
}

/** Title, author and date of pages whose domains were left out, their JSON-LD and microdata gone. */
export function* articleVerdicts(folder: string, learned: Learned): Generator<Verdict> {
  const wcxb = join(folder, 'wcxb')
  for (const row of readTruth(wcxb) as NotedPage[]) {
    if (!isLastSite(domainOf(row.url))) continue
    const page = readPage(parseHtml(stripMarkup(readHtml(wcxb, row.id))), { url: row.url })
    const given = ask(page, articleSchema, learned)
    const truths = { title: row.title, author: row.author, published: row.publish_date }
    for (const [key, truth] of Object.entries(truths)) {
      if (!truth) continue
      const { value, confidence } = given[key] as Given
      const isRight = isGiven(value) && isSaid(key, String(value), truth)
      yield {
        key,
        value,
        confidence,
        isDue: true,
        isRight,
        where: `${row.type} ${row.id}`,
        truth: [truth],
      }
    }
  }
}

const isSaid = (key: string, given: string, truth: string): boolean => {
  if (key === 'published') return daysIn(given).some(day => daysIn(truth).includes(day))
  const [a, b] = [normal(given), normal(truth)]
  if (a === b) return true
  return key === 'author' ? ` ${a} `.includes(` ${b} `) && a.length < b.length + 25 : false
}

const daysIn = (text: string): string[] =>
  findDates(text).flatMap(({ readings }) => readings.filter(one => one.length === 10))
