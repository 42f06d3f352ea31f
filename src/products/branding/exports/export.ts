import { createCheck } from '../../../base/http/validation.ts'
import { BrandingProfile } from '../profile/profile.ts'
import { toCss, toTailwind } from './css.ts'
import { toDtcg } from './dtcg.ts'

const exportFormats = ['dtcg', 'css', 'tailwind'] as const
type ExportFormat = (typeof exportFormats)[number]

const checkProfile = createCheck(BrandingProfile, 'profile')

/** A profile that somebody has already, as text in another format. */
export const exportProfile = (given: unknown, format: ExportFormat): string => {
  checkProfile(given)
  const profile = given as BrandingProfile
  if (format === 'dtcg') return JSON.stringify(toDtcg(profile), null, 2)
  return format === 'css' ? toCss(profile) : toTailwind(profile)
}
