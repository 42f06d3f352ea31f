import { Type } from 'typebox'
import { previewMail } from '../accounts/allowance.ts'
import { playgroundToken } from '../accounts/internal-keys.ts'
import { listKeys } from '../accounts/keys.ts'
import type { People } from '../accounts/people/people.ts'
import type { Plans } from '../accounts/plans.ts'
import type { UsageCounter } from '../accounts/usage.ts'
import { detailUsage } from '../accounts/usage-detail.ts'
import { findWarnings } from '../accounts/warnings.ts'
import { AppError } from '../errors.ts'
import type { HttpServer } from '../http/server.ts'
import { findByKey } from '../mail/store.ts'
import type {
  AllowanceMailAnswer,
  BatchSummary,
  OverviewAnswer,
  Part,
  PlaygroundAnswer,
  SessionAnswer,
  UsageAnswer,
} from './answers.ts'
import { signedInOf } from './guard.ts'

export type AccountRouteDeps = {
  people: People
  plans: Plans
  usage: Pick<UsageCounter, 'flush'>
  reach: { publicUrl: string; imagePublicUrl: string }
  version: string
  /** Browser, model, mail and database at a glance. */
  examine: () => Promise<Part[]>
  listBatches: (accountId: string) => Promise<BatchSummary[]>
  /** A small picture of an icon that was considered for a domain. */
  drawCandidate: (domain: string, url: string) => Promise<Picture | undefined>
}
type Picture = { bytes: Uint8Array; contentType: string }

const Candidate = Type.Object({
  domain: Type.String({ maxLength: 300 }),
  url: Type.String({ maxLength: 400 }),
})
const Month = Type.Object({
  month: Type.Optional(Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' })),
})

export const accountRoutes = (server: HttpServer, deps: AccountRouteDeps): void => {
  const { sql } = deps.people

  server.get('/session', async request => {
    const { email, personId, account, accounts } = signedInOf(request)
    const { plans } = deps
    return {
      email,
      personId,
      role: account.role,
      account: { id: account.accountId, name: account.name, plan: account.plan },
      accounts: accounts.map(({ accountId, name }) => ({ id: accountId, name })),
      warnings: await findWarnings({ sql, plans }, account, new Date()),
      version: deps.version,
    } satisfies SessionAnswer
  })

  server.get('/overview', async request => {
    const { accountId } = signedInOf(request).account
    const [parts, keys] = await Promise.all([deps.examine(), listKeys(sql, accountId)])
    const { publicUrl: apiUrl, imagePublicUrl: imageUrl } = deps.reach
    return { parts, apiUrl, imageUrl, keys: keys.length } satisfies OverviewAnswer
  })

  server.get('/usage', { schema: { querystring: Month } }, async request => {
    const { month } = request.query
    await deps.usage.flush()
    const when = month === undefined ? new Date() : new Date(`${month}-01T00:00:00Z`)
    const { account } = signedInOf(request)
    return (await detailUsage({ sql, plans: deps.plans }, account, when)) satisfies UsageAnswer
  })

  server.get('/usage/mail', async request => {
    const { account } = signedInOf(request)
    const { publicUrl } = deps.reach
    const mail = await previewMail({ sql, plans: deps.plans, publicUrl }, account, new Date())
    const written = mail && (await findByKey(sql, mail.dedupeKey))
    return {
      mail: mail ? { to: mail.to, subject: mail.subject, text: mail.text } : null,
      written: written ? { status: written.status, at: written.createdAt.toISOString() } : null,
    } satisfies AllowanceMailAnswer
  })

  server.get('/batches', async request => ({
    batches: await deps.listBatches(signedInOf(request).account.accountId),
  }))

  server.get('/candidate', { schema: { querystring: Candidate } }, async (request, reply) => {
    const { domain, url } = request.query
    const picture = await deps.drawCandidate(domain, url)
    if (!picture) throw new AppError('not_found', 'There is no picture of this icon.')
    reply
      .type(picture.contentType)
      .header('cache-control', 'private, max-age=3600')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('x-content-type-options', 'nosniff')
    return reply.send(Buffer.from(picture.bytes))
  })

  server.get('/playground', async request => {
    const { accountId } = signedInOf(request).account
    const token = await playgroundToken(sql, accountId, deps.people.vault)
    const { publicUrl: apiUrl, imagePublicUrl: imageUrl } = deps.reach
    return { token, apiUrl, imageUrl } satisfies PlaygroundAnswer
  })
}
