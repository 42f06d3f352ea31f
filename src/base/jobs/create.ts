import { divideHold } from '../accounts/credits.ts'
import type { VerifiedKey } from '../accounts/keyring.ts'
import type { Plans } from '../accounts/plans.ts'
import type { Database, Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import type { Queue } from '../queue/queue.ts'
import type { Allowed } from '../reader/actions/check.ts'
import type { Action } from '../reader/actions/request.ts'
import { checkedHeaders, type PageRequest } from '../reader/page-request.ts'
import { announce } from './events.ts'
import { turnsOf } from './fair-queueing.ts'
import { sealHeaders } from './headers.ts'
import { hostPaceStore } from './host-pace-store.ts'
import { enqueueSlots } from './host-slots.ts'
import type { Labels, StoredWebhook } from './job-options.ts'
import type { StatusUrl } from './kinds.ts'
import type { JobKindName } from './kinds-and-states.ts'
import { type JobOptions, operationOf } from './parse-job-options.ts'
import { type Growing, jobStore, refOf } from './store.ts'

type Seed = { url: string; host: string; key?: Buffer; depth?: number }

export type JobSpec = {
  kind: JobKindName
  seeds: readonly Seed[]
  options: JobOptions
  headers: Record<string, string>
  actions?: readonly Action[]
  webhook: StoredWebhook | undefined
  webhookHeaders: Record<string, string>
  growing?: Growing
  labels: Labels
  /** What its pages are asked for needs one. */
  needsBrowser: boolean
}

type Deps = {
  plans: Plans
  vault: Vault
  queue: Pick<Queue, 'enqueue' | 'enqueueMany'>
  /** For how long results are kept. */
  keepHours: number
}

/** What accepting one takes, from the caller's request on. */
export type CreateDeps = Deps & {
  sql: Database
  parseTarget: (text: string) => URL
  allowed: Allowed
  /** Throws where a page can never be answered as it is asked for. */
  checkPage: (page: PageRequest, accountId: string) => Promise<void>
  statusUrl: StatusUrl
}

/**
 * In the transaction of `acceptJob`: the items' reservations, job, items and jobs are all
 * there or none is.
 */
export const createJob = async (
  deps: Deps,
  sql: Sql,
  caller: VerifiedKey,
  id: string,
  asked: JobSpec,
): Promise<void> => {
  const { kind, seeds, webhook } = asked
  const { accountId, id: keyId } = caller
  const refs = seeds.map((_, position) => refOf({ jobId: id, position }))
  await divideHold(sql, { ref: id, operation: operationOf(kind, asked.options), refs })
  const hosts = seeds.map(({ host }) => host)
  const [servedTurn, active, lanes] = await Promise.all([
    jobStore.servedTurn(sql),
    jobStore.countActive(sql, accountId),
    hostPaceStore.servedTurns(sql, hosts),
  ])
  const stride = active + 1
  const servedTurnOf = (host: string) => lanes.get(host) ?? 0
  const turns = turnsOf(hosts, { servedTurn, activeJobs: stride, servedTurnOf })
  const items = seeds.map((seed, position) => ({
    ...seed,
    position,
    ...(turns[position] ?? { turn: 0, laneTurn: 0 }),
  }))
  const sealedHeaders = sealHeaders(deps.vault, id, {
    page: asked.headers,
    actions: asked.actions ?? [],
    webhook: webhook ? checkedHeaders(asked.webhookHeaders) : {},
  })
  const { options, growing } = asked
  await jobStore.insert(sql, {
    ...{ id, kind, accountId, keyId, stride, options, webhook, sealedHeaders, items, growing },
    keepHours: deps.keepHours,
    ...{ labels: asked.labels, needsBrowser: asked.needsBrowser },
  })
  await enqueueSlots(deps.queue, sql, await hostPaceStore.fill(sql, [], hosts))
  if (webhook) await announce(deps.queue, sql, { id, kind, accountId, webhook })
}
