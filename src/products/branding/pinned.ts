import type { BrandingProfile } from './profile/profile.ts'
import { claim } from './profile/value.ts'
import type { ReadBranding } from './request.ts'

export type Pinned = { color?: string; name?: string }

/** The operator's word on a brand's color and name stands in place of what was found. */
export const withPinned =
  (read: ReadBranding, pinnedFor: (host: string) => Pinned): ReadBranding =>
  async (request, life) => {
    const profile = await read(request, life)
    const host = new URL(profile.url).hostname.replace(/^www\./, '')
    return corrected(profile, pinnedFor(host))
  }

type Correctable = Pick<BrandingProfile, 'brandName' | 'colors'>

export const corrected = <T extends Correctable>(profile: T, { color, name }: Pinned): T => {
  const { colors } = profile
  return {
    ...profile,
    ...(name === undefined ? {} : { brandName: claim(name, 1, evidence) }),
    ...(color === undefined || !colors
      ? {}
      : { colors: { ...colors, brand: claim(color, 1, evidence) } }),
  }
}

const evidence = [{ source: 'operator' as const, detail: 'pinned for this domain' }]
