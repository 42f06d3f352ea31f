import type { PageOutcome, PageTask } from '../../base/reader/page-task.ts'
import { openBytes } from '../../base/reader/read-bytes.ts'
import { filterTags } from '../../page/content/selectors.ts'
import type { HtmlDocument } from '../../page/html/html.ts'
import { parsePage } from '../../page/html/parse-page.ts'
import type { TaughtReader } from '../../page/taught/reader.ts'
import { answerWithoutModel } from './embedded/answer.ts'
import { type PageLines, readLines } from './grounding/lines.ts'
import type { ExtractOutcome } from './grounding/outcome.ts'
import { type Plan, planParts } from './model/plan.ts'
import type { ExtractionSpec } from './schema/extraction-spec.ts'
import { isSchemaObject } from './schema/limits.ts'
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
  /** What was taught of such pages: asked first, and what it leaves open goes to who answers else. */
  reader?: { taught: TaughtReader; fallback: Fallback } | undefined
}

/** Who answers what a reader leaves open. */
export const fallbacks = ['model', 'embedded', 'none'] as const
export type Fallback = (typeof fallbacks)[number]

/** A page as it is stored, to be read again without asking for it. */
export type PageCopy = { url: string; source: string; warning?: string }

/** An answer; or what to ask a model, and what its answers will be held against. */
export type PageReading =
  | {
      is: 'answered'
      outcome: ExtractOutcome
      by?: 'reader' | 'reader+embedded'
      isOther?: boolean
    }
  | Planned
  /** A page of another template than the reader's, and nobody else to ask. */
  | { is: 'mismatch' }
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
  const { onlyMainContent, reader } = question
  const open = () => openPage(document, { url, onlyMainContent })
  return reader
    ? readTaughtFirst({ document, url, open }, question, reader)
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
  { taught: reader, fallback }: NonNullable<PageQuestion['reader']>,
): PageReading => {
  const { schema = true } = question.spec
  const taught = readByReader(page, schema, reader)
  if (taught.isOther)
    return fallback === 'none'
      ? { is: 'mismatch' }
      : { ...readAnew(page.open(), question), isOther: true }
  if (taught.open.length === 0 || fallback === 'none')
    return { is: 'answered', outcome: finishTaught({ schema, taught }), by: 'reader' }
  const open = isSchemaObject(schema) ? onlyFields(schema, taught.open) : schema
  const rest = readAnew(page.open(), { ...question, spec: { ...question.spec, schema: open } })
  if (rest.is === 'planned') return { ...rest, taught }
  const outcome = finishTaught({ schema, taught, rest: rest.outcome })
  return { is: 'answered', outcome, by: 'reader+embedded' }
}
