import { AppError } from '../../errors.ts'
import { checkedHeaders } from '../reader/page-request.ts'
import { type AskedWebhook, eventTypesOf, type KindName, type StoredWebhook } from './asked.ts'

/** What cannot work is told before anything is written. */
export const readWebhook = (
  parseTarget: (text: string) => URL,
  kind: KindName,
  webhook: AskedWebhook | undefined,
): StoredWebhook | undefined => {
  if (!webhook) return undefined
  checkedHeaders(webhook.headers ?? {})
  try {
    return { url: parseTarget(webhook.url).href, events: webhook.events ?? eventTypesOf(kind) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, `The webhook’s URL cannot be used: ${error.message}`)
  }
}
