import type { Evidence } from '../answer.ts'
import type { EmbeddedResult, Source } from '../embedded/extract.ts'
import type { Field } from '../schema/fields.ts'
import type { Page } from '../source/page.ts'
import type { Doubt } from './doubt.ts'
import { type Ground, type Grounded, groundLeaf, prepareGround } from './ground.ts'
import { some } from './some.ts'

export const toEvidence = (grounded: Grounded): Evidence => {
  if (grounded.status === 'judged') return { judged: true }
  if (grounded.status === 'missing') return {}
  const { quote, fact, doubt } = grounded
  return {
    quote,
    ...(fact !== undefined && { source: fact }),
    ...(doubt === 'order' && { doubtful: true }),
  }
}

/** What a caller should look at before trusting it. */
export const doubtsOf = (evidence: Iterable<[string, Grounded]>): string[] => {
  const by = (doubt: Doubt) =>
    [...evidence].flatMap(([pointer, one]) =>
      one.status === 'quoted' && one.doubt === doubt ? pointer : [],
    )
  const orders = by('order')
  const unseen = by('unseen')
  return [
    ...(orders.length > 0
      ? [`Doubtful, from lines that may speak to machines rather than to readers: ${some(orders)}.`]
      : []),
    ...(unseen.length > 0
      ? [`Only in the page’s markup, not in what a reader sees: ${some(unseen)}.`]
      : []),
  ]
}

/** Words that a reader sees are the better evidence, also for what came out of the markup. */
export const embeddedEvidence = (
  page: Page,
  root: Field,
  { data, sources }: EmbeddedResult,
): Record<string, Evidence> => {
  const ground = prepareGround(page)
  return Object.fromEntries(
    [...sources].map(([pointer, source]) => [
      pointer,
      toEvidence(seen(ground, root, data, pointer, source)),
    ]),
  )
}

const seen = (
  ground: Ground,
  root: Field,
  data: unknown,
  pointer: string,
  source: Source,
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
