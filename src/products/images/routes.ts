import { callerOf } from '../../base/accounts/guard.ts'
import type { Sql } from '../../base/db/sql.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import type { HttpServer } from '../../base/http/server.ts'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import { AppError } from '../../kit/errors.ts'
import { optional, Type } from '../../kit/schema.ts'
import { complain } from './complaints.ts'
import { parseDomain } from './domain.ts'
import { fixedSource } from './find-source.ts'
import type { Pins } from './pins.ts'
import type { Rendition } from './renditions.ts'
import { Complaint, ComplaintAnswer, ImageAnswer, ReportedKind } from './report.ts'
import { type FoundCompany, type Identifier, type ImageKind, identifierKinds } from './request.ts'
import type { Sources } from './sources.ts'
import { imageStore } from './store.ts'

type ImageRouteDeps = {
  sql: Sql
  /** Where this process serves images. */
  images:
    | {
        sources: Sources
        line: AdmissionQueue
        draw(target: string, accountId: string): Promise<Rendition>
      }
    | undefined
  pins: Pick<Pins, 'of' | 'hasImage' | 'image'>
  findCompany: (identifier: Identifier, accountId: string) => Promise<FoundCompany>
}

/** Why a domain has the image it has, and that it should have another. Neither costs anything. */
export const imageRoutes = (server: HttpServer, deps: ImageRouteDeps): void => {
  server.get(
    '/images/:domain',
    {
      schema: {
        tags: ['images'],
        operationId: 'explainImage',
        summary: 'How a domain’s icon or Open Graph image was chosen',
        params: Type.Object({ domain: Type.String() }),
        querystring: Type.Object({
          kind: Type.Optional(ReportedKind),
          by: optional.Enum([...identifierKinds], {
            description: 'What `{domain}` is, if not a domain',
          }),
        }),
        response: { 200: ImageAnswer, ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async request => {
      const { accountId } = callerOf(request)
      const { kind = 'icon', by } = request.query
      const typed = request.params.domain
      const company = by && (await deps.findCompany({ kind: by, text: typed }, accountId))
      if (!company) return { ...(await explainWith(deps, accountId, typed, kind)), kind }
      if (company.domain === undefined)
        return { ...nothing, domain: typed, kind, report: { company } }
      const explained = await explainWith(deps, accountId, company.domain, kind)
      return { ...explained, kind, report: { ...(explained.report ?? {}), company } }
    },
  )

  server.post(
    '/images/:domain/complaints',
    {
      schema: {
        tags: ['images'],
        operationId: 'complainOfImage',
        summary: 'Say that a domain’s image is wrong',
        description:
          'The operator sees it in the dashboard and can pin the right one. An account can report an image once until the report is settled, and at most 100 images a day. Costs nothing.',
        params: Type.Object({ domain: Type.String() }),
        body: Complaint,
        response: { 200: ComplaintAnswer, ...errorAnswers(400, 401, 413, 429, 503) },
      },
    },
    async request => {
      const { accountId } = callerOf(request)
      const { kind = 'icon', note = '' } = request.body
      const { domain } = request.params
      const { host } = await complain(deps.sql, { domain, kind, note, accountId })
      return { domain: host, received: true }
    },
  )
}

const nothing = { blur: null, source: null, url: null, checkedAt: null, nextCheckAt: null }

const blurPx = 16

/** With a picture of a few hundred bytes, to be shown large and blurred until the image is there. */
const explainWith = async (
  deps: ImageRouteDeps,
  accountId: string,
  typed: string,
  kind: ImageKind,
) => {
  const explained = await explain(deps, accountId, typed, kind)
  const path = kind === 'icon' ? '' : `${kind}/`
  const target = `/${path}${explained.domain}?size=${blurPx}&raster=true&format=webp&fallback=404`
  const small = await deps.images?.draw(target, accountId)
  if (small?.status !== 200) return { ...explained, blur: null }
  const { contentType, bytes } = small
  return { ...explained, blur: `data:${contentType};base64,${bytes.toString('base64')}` }
}

const explain = async (
  { sql, images, pins }: ImageRouteDeps,
  accountId: string,
  typed: string,
  kind: ImageKind,
) => {
  const domain = parseDomain(typed)
  const wanted = { domain, kind, theme: 'light', version: undefined } as const
  const fixed = await fixedSource(pins, wanted)
  if (fixed) {
    const { source, url } = fixed
    const never = { checkedAt: null, nextCheckAt: null }
    return { domain: domain.host, source, url, ...never, report: { [source]: true } }
  }
  await images?.line.admit(accountId, () => images.sources.find(wanted))
  const known = await imageStore.read(sql, { host: domain.host, kind }, 'light')
  if (!known?.lookup.checkedAt)
    throw new AppError('not_found', `Nobody has asked for the image of ${domain.host} yet.`)
  const { lookup, source } = known
  return {
    domain: domain.host,
    source: source?.source ?? null,
    url: source?.url ?? null,
    checkedAt: lookup.checkedAt?.toISOString() ?? null,
    nextCheckAt: lookup.nextCheckAt?.toISOString() ?? null,
    report: lookup.report,
  }
}
