import { join } from 'node:path'
import { parseHtml } from '../../src/page/html/html.ts'
import { placeOf } from '../../src/page/learned/columns.ts'
import { readFacts } from '../../src/page/metadata/facts/facts.ts'
import { thesaurus } from '../../src/page/words/thesaurus.ts'
import { readCandidates } from '../../src/products/extract/embedded/rank/candidates.ts'
import { eligible, valueText } from '../../src/products/extract/embedded/rank/eligible.ts'
import { candidateColumns } from '../../src/products/extract/embedded/rank/features.ts'
import { pairsOf } from '../../src/products/extract/embedded/rank/pairs.ts'
import { priorOf } from '../../src/products/extract/embedded/rank/prior.ts'
import { type Query, toQuery } from '../../src/products/extract/embedded/rank/query.ts'
import { readVocabulary, wordsSpoken } from '../../src/products/extract/embedded/rank/vocabulary.ts'
import { type Field, openField, readFields } from '../../src/products/extract/schema/fields.ts'
import { type Page, readPage } from '../../src/products/extract/source/page.ts'
import { normalise } from '../../src/products/extract/values/normalise.ts'
import {
  normal,
  recipeHtml,
  recipeRows,
  recipeUrl,
  sameValue,
  stripMarkup,
  swdePage,
  swdeRows,
} from '../support/extract-data.ts'
import { recipeSchema, swdeSchemas } from '../support/extract-schemas.ts'
import { gaps, withoutValues } from '../support/removed.ts'
import { bucketOf, domainOf, readHtml, readTruth, type TruthPage } from '../support/wcxb.ts'
import { inStyle, strangeNames, waysToAsk } from './field-names.ts'
import { freeLabels, isDateKey, matcherOf } from './free-labels.ts'
import { createRandom } from './random.ts'

/** One field asked of one page, with all candidates that could matter. */
export type Question = {
  source: 'swde' | 'recipes' | 'wcxb'
  vertical: string
  site: string
  field: string
  /** What is asked: the value is there, was taken out, or belongs to another kind of page. */
  kind: 'there' | 'removed' | 'strange'
  rows: Float32Array[]
  labels: Uint8Array
  /** Equal numbers are equal texts. */
  texts: Uint16Array
  /** Share of the field's words that the page uses. */
  spoken: number
}

export const learnedRows = (folder: string) =>
  swdeRows(folder).filter(({ vertical }) => swdeSchemas[vertical])

/** A fourth of all sites and domains is left out together. */
export const isLastSite = (site: string) => bucketOf(site, 4) === 0

type Asked = {
  key: string
  field: Field
  values: string[]
  isTruth: (text: string, row: Float32Array) => boolean
}
type Source = Pick<Question, 'source' | 'vertical' | 'site'> & { page: Page; asked: Asked[] }

export const readQuestions = (folder: string): Question[] => {
  const random = createRandom(3)
  const questions: Question[] = []
  for (const source of [
    swdeSources(folder, random),
    recipeSources(folder),
    wcxbSources(folder, random),
  ])
    for (const page of source) questions.push(...questionsOf(page, random))
  return questions
}

