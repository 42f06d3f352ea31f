import { sureEnough } from '../grounding/evidence.ts'
import { firstFew, nothingFound, orderNotice } from '../grounding/notices.ts'
import type { ExtractOutcome } from '../grounding/outcome.ts'
import { findSuspects } from '../grounding/suspects.ts'
import { compileSchema } from '../schema/compile.ts'
import { orEmpty } from '../schema/empty.ts'
import type { ExtractionSpec } from '../schema/extraction-spec.ts'
import { readFields } from '../schema/fields.ts'
import type { Page } from '../source/page.ts'
import { evidenceFor, quotesOf } from './evidence.ts'
import { type FilledSchema, fillSchema } from './fill.ts'
import { maxRecords } from './records/record-slots.ts'

/** What the page's markup, labels, tables and lists say without a model. */
export const answerWithoutModel = (
  whole: Page,
  spec: ExtractionSpec,
  withEvidence = true,
): ExtractOutcome => {
  const orders = findSuspects(whole.nodes)
  const page = without(whole, orders)
  const compiled = compileSchema(spec.schema ?? true)
  const result = fillSchema(page, compiled)
  return {
    ...orEmpty(compiled, result),
    evidence: withEvidence
      ? evidenceFor(whole, readFields(compiled.schema), result)
      : quotesOf(result.sources),
    warnings: [...orderNotice(orders.size), ...warningsOf(page, result)],
    needsModel: result.needsModel,
  }
}

/** Lines that speak to machines say nothing here either; the others keep their numbers. */
const without = (page: Page, orders: ReadonlySet<number>): Page =>
  orders.size === 0
    ? page
    : {
        ...page,
        nodes: page.nodes.map(node =>
          orders.has(node.id) ? { ...node, text: '', pieces: [] } : node,
        ),
      }

const warningsOf = ({ truncated }: Page, { missing, cut, sources }: FilledSchema): string[] => [
  ...(truncated ? ['The page is very large: its end was left out.'] : []),
  ...(cut.length > 0 ? [`Only the first ${maxRecords} entries were read: ${firstFew(cut)}.`] : []),
  ...notFound(missing),
  ...unsure(sources),
]

/** Values that may well be others than those which were asked for. */
const unsure = (sources: FilledSchema['sources']): string[] => {
  const low = [...sources].filter(([, { confidence }]) => confidence < sureEnough)
  return low.length > 0 ? [`Not sure of ${firstFew(low.map(([pointer]) => pointer))}.`] : []
}

const notFound = (missing: readonly string[]): string[] => {
  if (missing.length === 0) return []
  return [missing.includes('') ? nothingFound : `Not found: ${firstFew(missing)}.`]
}
