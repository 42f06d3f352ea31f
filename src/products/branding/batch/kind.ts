import type { JobKind } from '../../../base/jobs/kinds.ts'
import { type ProfilePart, parts } from '../profile/profile.ts'
import { withoutEvidence } from '../profile/value.ts'
import { type BrandingReaders, readInTime } from '../read-in-time.ts'
import { profileTable } from './table.ts'

/** What the caller says of each profile, besides how its page is read. */
export type Own = { include?: readonly ProfilePart[]; evidence?: boolean }

export const brandingKind = (read: BrandingReaders) =>
  ({
    name: 'branding',
    path: '/batch/branding',
    defaults: { formats: ['source'], respectRobots: true },
    async read({ options }, page, signal) {
      const { include = parts, evidence = false } = (options.own ?? {}) as Own
      const request = { ...page, include }
      const profile = await readInTime(read, request, signal)
      return { answer: { profile: evidence ? profile : withoutEvidence(profile) } }
    },
    table: () => profileTable,
  }) satisfies JobKind