/** Each value once as it is and once taken out, under another name each time; then what is not there. */
const questionsOf = ({ page, asked, ...from }: Source, random: () => number): Question[] => {
  const candidates = readCandidates(page)
  const vocabulary = readVocabulary(page)
  const ask = (
    { key, field, isTruth }: Asked,
    kind: Question['kind'],
    seen = candidates,
    words = vocabulary,
  ): Question => {
    const query = toQuery(field)
    const { list, rows, texts } = eligible(query, seen)
    const labels = list.map((candidate, at) =>
      Number(kind === 'there' && isTruth(valueText(query, candidate), rows[at] as Float32Array)),
    )
    // Most candidates are far from any answer: some of them stand for the rest.
    const kept = [...rows.keys()].filter(
      at => labels[at] === 1 || priorOf(rows[at] as Float32Array) > -3.5 || random() < 0.15,
    )
    return {
      ...from,
      field: key,
      kind,
      rows: kept.map(at => rows[at] as Float32Array),
      labels: Uint8Array.from(kept, at => labels[at] as number),
      texts: Uint16Array.from(kept, at => texts[at] as number),
      spoken: wordsSpoken(words, query),
    }
  }
  const questions: Question[] = []
  for (const one of [...asked, ...pairsToAsk(page, random)]) {
    const there = ask(one, 'there')
    if (!there.labels.includes(1) && from.source !== 'swde') continue
    questions.push(there)
    if (one.values.length === 0 || (from.source !== 'swde' && random() < 0.5)) continue
    const removed = withoutValues(page, one.values, gaps[Math.floor(random() * gaps.length)])
    const again = { ...one, field: renamed(one, random) }
    questions.push(ask(again, 'removed', readCandidates(removed), readVocabulary(removed)))
  }
  for (const [name, description] of pick(strangeNames, 2, random)) {
    const field = fieldOf(inStyle(name, random), random() < 0.5 ? description : '')
    if (wordsSpoken(vocabulary, plain(toQuery(field))) >= 1 && from.source === 'wcxb') continue
    questions.push(ask({ key: name, field, values: [], isTruth: () => false }, 'strange'))
  }
  return questions
}

const maxPairs = 4

/** Names and values that the page itself sets side by side, asked by its name or by a synonym. */
const pairsToAsk = (page: Page, random: () => number): Asked[] => {
  const byLabel = Map.groupBy(pairsOf(page), ({ label }) => normal(label))
  const single = [...byLabel.values()].filter(
    ([pair, ...more]) =>
      pair &&
      more.length === 0 &&
      /^[\p{L} ]{3,25}$/u.test(pair.label) &&
      pair.text.length <= 60 &&
      /[\p{L}\p{N}]/u.test(pair.text),
  )
  return pick(single, Math.min(maxPairs, single.length), random).flatMap(([pair]) => {
    if (!pair) return []
    const words = pair.label
      .toLowerCase()
      .split(' ')
      .map(word => (random() < 0.3 ? synonymOf(word, random) : word))
    const field = fieldOf(inStyle(words.join(' '), random), '')
    const isTruth = (text: string) => sameValue(text, pair.text)
    return [{ key: 'pair', field, values: [pair.text], isTruth }]
  })
}

const synonymOf = (word: string, random: () => number): string => {
  const lines = thesaurus.plain.filter(line => line.split(' ').includes(word))
  const line = lines[Math.floor(random() * lines.length)]?.split(' ') ?? [word]
  return line[Math.floor(random() * line.length)] ?? word
}

/** Held to its letters, whatever is known of its words. */
const plain = (query: Query): Query => ({
  ...query,
  names: query.names.map(({ words, weight }) => ({
    words: words.map(({ stem }) => ({ stem, concepts: [] })),
    weight,
  })),
})

const pick = <T>(list: readonly T[], count: number, random: () => number): T[] =>
  Array.from({ length: count }, () => list[Math.floor(random() * list.length)] as T)

const renamed = ({ key, field }: Asked, random: () => number): Field => {
  const { name, description } = waysToAsk(schemaOrg[key] ?? key, random)
  return random() < 0.4 ? field : { ...field, name, description }
}

/** What the sets call it, in schema.org's words, to ask for it in others. */
const schemaOrg: Record<string, string> = {
  publication_date: 'datePublished',
  date_posted: 'datePosted',
  isbn_13: 'isbn',
  company: 'hiringOrganization',
  location: 'jobLocation',
  yields: 'recipeYield',
  total_time: 'totalTime',
  prep_time: 'prepTime',
  cook_time: 'cookTime',
  cuisine: 'recipeCuisine',
  ratings: 'ratingValue',
  ratings_count: 'ratingCount',
}

const fieldOf = (name: string, description: string, kind: Field['kind'] = 'string'): Field => ({
  ...openField(name, `/${name}`),
  kind,
  description,
})

function* swdeSources(folder: string, random: () => number): Generator<Source> {
  for (const row of learnedRows(folder)) {
    const schema = swdeSchemas[row.vertical]
    if (!schema) continue
    const asked = readFields(schema).properties.map(field => {
      const values = row.truth[field.name] ?? []
      const isTruth = (text: string) => values.some(value => sameValue(text, value))
      const own = random() < 0.4 ? { ...field, description: '' } : field
      return { key: field.name, field: own, values, isTruth }
    })
    const also = asked
      .filter(({ values }) => values.length > 0)
      .map(one => ({ ...one, field: renamed(one, random) }))
    yield {
      ...{ source: 'swde', vertical: row.vertical, site: row.site },
      page: swdePage(folder, row),
      asked: [...asked, ...also],
    }
  }
}

