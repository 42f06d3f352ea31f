import { type Static, type TObject, Type } from 'typebox'
import { AppError } from '../../errors.ts'
import type { ReadingOptions } from '../reader/options.ts'
import { checkedHeaders, type PageRequest } from '../reader/page-request.ts'
import type { KindName } from './kinds.ts'

/** What is the same for every page of a harvest; headers are kept apart, encrypted. */
export type HarvestOptions = Omit<ReadingOptions, 'headers'> & {
  formats?: PageRequest['formats']
  respectRobots?: boolean
  /** Milliseconds between two requests to one host. */
  delay?: number
}

export const delay = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 60_000,
    description:
      'Milliseconds between two requests to one host; 200 unless the server is set otherwise. A Crawl-delay in robots.txt may ask for more.',
  }),
)

export const respectRobotsByDefault = Type.Optional(
  Type.Boolean({ default: true, description: 'Obey the sites’ robots.txt.' }),
)

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
})

/** Harvests end as one of the last three. */
export const statuses = ['scraping', 'completed', 'failed', 'cancelled'] as const
export type HarvestStatus = (typeof statuses)[number]

const moments = ['started', 'page', 'completed', 'failed', 'cancelled'] as const
export type EventType = `${KindName}.${(typeof moments)[number]}`
const eventTypesOf = (kind: KindName): EventType[] =>
  moments.map(moment => `${kind}.${moment}` as const)

/** Where the events of a harvest go; its headers are sealed. */
export type StoredWebhook = { url: string; events: readonly EventType[] }

const webhookFields = {
  url: Type.String({ minLength: 1, maxLength: 2_048, description: 'Gets the events, by POST.' }),
  headers: Type.Optional(
    Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 4_000 }), {
      maxProperties: 20,
      description: 'Sent with every event; kept encrypted.',
    }),
  ),
}

export const webhookFor = (kind: KindName) =>
  Type.Optional(
    Type.Object(
      {
        ...webhookFields,
        events: Type.Optional(
          Type.Array(Type.Enum(eventTypesOf(kind)), {
            minItems: 1,
            uniqueItems: true,
            description: 'Which events; all of them unless given.',
          }),
        ),
      },
      {
        title: kind === 'batch' ? 'BatchWebhook' : 'CrawlWebhook',
        additionalProperties: false,
        description: 'Signed as Standard Webhooks say.',
      },
    ),
  )

export type AskedWebhook = Static<TObject<typeof webhookFields>> & { events?: EventType[] }

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
