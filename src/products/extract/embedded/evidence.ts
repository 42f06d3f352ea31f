import type { Evidence } from '../grounding/evidence.ts'
import { groundLeaf } from '../grounding/leaf.ts'
import { readLines } from '../grounding/lines.ts'
import { type Grounded, indexPage, type PageIndex } from '../grounding/page-index.ts'
import { toEvidence } from '../grounding/to-evidence.ts'
import type { Field } from '../schema/fields.ts'
import type { Page } from '../source/page.ts'
import type { Found } from './state/state.ts'

/** Words that a reader sees are the better evidence, also for what came out of the markup. */
export const evidenceFor = (
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
export const quotesOf = (sources: ReadonlyMap<string, Found>): Record<string, Evidence> =>
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
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    field = Array.isArray(value) ? field?.item : field?.properties.find(one => one.name === name)
    value = Object(value)[name]
  }
  return { field, value }
}
