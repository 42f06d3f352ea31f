import type { FastifyReply } from 'fastify'
import { type ChargeDeps, charged } from '../../base/accounts/charge.ts'
import { callerOf } from '../../base/accounts/guard.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import { arrivalOf, type HttpServer } from '../../base/http/server.ts'
import { leftMs } from '../../base/reader/page-request.ts'
import { lateRefusal } from '../../base/reader/refusal.ts'
import type { Sessions } from '../../base/sessions/sessions.ts'
import type { Ways } from '../../base/ways/ways.ts'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import { inTime } from '../../kit/deadline.ts'
import { Type } from '../../kit/schema.ts'
import { BrandingProfile } from './profile/profile.ts'
import { withoutEvidence } from './profile/value.ts'
import type { BrandingReaders } from './read-in-time.ts'
import { BrandingRequest, checkRequest, isHeuristic, type OutputFormat } from './request.ts'

type BrandingRouteDeps = ChargeDeps &
  BrandingReaders & {
    parseTarget: (text: string) => URL
    ways: Pick<Ways, 'check'>
    sessions: Pick<Sessions, 'check'>
    lines: { branding: AdmissionQueue; rendered: AdmissionQueue }
  }

const designTokens = 'application/design-tokens+json'

export const brandingRoutes = (server: HttpServer, deps: BrandingRouteDeps): void => {
  server.post(
    '/branding',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'branding',
        summary: 'Profile a site’s branding',
        description:
          'Colors, fonts, logos, components, spacing, personality and design system of a page, each value with how sure it is. Costs 2 credits for only `colors` and/or `images`, otherwise 5; nothing when it fails.',
        body: BrandingRequest,
        response: {
          200: {
            description: 'The profile, or its tokens in the requested format',
            content: {
              'application/json': { schema: BrandingProfile },
              [designTokens]: {
                schema: Type.Record(Type.String(), Type.Unknown(), {
                  description: 'W3C design tokens (DTCG 2025.10)',
                }),
              },
              'text/css': {
                schema: Type.String({ description: 'Custom properties, or a Tailwind `@theme`' }),
              },
            },
          },
          ...errorAnswers(400, 401, 402, 404, 409, 413, 429, 502, 503),
        },
      },
    },
    async (request, reply) => {
      const arrivedMs = arrivalOf(reply)
      const { accountId } = callerOf(request)
      const checked = { ...checkRequest(deps.parseTarget, request.body, accountId), arrivedMs }
      deps.ways.check(checked.exit, accountId)
      if (checked.session) await deps.sessions.check(checked.session)
      request.logFields = { ...request.logFields, target: checked.url.hostname }
      const format = request.body.format ?? formatOf(request.headers.accept)
      const heuristic = isHeuristic(checked)
      const operation = heuristic ? 'brandingHeuristic' : 'brandingFull'
      const read = heuristic ? deps.readHeuristic : deps.readFull
      const late = lateRefusal(checked)
      const line = heuristic ? deps.lines.branding : deps.lines.rendered
      const profile = await line.admit(accountId, () =>
        charged(deps, request, reply, operation, async (signal, onExtra) => ({
          answer: await inTime({ timeoutMs: leftMs(checked), signal, late }, life =>
            read({ ...checked, onExtra }, life),
          ),
        })),
      )
      return write(reply, request.body.evidence ? profile : withoutEvidence(profile), format)
    },
  )
}

/** The first kind named in `Accept` that we can write; everything else is JSON. */
const formatOf = (accept = ''): OutputFormat => {
  for (const part of accept.toLowerCase().split(',')) {
    const type = part.split(';', 1)[0]?.trim()
    if (type === 'application/json') return 'json'
    if (type === designTokens) return 'dtcg'
    if (type === 'text/css') return 'css'
  }
  return 'json'
}

const write = async (reply: FastifyReply, profile: BrandingProfile, format: OutputFormat) => {
  if (format === 'json') return profile
  if (format === 'dtcg') {
    const { toDtcg } = await import('./exports/dtcg.ts')
    // As bytes: only so does the type stay what it is.
    return reply.type(designTokens).send(Buffer.from(JSON.stringify(toDtcg(profile))))
  }
  const { toCss, toTailwind } = await import('./exports/css.ts')
  const text = format === 'css' ? toCss(profile) : toTailwind(profile)
  return reply.type('text/css; charset=utf-8').send(Buffer.from(text))
}
