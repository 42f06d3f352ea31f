import { playgroundToken } from '../../base/accounts/internal-keys.ts'
import type { People } from '../../base/accounts/people/people.ts'
import { anyShownKey } from '../../base/accounts/shown-keys.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { manyUrlsBytes } from '../../base/jobs/route-parts.ts'
import { AppError } from '../../kit/errors.ts'
import { Type } from '../../kit/schema.ts'
import { answer } from './answer.ts'
import type { Contract } from './contract.ts'
import { signedInOf } from './guard.ts'

export type PlaygroundRouteDeps = {
  people: People
  reach: { publicUrl: string; imagePublicUrl: string }
  hasModel: boolean
  hasSearch: boolean
  /** Throws in one sentence why a URL cannot be read. */
  checkUrl: (text: string) => void
  /** A picture of the web, redrawn small. */
  drawPicture: (url: string) => Promise<{ bytes: Uint8Array; contentType: string } | undefined>
  /** Throws in one sentence what is wrong with a JSON Schema. */
  checkSchema: (schema: unknown) => Promise<void>
  /** A branding profile as text in another format. */
  exportProfile: (profile: unknown, format: ExportFormat) => Promise<string>
}

type ExportFormat = Contract['POST /branding/export']['sent']['body']['format']

const Picture = Type.Object({ url: Type.String({ maxLength: 8_192 }) })

/** What the playground needs beside the API itself. */
export const playgroundRoutes = (server: HttpServer, deps: PlaygroundRouteDeps): void => {
  answer(server, 'GET /playground', async request => {
    const { accountId } = signedInOf(request).account
    const token = await playgroundToken(deps.people.sql, accountId, deps.people.vault)
    const { publicUrl: apiUrl, imagePublicUrl: imageUrl } = deps.reach
    const publishableKey = (await anyShownKey(deps.people, accountId)) ?? null
    const { hasModel, hasSearch } = deps
    return { token, apiUrl, imageUrl, publishableKey, hasModel, hasSearch }
  })

  server.get('/picture', { schema: { querystring: Picture } }, async (request, reply) => {
    const picture = await deps.drawPicture(request.query.url)
    if (!picture) throw new AppError('not_found', 'There is no picture at this address.')
    reply
      .type(picture.contentType)
      .header('cache-control', 'private, max-age=3600')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
    return reply.send(Buffer.from(picture.bytes))
  })

  /** Written from what the person has already: it costs nothing more. */
  answer(server, 'POST /branding/export', async request => {
    const { profile, format } = request.body
    return { text: await deps.exportProfile(profile, format) }
  })

  /** While URLs are typed: the rules of a batch itself, with a reason for each line. */
  const bodyLimit = manyUrlsBytes
  answer(
    server,
    'POST /urls/check',
    async request => {
      const problems = request.body.urls.flatMap(url => {
        const problem = problemOf(deps, url)
        return problem === undefined ? [] : [{ url, problem }]
      })
      return { problems: problems.slice(0, shownProblems), total: problems.length }
    },
    { bodyLimit },
  )

  /** While a schema is typed: the rules of extract itself, before anything is asked for. */
  answer(server, 'POST /schema/check', async request => {
    try {
      await deps.checkSchema(request.body.schema)
      return { problem: null }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_schema') throw error
      return { problem: error.message }
    }
  })
}

const shownProblems = 100

const problemOf = (deps: PlaygroundRouteDeps, url: string): string | undefined => {
  try {
    deps.checkUrl(url)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
