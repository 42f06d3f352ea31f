import type { BrandingProfile } from './profile.ts'

/** Stylesheets that could not be had, by why, of how many there are. */
export type SheetGaps = { missing: readonly string[]; count: number }

/** What CSS decides. */
const parts = ['colors', 'modes', 'typography', 'components', 'spacing'] as const

/**
 * Where stylesheets are missing, nothing that they could have changed is as sure as it looks; where
 * all are, what was seen is the browser's own look and nobody's brand.
 */
export const doubtProfile = (
  profile: BrandingProfile,
  { missing, count }: SheetGaps,
): BrandingProfile => {
  if (missing.length === 0) return profile
  const factor = 0.75 - 0.4 * Math.min(1, missing.length / Math.max(1, count))
  const doubted = parts.flatMap(part =>
    part in profile ? [[part, scaled(profile[part], factor)] as const] : [],
  )
  const files =
    missing.length === 1 ? 'One stylesheet' : `${missing.length} of ${count} stylesheets`
  const why = [...new Set(missing)].slice(0, 4).join(', ')
  const sentence = `${files} could not be read (${why}), so values may be wrong.`
  return {
    ...profile,
    ...Object.fromEntries(doubted),
    warning: [sentence, profile.warning].filter(text => text !== undefined).join(' '),
  }
}

const scaled = <T>(value: T, factor: number): T => {
  if (Array.isArray(value)) return value.map(item => scaled(item, factor)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'confidence' && typeof inner === 'number'
        ? Math.round(inner * factor * 100) / 100
        : scaled(inner, factor),
    ]),
  ) as T
}
