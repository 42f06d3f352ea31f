import { setImmediate as turn } from 'node:timers/promises'
import type { ChargeDeps } from '../../base/accounts/charge.ts'
import { chargedParts } from '../../base/accounts/charge-parts.ts'
import { callerOf, publishableTokenOf } from '../../base/accounts/guard.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { optional, Type } from '../../kit/schema.ts'
import type { Companies } from './companies.ts'
import { CompanyAnswer, ResolveAnswer, ResolveRequest } from './request.ts'
import type { IdentifierKind } from './resolve.ts'
import { resolveAny } from './resolve-any.ts'

type Deps = { companies: Companies; reach: { imagePublicUrl: string } }

const maxTickers = 20

/** For the list that opens below a field while somebody types. */
export const companySearchRoute = (server: HttpServer, { companies, reach }: Deps): void => {
  server.get(
    '/companies',
    {
      schema: {
        tags: ['companies'],
        operationId: 'searchCompanies',
        summary: 'Companies whose name starts with the query',
        description:
          'For autocomplete. Takes a secret key, or a publishable key as `token` or bearer, from any page that may use it. Counts as an image request.',
        security: [{ secretKey: [] }, { publishableKey: [] }],
        querystring: Type.Object({
          query: Type.String({ maxLength: 300, description: 'What the user has typed' }),
          limit: optional.Integer({ minimum: 1, maximum: 50, default: 10 }),
          token: optional.String({ description: 'A publishable key' }),
        }),
        response: { 200: CompanyAnswer, ...errorAnswers(400, 401, 429, 503) },
      },
    },
    async request => {
      const { query, limit = 10 } = request.query
      const token = publishableTokenOf(request)
      const suffix = token ? `?token=${encodeURIComponent(token)}` : ''
      return {
        companies: companies.search(query, limit).map(({ company, confidence }) => ({
          name: company.name,
          domain: company.domain,
          tickers: company.tickers.slice(0, maxTickers),
          source: company.source,
          confidence,
          icon: `${reach.imagePublicUrl}/${company.domain}${suffix}`,
        })),
      }
    },
  )
}

const creditEvery = 100
/** A misspelled name is compared with a thousand others: nobody waits for a thousand of those. */
const namesInARow = 10

/** Whose names, symbols and addresses are. */
export const companyRoutes = (server: HttpServer, deps: Deps & ChargeDeps): void => {
  server.post(
    '/companies/resolve',
    {
      schema: {
        tags: ['companies'],
        operationId: 'resolveCompanies',
        summary: 'The domains of companies',
        description:
          'Names, ticker symbols, coins, mail addresses and domains, up to 1,000 in a call. What fits two companies has no domain, and `reason` says so. Costs 1 credit for every 100.',
        body: ResolveRequest,
        response: { 200: ResolveAnswer, ...errorAnswers(400, 401, 402, 413, 429, 503) },
      },
    },
    async (request, reply) => {
      const asked = request.body.companies
      const { accountId } = callerOf(request)
      const resolve = (kind: IdentifierKind, text: string) =>
        deps.companies.resolveFor(accountId, kind, text)
      const parts = Array.from({ length: Math.ceil(asked.length / creditEvery) }, (_, at) => ({
        operation: 'resolveCompanies' as const,
        ref: `${request.id}.${at + 1}`,
      }))
      return chargedParts(deps, request, reply, parts, async signal => {
        const found = []
        for (const [at, query] of asked.entries()) {
          if (at % namesInARow === namesInARow - 1) await turn()
          signal.throwIfAborted()
          found.push({ query, ...(await resolveAny(resolve, query)) })
        }
        return { answer: { companies: found }, done: parts, keep: async () => undefined }
      })
    },
  )
}
