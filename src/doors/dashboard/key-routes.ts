import {
  createKey,
  deleteKey,
  findKey,
  type Key,
  pageKeys,
  renameKey,
  rollKey,
  setOrigins,
} from '../../base/accounts/keys.ts'
import { hostOfPage, isOriginAllowed, parseOriginEntry } from '../../base/accounts/origins.ts'
import {
  checkMayChange,
  checkMayCreate,
  mayChangeKey,
  mayCreateKeys,
} from '../../base/accounts/people/key-rights.ts'
import type { SignedIn } from '../../base/accounts/people/people.ts'
import { peopleStore } from '../../base/accounts/people/store.ts'
import type { Plans } from '../../base/accounts/plans.ts'
import { listRefusals } from '../../base/accounts/refusals.ts'
import { reportUsage } from '../../base/accounts/report.ts'
import { shownKeys } from '../../base/accounts/shown-keys.ts'
import type { Sql } from '../../base/db/sql.ts'
import type { Vault } from '../../base/db/vault.ts'
import { readAfter } from '../../base/http/cursor.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { answer } from './answer.ts'
import { byOf, signedInOf } from './guard.ts'
import type { CreatedKeyAnswer, KeyAnswer, OriginsAnswer } from './schemas.ts'

export type KeyRouteDeps = {
  sql: Sql
  vault: Vault
  plans: Plans
  limits: { rateLimitPerMinute: number }
}

export const keyRoutes = (server: HttpServer, deps: KeyRouteDeps): void => {
  const { sql, vault } = deps

  answer(server, 'GET /keys', async request => {
    const by = signedInOf(request)
    const { after, ...query } = request.query
    const { accountId } = by.account
    const { keys, ...part } = await readAfter(after, after =>
      pageKeys(sql, { ...query, accountId, after }),
    )
    const ids = keys.map(({ id }) => id)
    const shown = await shownKeys(deps, ids)
    return {
      keys: keys.map(key => presentKey(by, key, shown.get(key.id))),
      ...part,
      mayCreate: mayCreateKeys(by),
    }
  })

  answer(server, 'GET /keys/:id', async request => {
    const by = signedInOf(request)
    const { account } = by
    const key = await findKey(sql, request.params.id, account.accountId)
    const [report, maker, shown] = await Promise.all([
      reportUsage({ sql, plans: deps.plans }, account, new Date()),
      key.madeBy === null ? undefined : peopleStore.findPersonById(sql, key.madeBy),
      shownKeys(deps, [key.id]),
    ])
    const { rateLimitPerMinute } = deps.limits
    return {
      ...presentKey(by, key, shown.get(key.id)),
      madeBy: maker?.email ?? key.madeBy,
      limits: {
        callsPerMinute: key.kind === 'publishable' ? null : rateLimitPerMinute || null,
        plan: report.plan,
        credits: report.credits,
        imageRequests: report.imageRequests,
      },
    }
  })

  answer(server, 'PUT /keys/:id/name', async request => {
    const by = signedInOf(request)
    const { id } = request.params
    await checkMayChange(sql, by, id)
    return presentKey(by, await renameKey(sql, { ...byOf(by), id, name: request.body.name }))
  })

  answer(server, 'POST /keys', async request => {
    const by = signedInOf(request)
    checkMayCreate(by)
    return presentCreated(by, await createKey(sql, { ...request.body, ...byOf(by), vault }))
  })

  answer(server, 'DELETE /keys/:id', async request => {
    const by = signedInOf(request)
    const { id } = request.params
    await checkMayChange(sql, by, id)
    await deleteKey(sql, { ...byOf(by), id })
    return {}
  })

  answer(server, 'POST /keys/:id/roll', async request => {
    const by = signedInOf(request)
    await checkMayChange(sql, by, request.params.id)
    const wanted = { ...request.params, ...request.body, ...byOf(by), vault }
    return presentCreated(by, await rollKey(sql, wanted))
  })

  answer(server, 'PUT /keys/:id/origins', async request => {
    const by = signedInOf(request)
    await checkMayChange(sql, by, request.params.id)
    const change = { ...request.params, ...request.body, ...byOf(by) }
    return presentKey(by, await setOrigins(sql, change))
  })

  answer(server, 'GET /keys/:id/refusals', async request => {
    const { id } = request.params
    await findKey(sql, id, signedInOf(request).account.accountId)
    const refusals = await listRefusals(sql, id)
    return {
      refusals: refusals.map(({ lastAt, ...refusal }) => ({
        ...refusal,
        lastAt: lastAt.toISOString(),
      })),
    }
  })

  /** The editor asks the rules themselves, so that it can never disagree with the image API. */
  answer(server, 'POST /origins/check', async request =>
    checkOrigins(request.body.origins, request.body.page),
  )
}

const checkOrigins = (typed: readonly string[], page: string | undefined): OriginsAnswer => {
  const entries = typed.map(parseOriginEntry)
  const list = entries.flatMap(entry => (entry.ok ? [entry.entry] : []))
  if (!page?.trim()) return { entries, page: null }
  const address = /^https?:\/\//i.test(page.trim()) ? page.trim() : `https://${page.trim()}`
  const host = hostOfPage(address)
  if (host === undefined)
    return { entries, page: { allowed: false, why: 'That is not the address of a page.' } }
  const allowed = isOriginAllowed(list, { origin: address })
  return { entries, page: { allowed, why: reason(list, host, allowed) } }
}

const reason = (list: readonly string[], host: string, allowed: boolean): string => {
  if (list.length === 0) return 'The list is empty, so every site is allowed.'
  if (host === 'localhost' || host.endsWith('.localhost')) return 'localhost is always allowed.'
  if (!allowed) return `No entry covers ${host}.`
  const entry = list.find(entry => isOriginAllowed([entry], { origin: `https://${host}` }))
  return `The entry ${entry} covers ${host}.`
}

export const presentKey = (by: SignedIn, key: Key, whole?: string): KeyAnswer => ({
  id: key.id,
  kind: key.kind,
  name: key.name,
  shown: key.shown,
  key: whole ?? null,
  origins: key.origins,
  createdAt: key.createdAt.toISOString(),
  expiresAt: key.expiresAt?.toISOString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  lastUsedEndpoint: key.lastUsedEndpoint,
  mayChange: mayChangeKey(by, key),
})

const presentCreated = (by: SignedIn, key: Key & { key: string }): CreatedKeyAnswer => ({
  ...presentKey(by, key),
  key: key.key,
})
