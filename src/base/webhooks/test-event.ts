import { newId } from '../../kit/ids.ts'
import type { Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import type { Egress } from '../web/egress.ts'
import { secretsOf } from './secret.ts'
import { type Attempt, sendMessage } from './send.ts'

export type TestEventDeps = {
  sql: Sql
  vault: Vault
  egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'>
}

/** An event that tells of nothing, signed like any other: does the receiver take it? */
export const sendTestEvent = async (
  deps: TestEventDeps,
  { accountId, url }: { accountId: string; url: string },
  signal: AbortSignal,
): Promise<Attempt & { id: string }> => {
  const id = newId('msg')
  const body = JSON.stringify({
    type: 'webhook.test',
    timestamp: new Date().toISOString(),
    data: { message: 'Siteray can reach this address.' },
  })
  const secrets = await secretsOf(deps, accountId)
  const message = { id, url: deps.egress.parseTarget(url).href, body, headers: {}, secrets }
  return { id, ...(await sendMessage(deps.egress, message, signal)) }
}
