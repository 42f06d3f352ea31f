import { type Static, Type } from 'typebox'
import { formatList, readingOptions } from '../../base/reader/options.ts'

const maxUrls = 10_000

export const eventTypes = [
  'batch.started',
  'batch.page',
  'batch.completed',
  'batch.failed',
  'batch.cancelled',
] as const
export type EventType = (typeof eventTypes)[number]

const Webhook = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2_048, description: 'Gets the events, by POST.' }),
    headers: Type.Optional(
      Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 4_000 }), {
        maxProperties: 20,
        description: 'Sent with every event; kept encrypted.',
      }),
    ),
    events: Type.Optional(
      Type.Array(Type.Enum([...eventTypes]), {
        minItems: 1,
        uniqueItems: true,
        description: 'Which events; all of them unless given.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Signed as Standard Webhooks say.' },
)

/** What the pages of a batch are read as when the caller says nothing of it. */
export const batchDefaults = {
  formats: ['markdown', 'html', 'links'],
  respectRobots: true,
} as const

export const BatchRequest = Type.Object(
  {
    urls: Type.Array(Type.String({ maxLength: 8_192 }), {
      minItems: 1,
      maxItems: maxUrls,
      description: 'The pages; one that stands twice is read twice.',
    }),
    formats: formatList(batchDefaults.formats),
    ...readingOptions,
    respectRobots: Type.Optional(
      Type.Boolean({
        default: batchDefaults.respectRobots,
        description: 'Obey the sites’ robots.txt.',
      }),
    ),
    delay: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 60_000,
        description:
          'Milliseconds between two requests to one host; 200 unless the server is set otherwise. A Crawl-delay in robots.txt may ask for more.',
      }),
    ),
    ignoreInvalidURLs: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Leave out URLs that cannot be used instead of refusing the whole batch.',
      }),
    ),
    webhook: Type.Optional(Webhook),
  },
  { additionalProperties: false },
)
export type BatchRequest = Static<typeof BatchRequest>
/** What is the same for every page of a batch; headers are kept apart, encrypted. */
export type BatchOptions = Omit<BatchRequest, 'urls' | 'ignoreInvalidURLs' | 'webhook' | 'headers'>

export const BatchCreated = Type.Object({
  id: Type.String(),
  url: Type.String({ description: 'Where the status and the results are' }),
  invalidURLs: Type.Optional(
    Type.Array(Type.String(), { description: 'URLs that were left out, as they were sent' }),
  ),
})
export type BatchCreated = Static<typeof BatchCreated>

export const BatchCancelled = Type.Object({ id: Type.String(), status: Type.String() })
export type BatchCancelled = Static<typeof BatchCancelled>

const text = (description: string) => Type.Optional(Type.String({ description }))

export const BatchItem = Type.Object(
  {
    url: Type.String({ description: 'As submitted' }),
    markdown: text('The content as Markdown'),
    html: text('The content as clean HTML'),
    links: Type.Optional(Type.Array(Type.String())),
    warning: text('What was lost or is doubtful'),
    error: text('Why the page could not be read; then nothing else is there'),
  },
  { description: 'Other formats stand beside these when they were asked for.' },
)

export type BatchItem = Static<typeof BatchItem>

const batchStatuses = ['scraping', 'completed', 'failed', 'cancelled'] as const
export type BatchStatus = (typeof batchStatuses)[number]

export const BatchState = Type.Object({
  id: Type.String(),
  status: Type.Enum([...batchStatuses]),
  total: Type.Number({ description: 'URLs in the batch' }),
  completed: Type.Number({ description: 'URLs that were read' }),
  failed: Type.Number({ description: 'URLs that could not be read' }),
  creditsUsed: Type.Number(),
  expiresAt: Type.String({ description: 'ISO 8601, UTC' }),
  data: Type.Array(BatchItem, {
    description: 'In order of completion: a page once read never changes.',
  }),
  next: text('The next page, while there is or will be one'),
})
export type BatchState = Static<typeof BatchState>

export const BatchFailures = Type.Object({
  failed: Type.Number({ description: 'URLs that could not be read so far' }),
  data: Type.Array(
    Type.Object({
      url: Type.String({ description: 'As submitted' }),
      code: Type.String({ description: 'The error’s code' }),
      error: Type.String({ description: 'Why, in one sentence' }),
    }),
    { description: 'In the order in which they failed' },
  ),
  next: text('The next page, if there is one'),
})
export type BatchFailures = Static<typeof BatchFailures>
