import { Type } from 'typebox'
import { playgroundToken } from '../accounts/internal-keys.ts'
import { listKeys } from '../accounts/keys.ts'
import type { People } from '../accounts/people/people.ts'
import type { Plans } from '../accounts/plans.ts'
import { reportUsage } from '../accounts/report.ts'
import type { UsageCounter } from '../accounts/usage.ts'
import { detailUsage } from '../accounts/usage-detail.ts'
import type { HttpServer } from '../http/server.ts'
import type {
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
}

const Month = Type.Object({
  month: Type.Optional(Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' })),
})

export const accountRoutes = (server: HttpServer, deps: AccountRouteDeps): void => {
  const { sql } = deps.people

  server.get('/session', async request => {
    const { email, personId, account, accounts } = signedInOf(request)
    const { imageRequests } = await reportUsage({ sql, plans: deps.plans }, account, new Date())
    return {
      email,
      personId,
      role: account.role,
      account: { id: account.accountId, name: account.name, plan: account.plan },
      accounts: accounts.map(({ accountId, name }) => ({ id: accountId, name })),
      images: imageRequests,
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

  server.get('/batches', async request => ({
    batches: await deps.listBatches(signedInOf(request).account.accountId),
  }))

  server.get('/playground', async request => {
    const { accountId } = signedInOf(request).account
    const token = await playgroundToken(sql, accountId, deps.people.vault)
    const { publicUrl: apiUrl, imagePublicUrl: imageUrl } = deps.reach
    return { token, apiUrl, imageUrl } satisfies PlaygroundAnswer
  })
}
