import type { BrandingProfile } from '../profile/profile.ts'
import type { BrandEvidence } from '../profile/value.ts'

/** A profile that was sketched, said as such: what a browser would have computed was read from CSS. */
export const qualifyProfile = (profile: BrandingProfile, isCut: boolean): BrandingProfile => {
  const { warning: _, ...rest } = profile
  const warning = 'The page or its CSS is very large: its end was left out.'
  return { ...qualify(rest), ...(isCut && { warning }) }
}

const qualify = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(qualify) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'source' && inner === ('computed' satisfies BrandEvidence['source'])
        ? ('css' satisfies BrandEvidence['source'])
        : qualify(inner),
    ]),
  ) as T
}
