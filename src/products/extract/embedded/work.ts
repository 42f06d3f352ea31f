import { embeddedEvidence } from '../ground/evidence.ts'
import { orderNotice, some } from '../ground/some.ts'
import { findSuspects } from '../ground/suspect.ts'
import { compileSchema } from '../schema/compile.ts'
import { readFields } from '../schema/fields.ts'
import { orNothing } from '../schema/nothing.ts'
import { openPage, type Page } from '../source/page.ts'
import type { Outcome, PageSource, Wish } from '../task.ts'
import { type EmbeddedResult, extractEmbedded } from './extract.ts'
import { maxRecords } from './slots.ts'

/** In a thread: what the page's markup, labels, tables and lists say without a model. */
export const extractWithoutModel = (task: { page: PageSource; wish: Wish }): Outcome => {
  const whole = openPage(task.page)
  const orders = findSuspects(whole.nodes)
  const page = without(whole, orders)
  const compiled = compileSchema(task.wish.schema ?? true)
  const result = extractEmbedded(page, compiled)
  return {
    ...orNothing(compiled, result),
    evidence: embeddedEvidence(whole, readFields(compiled.schema), result),
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

const warningsOf = ({ truncated }: Page, { missing, cut }: EmbeddedResult): string[] => [
  ...(truncated ? ['The page is very large: its end was left out.'] : []),
  ...(cut.length > 0 ? [`Only the first ${maxRecords} entries were read: ${some(cut)}.`] : []),
  ...(missing.length > 0 ? [`Not found: ${some(missing)}.`] : []),
]
