import type { PageOutcome, PageTask } from '../../base/reader/page-task.ts'
import { openBytes } from '../../base/reader/read-bytes.ts'
import { filterTags } from '../../page/content/selectors.ts'
import type { HtmlDocument } from '../../page/html/html.ts'
import { parsePage } from '../../page/html/parse-page.ts'
import type { TaughtReader } from '../../page/taught/reader.ts'
import { skeletonOf } from '../../page/taught/template.ts'
import { answerWithoutModel } from './embedded/answer.ts'
import { type PageLines, readLines } from './grounding/lines.ts'
import type { ExtractOutcome } from './grounding/outcome.ts'
import { type Plan, planParts } from './model/plan.ts'
import type { ExtractionSpec } from './schema/extraction-spec.ts'
import { isSchemaObject, type JsonSchema } from './schema/limits.ts'
import { openPage } from './source/open-page.ts'
import type { Page } from './source/page.ts'
import { onlyFields } from './taught/parts.ts'
import { finishTaught, readByReader, type Taught } from './taught/read.ts'

export type PageQuestion = {
  spec: ExtractionSpec
  onlyMainContent: boolean
  /** A model will answer; else the embedded extractor does at once. */
  forModel: boolean
  /** The caller wants to see where values stand. */
  evidence: boolean
  /** What was learned of such pages: asked first, and what it leaves open goes to who answers else. */
  readers?: Readers | undefined
}
type Readers = {
  choices: readonly { taught: TaughtReader; fallback: Fallback; isProving?: boolean }[]
  /** Of the reader that the caller named; undefined with `auto`. */
  named: Fallback | undefined
}

/** Who answers what a reader leaves open. */
export const fallbacks = ['model', 'embedded', 'none'] as const
export type Fallback = (typeof fallbacks)[number]

/** A page as it is stored, to be read again without asking for it. */
export type PageCopy = { url: string; source: string; warning?: string }

/** An answer; or what to ask a model, and what its answers will be held against. */
export type PageReading = { seen?: SeenByReader; skeleton?: string[] } & (
  | {
      is: 'answered'
      outcome: ExtractOutcome
      by?: 'reader' | 'reader+embedded'
      isOther?: boolean
    }
  | Planned
  /** A page of another template than the reader's, and nobody else to ask. */
  | { is: 'mismatch' }
)
/** What the reader that fits best made of the page, whoever answers. */
export type SeenByReader = { choice: number; taught: Taught }
export type Planned = {
  is: 'planned'
  plan: Plan
  lines: PageLines
  /** What the embedded extractor says: a second opinion, and the answer where the model has none. */
  instead: ExtractOutcome | undefined
  /** What the model is asked for: less than the caller asked for where a reader gave the rest. */
  spec: ExtractionSpec
  taught?: Taught
  isOther?: boolean
}

export type ReadPage = { copy: PageCopy; reading: PageReading }

/** In a thread: the verdict on a page and all that is read of it, in one trip and on one parse. */
export const extractFromPage = async (task: {
  page: PageTask
  question: PageQuestion
}): Promise<PageOutcome<ReadPage>> => {
  const opened = await openBytes(task.page)
  if (opened.is !== 'answer') return opened
  const { url, html, document, warning } = opened.answer
  const copy: PageCopy = { url, source: html, ...(warning && { warning }) }
  return { is: 'answer', answer: { copy, reading: read(document, url, task.question) } }
}

/** In a thread: the same of a page that is already here. */
export const extractFromCopy = (task: {
  copy: PageCopy
  tags: Pick<PageTask, 'includeTags' | 'excludeTags'>
  question: PageQuestion
}): PageReading =>
  read(filterTags(parsePage(task.copy.source), task.tags), task.copy.url, task.question)

const read = (document: HtmlDocument, url: string, question: PageQuestion): PageReading => {
  const { onlyMainContent, readers } = question
  const open = () => openPage(document, { url, onlyMainContent })
  return readers
    ? readTaughtFirst({ document, url, open }, question, readers)
    : readAnew(open(), question)
}

const readAnew = (page: Page, { spec, forModel, evidence }: PageQuestion) => {
  const embedded = () => answerWithoutModel(page, spec, evidence || forModel)
  if (!forModel) return { is: 'answered' as const, outcome: embedded() }
  const instead = spec.schema === undefined ? undefined : embedded()
  const [plan, lines] = [planParts(page, spec), readLines(page)]
  return { is: 'planned' as const, plan, lines, instead, spec }
}

/** Field by field: only what the reader leaves open is asked of somebody else. */
const readTaughtFirst = (
  page: { document: HtmlDocument; url: string; open: () => Page },
  question: PageQuestion,
  { choices, named }: Readers,
): PageReading => {
  const { schema = true } = question.spec
  const seen = readByBest(page, schema, choices)
  const reader = seen && choices[seen.choice]
  if (!seen || !reader || seen.taught.isOther) {
    if (named === 'none') return { is: 'mismatch', ...(seen && { seen }) }
    const isOther = named !== undefined && choices.length > 0
    const rest = { ...readAnew(page.open(), question), isOther, ...(seen && { seen }) }
    return named === undefined ? { ...rest, skeleton: skeletonOf(page.document.root) } : rest
  }
  if (reader.isProving) return { ...readAnew(page.open(), question), seen }
  const { taught } = seen
  if (taught.open.length === 0 || reader.fallback === 'none')
    return { is: 'answered', outcome: finishTaught({ schema, taught }), by: 'reader', seen }
  const open = isSchemaObject(schema) ? onlyFields(schema, taught.open) : schema
  const forModel = question.forModel && reader.fallback === 'model'
  const left = { ...question, forModel, spec: { ...question.spec, schema: open } }
  const rest = readAnew(page.open(), left)
  if (rest.is === 'planned') return { ...rest, taught, seen }
  const outcome = finishTaught({ schema, taught, rest: rest.outcome })
  return { is: 'answered', outcome, by: 'reader+embedded', seen }
}

/**
 * Several templates of one site, or the old and the new one while a change is rolled out: the reader
 * that finds most, most surely, is the page's own. One that is proven comes before one that is not.
 */
const readByBest = (
  page: { document: HtmlDocument; url: string },
  schema: JsonSchema | boolean,
  choices: Readers['choices'],
): SeenByReader | undefined => {
  const rankOf = ({ choice, taught }: SeenByReader) =>
    (taught.isOther ? 0 : 1_000) + (choices[choice]?.isProving ? 0 : 500) + surenessOf(taught)
  return choices
    .map(({ taught: reader }, choice) => ({ choice, taught: readByReader(page, schema, reader) }))
    .sort((a, b) => rankOf(b) - rankOf(a))[0]
}

const surenessOf = ({ evidence, flagged, open }: Taught): number =>
  Object.values(evidence).reduce((sum, { confidence = 0 }) => sum + confidence, 0) /
    Math.max(1, Object.keys(evidence).length + open.length) -
  Object.keys(flagged).length / 100
