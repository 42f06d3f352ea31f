import type { Static, TSchema } from 'typebox'
import { named } from '../../../base/http/answers.ts'
import { optional, orNull, Type } from '../../../kit/schema.ts'

export const BrandEvidence = named('BrandingEvidence', {
  source: Type.Enum(['token', 'computed', 'css', 'logo', 'meta', 'model', 'operator'], {
    description:
      '`token`: a custom property; `computed`: measured in the browser; `css`: read from a stylesheet; `logo`: the logo’s own colors; `meta`: declared in the page’s head; `model`: chosen by the language model among what was measured; `operator`: pinned by the operator',
  }),
  detail: Type.String({ description: 'What was seen there' }),
  selector: optional.String({ description: 'Where' }),
  property: optional.String({ description: 'CSS property or name of the token' }),
  count: optional.Number({ description: 'How often' }),
})
export type BrandEvidence = Static<typeof BrandEvidence>

export const Confidence = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'How sure we are: of values at 0.8 and above, nine in ten are right',
})

export const evidenceList = optional.Array(BrandEvidence, {
  description: 'Where the value came from; only with `evidence: true`',
})

/** A value with how sure we are of it; null beats a wrong one. */
export type Value<T> = { value: T; confidence: number; evidence?: BrandEvidence[] }

export const claimOf = <T extends TSchema>(schema: T, title: string, description: string) =>
  orNull(
    named(title, { value: schema, confidence: Confidence, evidence: evidenceList }),
    `${description}; null when not found`,
  )

export const claim = <T>(value: T, confidence: number, evidence: BrandEvidence[]): Value<T> => ({
  value,
  confidence: Math.round(Math.min(1, Math.max(0, confidence)) * 100) / 100,
  evidence,
})

/** The same without any `evidence`, at every depth. */
export const withoutEvidence = <T>(profile: T): T => {
  if (Array.isArray(profile)) return profile.map(withoutEvidence) as T
  if (typeof profile !== 'object' || profile === null) return profile
  const kept = Object.entries(profile).filter(([name]) => name !== 'evidence')
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutEvidence(value)])) as T
}
