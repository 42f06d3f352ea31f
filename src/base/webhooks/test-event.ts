import { newId } from '../../kit/ids.ts'
import { attemptDelivery, type DeliveryDeps } from './deliver.ts'
import type { Attempt } from './send.ts'

/** An event that tells of nothing, signed like any other: does the receiver take it? */
export const sendTestEvent = async (
  deps: DeliveryDeps,
  { accountId, url }: { accountId: string; url: string },
  signal: AbortSignal,
): Promise<Attempt & { id: string }> => {
  const id = newId('msg')
  const body = JSON.stringify({
    type: 'webhook.test',
    timestamp: new Date().toISOString(),
    data: { message: 'Siteray can reach this address.' },
  })
  const message = { id, accountId, url: deps.egress.parseTarget(url).href, body, headers: {} }
  return { id, ...(await attemptDelivery(deps, message, signal)) }
}
