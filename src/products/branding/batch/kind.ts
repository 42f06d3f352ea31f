import type { JobKind } from '../../../base/jobs/kinds.ts'
import { createLife } from '../../../kit/deadline.ts'
import { AppError } from '../../../kit/errors.ts'
import { type ProfilePart, parts } from '../profile/profile.ts'
import { withoutEvidence } from '../profile/value.ts'
import { isHeuristic, type ReadBranding } from '../request.ts'
import { profileTable } from './table.ts'

/** What the caller says of each profile, besides how its page is read. */
export type Own = { include?: readonly ProfilePart[]; evidence?: boolean }

export const brandingKind = (read: { readFull: ReadBranding; readHeuristic: ReadBranding }) =>
  ({
    name: 'branding',
    path: '/batch/branding',
    defaults: { formats: ['source'], respectRobots: true },
    async read({ options }, page, signal) {
      const { include = parts, evidence = false } = (options.own ?? {}) as Own
      const request = { ...page, include }
      const readProfile = isHeuristic(request) ? read.readHeuristic : read.readFull
      const whenLate = () => new AppError('page_timeout')
      const life = createLife({ signal, timeoutMs: page.timeoutMs, whenLate })
      try {
        const profile = await readProfile(request, life.signal)
        return { answer: { profile: evidence ? profile : withoutEvidence(profile) } }
      } finally {
        life.end()
      }
    },
    table: () => profileTable,
  }) satisfies JobKind
