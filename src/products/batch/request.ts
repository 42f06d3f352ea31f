import { type Static, Type } from 'typebox'
import { Created } from '../../base/harvest/answers.ts'
import { delay, labels, respectRobotsByDefault, webhookFor } from '../../base/harvest/asked.ts'
import { named } from '../../base/http/named.ts'
import { formatList, readingOptions } from '../../base/reader/options.ts'

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
      description: 'The pages; one that stands twice is read twice.',
    }),
    formats: formatList(batchDefaults.formats),
    ...readingOptions,
    respectRobots: respectRobotsByDefault,
    delay,
    ignoreInvalidURLs: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Leave out URLs that cannot be used instead of refusing the whole batch.',
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
})
export type BatchCreated = Static<typeof BatchCreated>
