import { invalidRequest } from '../../kit/errors.ts'
import type { Operation } from '../accounts/prices.ts'
import { type RequestedFormat, readFormats } from '../reader/formats.ts'
import type { ReadingOptions, ScreenshotAs } from '../reader/options.ts'
import { checkedHeaders, wantsModel } from '../reader/page-request.ts'
import { readWebhookUrl } from '../webhooks/request.ts'
import { eventTypesOf, type StoredWebhook, type WebhookOption } from './job-options.ts'
import type { JobKindName } from './kinds-and-states.ts'

/** What is the same for every page of a job; headers are kept apart, encrypted. */
export type JobOptions = Omit<ReadingOptions, 'headers'> & {
  formats?: readonly RequestedFormat[]
  respectRobots?: boolean
  screenshotAs?: ScreenshotAs
  /** The id of a session of the job's account. */
  session?: string
  /** Milliseconds between two requests to one host. */
  delay?: number
  /** What an item is reserved as, where its options alone do not say it. */
  operation?: Operation
  /** What only its kind understands. */
  own?: object
}

/** What an item costs: as much as an extraction, where a model is asked about its page. */
export const operationOf = (
  kind: JobKindName,
  { formats = [], operation }: Pick<JobOptions, 'formats' | 'operation'>,
): Operation =>
  operation ??
  (wantsModel(readFormats(formats, undefined)) ? 'batchExtract' : usualOperations[kind])

const usualOperations: Record<JobKindName, Operation> = {
  batch: 'batch',
  crawl: 'crawl',
  extract: 'batchExtract',
  branding: 'batchBranding',
}

/** What cannot work is told before anything is written. */
export const readWebhook = (
  parseTarget: (text: string) => URL,
  kind: JobKindName,
  webhook: WebhookOption | undefined,
): StoredWebhook | undefined => {
  if (!webhook) return undefined
  const { headers = {}, events = eventTypesOf(kind), form, metadata } = webhook
  checkedHeaders(headers)
  if (form === 'firecrawl' && kind !== 'batch' && kind !== 'crawl')
    throw invalidRequest('Firecrawl has no events of such a job.')
  if (JSON.stringify(metadata ?? {}).length > maxMetadata)
    throw invalidRequest('The webhook’s metadata is longer than 10,000 characters.')
  const url = readWebhookUrl(parseTarget, webhook.url, headers)
  return { url, events, ...(form && { form }), ...(metadata && { metadata }) }
}

const maxMetadata = 10_000
