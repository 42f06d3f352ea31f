import type { Static } from 'typebox'
import { optional, Type } from '../../kit/schema.ts'
import { named } from '../http/answers.ts'
import { PageAnswer } from '../reader/answer.ts'
import { statuses } from './kinds-and-states.ts'

const text = (description: string) => optional.String({ description })

export const Created = named('CrawlCreated', {
  id: Type.String(),
  url: Type.String({ description: 'Where the status and the results are' }),
})
export type Created = Static<typeof Created>

export const createdFields = {
  ...Created.properties,
  invalidURLs: optional.Array(Type.String(), {
    description: 'URLs that were left out, as they were sent',
  }),
  duplicateURLs: optional.Array(Type.String(), {
    description:
      'With `deduplicate`: URLs that are one page with one before them, as they were sent',
  }),
}

/** The account's jobs of a kind, as `summaryOf` shows them. */
export const listOf = (listName: string, summaryName: string) =>
  named(listName, {
    total: Type.Integer({ description: 'How many there are in all' }),
    data: Type.Array(
      named(summaryName, {
        id: Type.String(),
        url: Type.String({ description: 'Where the status and the results are' }),
        firstUrl: Type.String({ description: 'The first of its URLs' }),
        status: Type.Enum([...statuses]),
        total: Type.Number(),
        completed: Type.Number(),
        failed: Type.Number(),
        creditsUsed: Type.Number(),
        createdAt: Type.String({ description: 'ISO 8601, UTC' }),
        expiresAt: Type.String({ description: 'ISO 8601, UTC' }),
      }),
      { description: 'The newest first' },
    ),
  })

export const Cancelled = named('Cancelled', { id: Type.String(), status: Type.String() })
export type Cancelled = Static<typeof Cancelled>

const {
  rawHtml,
  images,
  screenshot,
  metadata,
  actions,
  text: words,
  chunks,
  summary,
  json,
  cachedAt,
} = PageAnswer.properties

export const itemFields = {
  url: Type.String({ description: 'As submitted' }),
  markdown: text('The content as Markdown'),
  html: text('The content as clean HTML'),
  links: optional.Array(Type.String()),
  ...{ text: words, chunks, rawHtml, images, screenshot, metadata, summary, json, cachedAt },
  warning: text('What was lost or is doubtful'),
  error: text('Why the page could not be read; then nothing but its code is there besides'),
  code: text('The error’s code'),
}

const Item = Type.Object(
  { ...itemFields, actions },
  {
    title: 'BatchItem',
    description: 'The requested formats, or an error.',
  },
)

export const stateFields = {
  id: Type.String(),
  status: Type.Enum([...statuses]),
  total: Type.Number({ description: 'URLs in the batch' }),
  completed: Type.Number({ description: 'URLs that were read' }),
  failed: Type.Number({ description: 'URLs that could not be read' }),
  failures: optional.Record(Type.String(), Type.Number(), {
    description: 'How many failed, by the error’s code; where some did',
  }),
  creditsUsed: Type.Number(),
  expiresAt: Type.String({ description: 'ISO 8601, UTC' }),
  data: Type.Array(Item, {
    description: 'In order of completion: a page once read never changes.',
  }),
  next: text(
    'The next page, if there is one already; otherwise, while the job runs, see `Retry-After`',
  ),
}
export const JobState = named('BatchState', stateFields)
export type JobState = Static<typeof JobState>

export const JobFailures = named('Failures', {
  failed: Type.Number({ description: 'URLs that could not be read so far' }),
  data: Type.Array(
    named('Failure', {
      url: Type.String({ description: 'As submitted' }),
      code: Type.String({ description: 'The error’s code' }),
      error: Type.String({ description: 'Why, in one sentence' }),
    }),
    { description: 'In the order in which they failed' },
  ),
  next: text('The next page, if there is one'),
})
export type JobFailures = Static<typeof JobFailures>
