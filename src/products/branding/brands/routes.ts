import { type ChargeDeps, charged } from '../../../base/accounts/charge.ts'
import { callerOf } from '../../../base/accounts/guard.ts'
import type { Sql } from '../../../base/db/sql.ts'
import { errorAnswers } from '../../../base/http/answers.ts'
import { arrivalOf, type HttpServer } from '../../../base/http/server.ts'
import { type CopyDeps, copyOf, keepCopyOf } from '../../../base/reader/copies.ts'
import { lateRefusal } from '../../../base/reader/refusal.ts'
import type { AdmissionQueue } from '../../../kit/admission-queue.ts'
import { inTime } from '../../../kit/deadline.ts'
import type { AppError } from '../../../kit/errors.ts'
import { Type } from '../../../kit/schema.ts'
import type { ReadSketch } from '../heuristic.ts'
import { corrected, type Pinned } from '../pinned.ts'
import type { CheckedRequest } from '../request.ts'
import { Brand, toBrand } from './brand.ts'

type BrandRouteDeps = ChargeDeps &
  CopyDeps & {
    parseDomain: (text: string) => { host: string }
    parseTarget: (text: string) => URL
    readSketch: ReadSketch
    pinnedFor: (host: string) => Pinned
    reach: { imagePublicUrl: string }
    lines: { branding: AdmissionQueue }
    /** Remembers the names of a site for the account that read it. */
    rememberNames: (
      accountId: string,
      site: { domain: string; names: readonly string[] },
    ) => Promise<(sql: Sql) => Promise<void>>
  }

const weekMs = 7 * 24 * 60 * 60_000
const timeoutMs = 30_000
/** Of a brand that this account has asked for within the week. */
const warmCredits = 1

/** All that a site says of the company behind it. */
export const brandRoutes = (server: HttpServer, deps: BrandRouteDeps): void => {
  server.get(
    '/brands/:domain',
    {
      schema: {
        tags: ['companies'],
        operationId: 'getBrand',
        summary: 'The company behind a domain',
        description:
          'Name, legal name, description, industry, addresses, telephones, accounts, logos, colors and fonts, from the site’s own markup, each with its confidence and evidence. Kept for a week for each account: 5 credits, 1 within the week; nothing when it fails.',
        params: Type.Object({ domain: Type.String() }),
        response: { 200: Brand, ...errorAnswers(400, 401, 402, 429, 502, 503) },
      },
    },
    async (request, reply) => {
      const { host } = deps.parseDomain(request.params.domain)
      const { accountId } = callerOf(request)
      request.logFields = { ...request.logFields, target: host }
      const identity = ['brand', 2, host] as const
      return deps.lines.branding.admit(accountId, () =>
        charged(deps, request, reply, 'brand', async signal => {
          const copy = await copyOf<Brand>(deps, accountId, identity, weekMs)
          const pinned = deps.pinnedFor(host)
          if (copy) return { answer: withPins(copy, pinned), credits: warmCredits }
          const checked = {
            ...{ url: deps.parseTarget(host), include: parts, timeoutMs },
            ...{ arrivedMs: arrivalOf(reply), headers: {}, mobile: false, respectRobots: false },
          }
          const { profile, company, facts } = await inTime(
            { timeoutMs, signal, late: lateRefusal(checked) },
            life => readHome(deps, checked, life),
          )
          const brand = toBrand({
            ...{ host, company, profile, description: facts.description },
            imageUrl: deps.reach.imagePublicUrl,
          })
          const names = [brand.name, brand.legalName].flatMap(name => name?.value ?? [])
          const keeps = await Promise.all([
            keepCopyOf(deps, accountId, identity, JSON.stringify(brand)),
            deps.rememberNames(accountId, { domain: host, names }),
          ])
          const keep = async (sql: Sql) => {
            for (const each of keeps) await each?.(sql)
          }
          return { answer: withPins(brand, pinned), keep }
        }),
      )
    },
  )
}

/** What is pinned holds at once, for what was kept before it too. */
const withPins = (brand: Brand, pinned: Pinned): Brand => {
  const { brandName: name, ...rest } = corrected({ ...brand, brandName: brand.name }, pinned)
  return { ...rest, name }
}

/** As icons are looked for: HTTPS first, then HTTP, then the same under `www.`. */
const readHome = async (
  { readSketch }: Pick<BrandRouteDeps, 'readSketch'>,
  request: CheckedRequest,
  life: AbortSignal,
) => {
  let first: unknown
  for (const url of addressesOf(request.url)) {
    try {
      return await readSketch({ ...request, url }, life)
    } catch (error) {
      if (!isUnreachable(error) || life.aborted) throw error
      first ??= error
    }
  }
  // It says more than the others, where none works.
  throw first
}

const addressesOf = (url: URL): URL[] =>
  ['', 'www.'].flatMap(prefix =>
    ['https:', 'http:'].map(protocol => new URL(`${protocol}//${prefix}${url.host}/`)),
  )

const isUnreachable = (error: unknown): boolean => {
  const { code, targetStatus } = Object(error) as Partial<AppError>
  return code === 'page_unreachable' && targetStatus === undefined
}

const parts = ['colors', 'typography', 'images'] as const
