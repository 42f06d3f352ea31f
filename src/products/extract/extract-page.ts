import type { PageOutcome, PageTask } from '../../base/reader/page-task.ts'
import { openBytes } from '../../base/reader/read-bytes.ts'
import { filterTags } from '../../page/content/selectors.ts'
import type { HtmlDocument } from '../../page/html/html.ts'
import { parsePage } from '../../page/html/parse-page.ts'
import { answerWithoutModel } from './embedded/answer.ts'
import { type PageLines, readLines } from './grounding/lines.ts'
import type { ExtractOutcome } from './grounding/outcome.ts'
import { type Plan, planParts } from './model/plan.ts'
import type { ExtractionSpec } from './schema/extraction-spec.ts'
import { openPage } from './source/open-page.ts'

export type PageQuestion = {
  spec: ExtractionSpec
  onlyMainContent: boolean
  /** A model will answer; else the embedded extractor does at once. */
  forModel: boolean
  /** The caller wants to see where values stand. */
  evidence: boolean
}

/** A page as it is stored, to be read again without asking for it. */
export type PageCopy = { url: string; source: string; warning?: string }

/** An answer; or what to ask a model, and what its answers will be held against. */
export type PageReading = { is: 'answered'; outcome: ExtractOutcome } | Planned
export type Planned = {
  is: 'planned'
  plan: Plan
  lines: PageLines
  /** What the embedded extractor says: a second opinion, and the answer where the model has none. */
  instead: ExtractOutcome | undefined
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
  const { spec, onlyMainContent, forModel, evidence } = question
  const page = openPage(document, { url, onlyMainContent })
  const embedded = () => answerWithoutModel(page, spec, evidence || forModel)
  if (!forModel) return { is: 'answered', outcome: embedded() }
  const instead = spec.schema === undefined ? undefined : embedded()
  return { is: 'planned', plan: planParts(page, spec), lines: readLines(page), instead }
}