const recipeScalars =
  'title author yields description category cuisine total_time prep_time cook_time ratings ratings_count'.split(
    ' ',
  )

function* recipeSources(folder: string): Generator<Source> {
  for (const row of recipeRows(folder)) {
    const page = readPage(parseHtml(stripMarkup(recipeHtml(folder, row))), { url: recipeUrl(row) })
    const asked = readFields(recipeSchema)
      .properties.filter(
        field =>
          recipeScalars.includes(field.name) &&
          ['string', 'number'].includes(typeof row.truth[field.name]),
      )
      .map(field => {
        const truth = String(row.truth[field.name])
        const isTruth = (text: string, own: Float32Array) => isRecipeTruth(field, text, truth, own)
        return { key: field.name, field, values: [truth], isTruth }
      })
    yield { source: 'recipes', vertical: 'recipe', site: row.domain, page, asked }
  }
}

export type NotedPage = TruthPage & { author: string | null; publish_date: string | null }

const maxMatches = 12
const maxAsked = 6

/** Values of the markup, and the title, author and date that people noted, found again in the text. */
function* wcxbSources(folder: string, random: () => number): Generator<Source> {
  const wcxb = join(folder, 'wcxb')
  for (const [at, row] of (readTruth(wcxb) as NotedPage[]).entries()) {
    // Every second page teaches nearly as much in half the time.
    if (at % 2 === 1) continue
    const html = readHtml(wcxb, row.id)
    const page = readPage(parseHtml(stripMarkup(html)), { url: row.url })
    const texts = page.nodes.flatMap(({ text, pieces }) => [text, ...pieces.map(one => one.text)])
    const noted = Object.entries({
      headline: row.title,
      author: row.author,
      datePublished: row.publish_date,
    }).flatMap(([key, value]) => (value ? [{ key, value, matches: matcherOf(key, value) }] : []))
    const known = new Set(noted.map(({ key }) => key))
    const items = /ld\+json|itemprop/.test(html) ? readFacts(parseHtml(html), row).items : []
    const free = freeLabels(items).filter(({ key }) => !known.has(key))
    const asked = [...noted, ...free]
      .filter(({ matches }) => {
        const count = texts.filter(matches).length
        return count > 0 && count <= maxMatches
      })
      .slice(0, maxAsked)
      .map(({ key, value, matches }) => {
        const { name, description } = waysToAsk(key, random)
        const isNumber = /^[\d.,\s]+$/.test(value) && !isDateKey(key)
        const isTruth = (text: string, own: Float32Array) =>
          matches(text) && (!isNumber || isNamed(own) || /\p{Sc}/u.test(text))
        const shown = [...new Set(texts.filter(matches)), value]
        return { key, field: fieldOf(name, description), values: shown, isTruth }
      })
    yield { source: 'wcxb', vertical: row.type, site: domainOf(row.url), page, asked }
  }
}

const naming = ['bestStrong', 'bestAttribute', 'ownText'].map(name =>
  placeOf(candidateColumns, name),
)
const isNamed = (row: Float32Array) => naming.some(place => (row[place] ?? 0) > 0)

/** A bare 5 is a rating only where something says so; a length of time speaks for itself. */
const isRecipeTruth = (field: Field, text: string, truth: string, row: Float32Array): boolean => {
  if (field.kind === 'string' && field.name !== 'yields') return sameValue(text, truth)
  if (text.length > 60) return false
  const wanted = Number(/[\d.]+/.exec(truth)?.[0])
  if (field.name === 'yields') return isNamed(row) && Number(/\d+/.exec(text)?.[0]) === wanted
  const given = normalise(field, text)?.value
  return (
    typeof given === 'number' &&
    Math.abs(given - wanted) < 0.06 &&
    (isNamed(row) || /\d\s?[a-z]/i.test(text))
  )
}
