import { type Static, Type } from 'typebox'
import { Created } from '../../base/harvest/answers.ts'
import { delay, labels, respectRobotsByDefault, webhookFor } from '../../base/harvest/asked.ts'
import { statuses } from '../../base/harvest/names.ts'
import { named } from '../../base/http/named.ts'
import { actionList } from '../../base/reader/actions/request.ts'
import { formatList } from '../../base/reader/formats.ts'
import { readingOptions, screenshotAs } from '../../base/reader/options.ts'

/** What its pages are read as when the caller says nothing of it. */
export const batchDefaults = {
  formats: ['markdown', 'html', 'links'],
  respectRobots: true,
} as const

const maxUrls = 10_000

export const BatchRequest = Type.Object(
  {
    urls: Type.Array(Type.String({ maxLength: 8_192 }), {
      minItems: 1,
      maxItems: maxUrls,
      description: 'The pages; one that stands twice is read twice, unless `deduplicate` is true.',
    }),
    formats: formatList(batchDefaults.formats),
    ...readingOptions,
    screenshotAs,
    actions: actionList,
    respectRobots: respectRobotsByDefault,
    delay,
    ignoreInvalidURLs: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Leave out URLs that cannot be used instead of refusing the whole batch.',
      }),
    ),
    deduplicate: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Read URLs that are one page once: those that differ in nothing but scheme, `www.`, fragment, default document, tracking parameters and the like.',
      }),
    ),
    webhook: webhookFor('batch'),
    ...labels,
  },
  {
    title: 'BatchRequest',
    examples: [
      { urls: ['https://example.com/', 'https://example.com/about'], formats: ['markdown'] },
    ],
    additionalProperties: false,
  },
)
export type BatchRequest = Static<typeof BatchRequest>

export const BatchCreated = named('BatchCreated', {
  ...Created.properties,
  invalidURLs: Type.Optional(
    Type.Array(Type.String(), { description: 'URLs that were left out, as they were sent' }),
  ),
  duplicateURLs: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'With `deduplicate`: URLs that are one page with one before them, as they were sent',
    }),
  ),
})
export type BatchCreated = Static<typeof BatchCreated>

export const BatchList = named('BatchList', {
  total: Type.Integer({ description: 'All that there are' }),
  data: Type.Array(
    named('BatchSummary', {
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
