import type { Evidence } from './evidence.ts'
import type { Grounded } from './ground.ts'

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
