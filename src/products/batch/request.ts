import type { Static } from 'typebox'
import { named } from '../../base/http/answers.ts'
import { createdFields, listOf } from '../../base/jobs/answers.ts'
import { delay, labels, respectRobotsByDefault, webhookFor } from '../../base/jobs/job-options.ts'
import { actionList } from '../../base/reader/actions/request.ts'
import { formatList } from '../../base/reader/formats.ts'
import { readingOptions, screenshotAs, session } from '../../base/reader/options.ts'
import { closed, optional, Type } from '../../kit/schema.ts'

/** What its pages are read as when the caller says nothing of it. */
export const batchDefaults = {
  formats: ['markdown', 'html', 'links'],
  respectRobots: true,
} as const

export const maxBatchUrls = 10_000

export const BatchRequest = closed(
  {
    urls: Type.Array(Type.String({ maxLength: 8_192 }), {
      minItems: 1,
      maxItems: maxBatchUrls,
      description: 'The pages; duplicates are read twice, unless `deduplicate` is true.',
    }),
    formats: formatList(batchDefaults.formats),
    ...readingOptions,
    screenshotAs,
    session,
    actions: actionList,
    respectRobots: respectRobotsByDefault,
    delay,
    ignoreInvalidURLs: optional.Boolean({
      default: false,
      description: 'Skip invalid URLs instead of refusing the whole batch.',
    }),
    deduplicate: optional.Boolean({
      default: false,
      description:
        'Read URLs that are one page once: those that differ in nothing but scheme, `www.`, fragment, default document, tracking parameters and the like.',
    }),
    webhook: webhookFor('batch'),
    ...labels,
  },
  {
    title: 'BatchRequest',
    examples: [
      { urls: ['https://example.com/', 'https://example.com/about'], formats: ['markdown'] },
    ],
  },
)
export type BatchRequest = Static<typeof BatchRequest>

export const BatchCreated = named('BatchCreated', createdFields)
export type BatchCreated = Static<typeof BatchCreated>

export const BatchList = listOf('BatchList', 'BatchSummary')
