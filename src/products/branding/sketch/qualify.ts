import type { BrandingProfile } from '../profile/profile.ts'
import type { Evidence } from '../profile/value.ts'

type Gaps = { missing: number; isCut: boolean }

/** Of what may be wrong by a stylesheet that nobody could read. */
const doubt = 0.75

/**
 * A profile that was sketched, said as such: what a browser would have computed was read from CSS
 * here, and where CSS is missing nothing is as sure as it looks.
 */
export const qualifyProfile = (
  profile: BrandingProfile,
  { missing, isCut }: Gaps,
): BrandingProfile => {
  const factor = missing > 0 ? doubt : 1
  const { colors, modes, warning: _, ...rest } = profile
  const files = missing === 1 ? 'One stylesheet' : `${missing} stylesheets`
  const warnings = [
    missing > 0 ? `${files} could not be read: colors may differ.` : '',
    isCut ? 'The page or its CSS is very large: its end was left out.' : '',
  ].filter(sentence => sentence !== '')
  return {
    ...qualify(rest, 1),
    ...(colors && { colors: qualify(colors, factor) }),
    ...(modes && { modes: qualify(modes, factor) }),
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  }
}

const qualify = <T>(value: T, factor: number): T => {
  if (Array.isArray(value)) return value.map(item => qualify(item, factor)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, qualifyEntry(key, inner, factor)]),
  ) as T
}

const qualifyEntry = (key: string, value: unknown, factor: number): unknown => {
  if (key === 'confidence' && typeof value === 'number')
    return Math.round(value * factor * 100) / 100
  if (key === 'source' && value === ('computed' satisfies Evidence['source']))
    return 'css' satisfies Evidence['source']
  return qualify(value, factor)
}
