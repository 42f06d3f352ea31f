import type { Static } from 'typebox'
import { optional, Type } from '../../kit/schema.ts'
import { webhookOption } from '../webhooks/request.ts'
import type { JobKindName } from './kinds-and-states.ts'

export const delay = optional.Integer({
  minimum: 0,
  maximum: 60_000,
  description:
    'Milliseconds between two of its requests to one host; 200 unless the server is set otherwise. A longer Crawl-delay in robots.txt is respected.',
})

export const respectRobotsByDefault = optional.Boolean({
  default: true,
  description: 'Obey the sites’ robots.txt.',
})

/** What people know it by in the dashboard; nothing depends on it. */
export const labelFields = {
  name: Type.String({ minLength: 1, maxLength: 200, description: 'What it is called in lists.' }),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
    maxItems: 10,
    uniqueItems: true,
    description: 'Words to find it by.',
  }),
}
export const labels = {
  name: Type.Optional(labelFields.name),
  tags: Type.Optional(labelFields.tags),
}
export type Labels = { name?: string; tags?: string[] }

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': optional.String({ minLength: 1, maxLength: 255 }),
})

const moments = ['started', 'page', 'completed', 'failed', 'cancelled'] as const
export type EventType = `${JobKindName}.${(typeof moments)[number]}`
export const eventTypesOf = (kind: JobKindName): EventType[] =>
  moments.map(moment => `${kind}.${moment}` as const)

/** `firecrawl`: an event for each page, as that service sends and signs them. */
const forms = ['standard', 'firecrawl'] as const

/** Where the events of a job go, and in which form; its headers are sealed. */
export type StoredWebhook = {
  url: string
  events: readonly EventType[]
  form?: (typeof forms)[number]
  metadata?: Record<string, unknown>
}

const moreOfWebhooks = {
  form: optional.Enum([...forms], {
    default: 'standard',
    description: '`firecrawl` for receivers that were written for its events.',
  }),
  metadata: optional.Record(Type.String({ maxLength: 200 }), Type.Unknown(), {
    maxProperties: 50,
    description: 'Your own words for this job: every event repeats them.',
  }),
}

const webhookNames: Record<JobKindName, string> = {
  batch: 'BatchWebhook',
  crawl: 'CrawlWebhook',
  extract: 'ExtractWebhook',
  branding: 'BrandingWebhook',
}

const webhookOf = (kind: JobKindName) =>
  webhookOption(
    webhookNames[kind],
    { types: eventTypesOf(kind), description: 'Which events; default: all of them.' },
    moreOfWebhooks,
  )
export const webhookFor = (kind: JobKindName) => Type.Optional(webhookOf(kind))

export type WebhookOption = Static<ReturnType<typeof webhookOf>>
