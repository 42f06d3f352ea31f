import type { Static } from 'typebox'
import { named } from '../../../base/http/answers.ts'
import { createdFields, itemFields, listOf, stateFields } from '../../../base/jobs/answers.ts'
import {
  delay,
  labels,
  respectRobotsByDefault,
  webhookFor,
} from '../../../base/jobs/job-options.ts'
import { closed, optional, Type } from '../../../kit/schema.ts'
import { BrandingProfile } from '../profile/profile.ts'
import { BrandingRequest } from '../request.ts'

const { url: _, format: __, ...options } = BrandingRequest.properties

export const BatchBrandingRequest = closed(
  {
    urls: Type.Array(Type.String({ maxLength: 8_192 }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'The sites, by domain or URL.',
    }),
    ...options,
    respectRobots: respectRobotsByDefault,
    delay,
    ignoreInvalidURLs: optional.Boolean({
      default: false,
      description: 'Skip invalid URLs instead of refusing all.',
    }),
    deduplicate: optional.Boolean({
      default: false,
      description: 'Read URLs that are one page once.',
    }),
    webhook: webhookFor('branding'),
    ...labels,
  },
  {
    title: 'BatchBrandingRequest',
    examples: [{ urls: ['example.com', 'https://example.org/'], include: ['colors', 'images'] }],
  },
)
export type BatchBrandingRequest = Static<typeof BatchBrandingRequest>

export const BatchBrandingCreated = named('BatchBrandingCreated', createdFields)
export type BatchBrandingCreated = Static<typeof BatchBrandingCreated>

const { url, error, code } = itemFields

export const BatchBrandingState = named('BatchBrandingState', {
  ...stateFields,
  data: Type.Array(
    Type.Object(
      { ...{ url, error, code }, profile: Type.Optional(BrandingProfile) },
      { title: 'BatchBrandingItem', description: 'The profile of one site, or why there is none.' },
    ),
    { description: 'In order of completion: a finished item never changes.' },
  ),
})
export type BatchBrandingState = Static<typeof BatchBrandingState>

export const BatchBrandingList = listOf('BatchBrandingList', 'BatchBrandingSummary')
