import type { Doubt } from './doubt.ts'
import type { Evidence } from './evidence.ts'
import type { Grounded, PageIndex } from './page-index.ts'

export const toEvidence = (
  { places }: Pick<PageIndex, 'places'>,
  grounded: Grounded,
  doubt: Doubt | undefined = grounded.status === 'quoted' ? grounded.doubt : undefined,
): Evidence => {
  if (grounded.status === 'missing') return {}
  const place = places.get(grounded.node ?? 0)
  if (grounded.status === 'judged')
    return {
      ...(grounded.quote !== undefined && { quote: grounded.quote }),
      ...place,
      judged: true,
    }
  const { quote, fact } = grounded
  return {
    quote,
    ...place,
    ...(fact !== undefined && { source: fact }),
    ...((doubt === 'order' || doubt === 'inside' || doubt === 'label') && { doubtful: true }),
  }
}
