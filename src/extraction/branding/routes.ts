import { AppError } from '../../errors.ts'
import { errorAnswers } from '../../http/answers.ts'
import type { HttpServer } from '../../http/server.ts'
import { type ChargeDeps, charged } from '../charge.ts'
import {
  type BrandingJob,
  BrandingRequest,
  isHeuristic,
  type ReadBranding,
  readBrandingJob,
} from './job.ts'
import { BrandingProfile } from './profile.ts'
import { withoutEvidence } from './value.ts'

export type BrandingRouteDeps = ChargeDeps & {
  parseTarget: (text: string) => URL
  /** From HTML, CSS and image bytes alone. */
  readHeuristic: ReadBranding
  /** Measured in a browser. */
  readFull: ReadBranding
}

export const brandingRoutes = (server: HttpServer, deps: BrandingRouteDeps): void => {
  server.post(
    '/branding',
    {
      schema: {
        tags: ['extraction'],
        summary: 'Profile a site’s branding',
        description:
          'Colours, fonts, logos, components, spacing, personality and design system of a page, each value with how sure it is. Costs 2 credits for only `colors` and/or `images`, otherwise 5; nothing when it fails.',
        body: BrandingRequest,
        response: { 200: BrandingProfile, ...errorAnswers(400, 401, 402, 413, 429, 502, 503) },
      },
    },
    async (request, reply) => {
      const job = readBrandingJob(deps.parseTarget, request.body)
      request.note = { ...request.note, target: job.url.hostname }
      const heuristic = isHeuristic(job)
      const operation = heuristic ? 'brandingHeuristic' : 'brandingFull'
      const read = heuristic ? deps.readHeuristic : deps.readFull
      const profile = await charged(deps, request, reply, operation, async signal => ({
        answer: await inTime(read, job, signal),
      }))
      return request.body.evidence ? profile : withoutEvidence(profile)
    },
  )
}

/** One deadline over the whole call. */
const inTime = async (
  read: ReadBranding,
  job: BrandingJob,
  signal: AbortSignal,
): Promise<BrandingProfile> => {
  const deadline = AbortSignal.timeout(job.timeoutMs)
  try {
    return await read(job, AbortSignal.any([signal, deadline]))
  } catch (error) {
    const ours = error instanceof AppError && error.code !== 'page_timeout'
    if (!deadline.aborted || signal.aborted || ours) throw error
    throw new AppError(
      'page_timeout',
      `${job.url.hostname} could not be read within ${job.timeoutMs / 1_000} s.`,
      { cause: error },
    )
  }
}
