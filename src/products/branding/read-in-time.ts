import { createLife } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import type { BrandingProfile } from './profile/profile.ts'
import { type CheckedRequest, isHeuristic, type ReadBranding } from './request.ts'

/** One reads the files of a site, the other measures its page in a browser. */
export type BrandingReaders = { readHeuristic: ReadBranding; readFull: ReadBranding }

/** A profile by the reader that its parts need, within the time of its request. */
export const readInTime = async (
  { readHeuristic, readFull }: BrandingReaders,
  request: CheckedRequest,
  signal: AbortSignal,
): Promise<BrandingProfile> => {
  const whenLate = () => new AppError('page_timeout')
  const life = createLife({ signal, timeoutMs: request.timeoutMs, whenLate })
  const read = isHeuristic(request) ? readHeuristic : readFull
  return read(request, life.signal).finally(life.end)
}
