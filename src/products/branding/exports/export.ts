import { Value } from 'typebox/value'
import { AppError } from '../../../errors.ts'
import { BrandingProfile } from '../profile/profile.ts'
import { toCss, toTailwind } from './css.ts'
import { toDtcg } from './dtcg.ts'

const exportFormats = ['dtcg', 'css', 'tailwind'] as const
type ExportFormat = (typeof exportFormats)[number]

/** A profile that somebody has already, as text in another format. */
export const exportProfile = (profile: unknown, format: ExportFormat): string => {
  if (!Value.Check(BrandingProfile, profile))
    throw new AppError('invalid_request', 'This is not a branding profile.')
  if (format === 'dtcg') return JSON.stringify(toDtcg(profile), null, 2)
  return format === 'css' ? toCss(profile) : toTailwind(profile)
}
