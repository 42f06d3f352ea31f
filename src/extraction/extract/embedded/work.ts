import { embeddedEvidence } from '../evidence.ts'
import { readFields } from '../fields.ts'
import { orNothing } from '../nothing.ts'
import { openPage, type Page } from '../page.ts'
import { compileSchema } from '../schema.ts'
import { some } from '../some.ts'
import type { Outcome, PageSource, Wish } from '../work-task.ts'
import { type EmbeddedResult, extractEmbedded } from './extract.ts'

/** In a thread: what the page's markup, labels, tables and lists say without a model. */
export const extractWithoutModel = (task: { page: PageSource; wish: Wish }): Outcome => {
  const page = openPage(task.page)
  const compiled = compileSchema(task.wish.schema ?? true)
  const result = extractEmbedded(page, compiled)
  return {
    ...orNothing(compiled, result),
    evidence: embeddedEvidence(page, readFields(compiled.schema), result),
    warnings: warningsOf(page, result),
    needsModel: result.needsModel,
  }
}

const warningsOf = ({ truncated }: Page, { missing }: EmbeddedResult): string[] => [
  ...(truncated ? ['The page is very large: its end was left out.'] : []),
  ...(missing.length > 0 ? [`Not found: ${some(missing)}.`] : []),
]
