import { namesOfPointer } from '../../../kit/json-pointer.ts'
import { own } from '../../../kit/own.ts'
import { type Evidence, sureEnough } from '../grounding/evidence.ts'
import { groundLeaf } from '../grounding/leaf.ts'
import { readLines } from '../grounding/lines.ts'
import { firstFew, nothingFound, orderNotice } from '../grounding/notices.ts'
import type { ExtractOutcome } from '../grounding/outcome.ts'
import { type Grounded, indexPage, type PageIndex } from '../grounding/page-index.ts'
import { findSuspects } from '../grounding/suspects.ts'
import { toEvidence } from '../grounding/to-evidence.ts'
import { compileSchema } from '../schema/compile.ts'
import { orEmpty } from '../schema/empty.ts'
import type { ExtractionSpec } from '../schema/extraction-spec.ts'
import { type Field, readFields } from '../schema/fields.ts'
import type { Page } from '../source/page.ts'
import { type FilledSchema, fillSchema } from './fill.ts'
import { maxRecords } from './records/record-slots.ts'
import type { Found } from './state/state.ts'

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

/** Words that a reader sees are the better evidence, also for what came out of the markup. */
const evidenceFor = (
  page: Page,
  root: Field,
  { data, sources }: { data: unknown; sources: ReadonlyMap<string, Found> },
): Record<string, Evidence> => {
  const ground = indexPage(readLines(page))
  return Object.fromEntries(
    [...sources].map(([pointer, source]) => [
      pointer,
      {
        ...toEvidence(ground, seen(ground, root, data, pointer, source)),
        confidence: Math.round(100 * source.confidence) / 100,
      },
    ]),
  )
}

/** The same for nobody to see: a page's words are not looked up for it. */
const quotesOf = (sources: ReadonlyMap<string, Found>): Record<string, Evidence> =>
  Object.fromEntries([...sources].map(([pointer, { quote }]) => [pointer, { quote }]))

const seen = (
  ground: PageIndex,
  root: Field,
  data: unknown,
  pointer: string,
  source: Found,
): Grounded => {
  const { field, value } = follow(root, data, pointer)
  const cited = source.node === undefined ? undefined : new Set([source.node])
  const verdict = field ? groundLeaf(ground, field, value, cited) : undefined
  const isBetter = verdict?.status === 'quoted' && (source.node === undefined || isTarget(verdict))
  return isBetter ? verdict : { status: 'quoted', ...source }
}

const isTarget = ({ fact }: { fact: string | undefined }) => fact !== undefined

const follow = (
  root: Field,
  data: unknown,
  pointer: string,
): { field: Field | undefined; value: unknown } => {
  let field: Field | undefined = root
  let value = data
  for (const name of namesOfPointer(pointer)) {
    field = Array.isArray(value) ? field?.item : field?.properties.find(one => one.name === name)
    value = own(value, name)
  }
  return { field, value }
}
