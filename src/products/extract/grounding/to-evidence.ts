import type { Doubt } from './doubt.ts'
import type { Evidence } from './evidence.ts'
import type { Grounded } from './page-index.ts'

export const toEvidence = (
  grounded: Grounded,
  doubt: Doubt | undefined = grounded.status === 'quoted' ? grounded.doubt : undefined,
): Evidence => {
  if (grounded.status === 'judged')
    return { ...(grounded.quote !== undefined && { quote: grounded.quote }), judged: true }
  if (grounded.status === 'missing') return {}
  const { quote, fact } = grounded
  return {
    quote,
    ...(fact !== undefined && { source: fact }),
    ...((doubt === 'order' || doubt === 'inside' || doubt === 'label') && { doubtful: true }),
  }
}
