import type { Static } from 'typebox'
import { named } from '../../../base/http/answers.ts'
import { createdFields, itemFields, listOf, stateFields } from '../../../base/jobs/answers.ts'
import {
  delay,
  labels,
  respectRobotsByDefault,
  webhookFor,
} from '../../../base/jobs/job-options.ts'
import { actionList } from '../../../base/reader/actions/request.ts'
import { promptField, readerField, schemaField } from '../../../base/reader/formats.ts'
import { readingOptions, session } from '../../../base/reader/options.ts'
import { closed, optional, Type } from '../../../kit/schema.ts'
import { ExtractAnswer } from '../answer.ts'
import { ExtractRequest } from '../request.ts'

const maxUrls = 10_000

export const BatchExtractRequest = closed(
  {
    urls: optional.Array(Type.String({ maxLength: 8_192 }), {
      minItems: 1,
      maxItems: maxUrls,
      description: 'The pages. Either these, or `from`.',
    }),
    from: optional.String({
      maxLength: 100,
      description:
        'The id of a batch or a crawl that has ended: the pages that it read. They are read again, or taken from copies where `maxAge` allows it.',
    }),
    schema: Type.Optional(schemaField),
    prompt: Type.Optional(promptField),
    reader: readerField,
    evidence: ExtractRequest.properties.evidence,
    ...readingOptions,
    session,
    actions: actionList,
    onlyMainContent: ExtractRequest.properties.onlyMainContent,
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
    webhook: webhookFor('extract'),
    ...labels,
  },
  {
    title: 'BatchExtractRequest',
    examples: [
      {
        urls: ['https://example.com/', 'https://example.com/about'],
        schema: {
          type: 'object',
          properties: { title: { type: 'string', description: 'The heading of the page' } },
        },
      },
    ],
  },
)
export type BatchExtractRequest = Static<typeof BatchExtractRequest>

export const BatchExtractCreated = named('BatchExtractCreated', createdFields)
export type BatchExtractCreated = Static<typeof BatchExtractCreated>

const { url, error, code } = itemFields

export const BatchExtractState = named('BatchExtractState', {
  ...stateFields,
  data: Type.Array(
    Type.Object(
      {
        ...{ url, error, code },
        data: Type.Optional(ExtractAnswer.properties.data),
        evidence: ExtractAnswer.properties.evidence,
        reader: ExtractAnswer.properties.reader,
        warning: ExtractAnswer.properties.warning,
      },
      {
        title: 'BatchExtractItem',
        description: 'What one page says, as an extraction answers it, or why it says nothing.',
      },
    ),
    { description: 'In order of completion: what has ended never changes.' },
  ),
})

export const BatchExtractList = listOf('BatchExtractList', 'BatchExtractSummary')
