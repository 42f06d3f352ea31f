import type { Static } from 'typebox'
import { named } from '../../base/http/answers.ts'
import { schemaField } from '../../base/reader/formats.ts'
import { pageUrl, readingOptions } from '../../base/reader/options.ts'
import { closed, optional, Type } from '../../kit/schema.ts'
import { Example } from './request.ts'

const { render, headers, mobile, waitFor, timeout } = readingOptions

const CopyNode = Type.Unsafe<unknown>(
  Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'A text with its number `n`, or an element with its `nodes`.',
    },
  ),
)

export const TeachingPageRequest = closed(
  { url: pageUrl, render, headers, mobile, waitFor, timeout },
  {
    title: 'TeachingPageRequest',
    examples: [{ url: 'https://example.com/' }],
  },
)
export const TeachingPage = named('TeachingPage', {
  id: Type.String({ description: 'For `page` of an example; kept for a day.' }),
  url: Type.String(),
  nodes: Type.Array(CopyNode),
  like: Type.Array(Type.String(), {
    description: 'Addresses on the page that look like its own: pages to compare with.',
  }),
})
export type TeachingPage = Static<typeof TeachingPage>

export const PreviewRequest = closed(
  {
    schema: schemaField,
    examples: Type.Array(Example, {
      ...{ minItems: 1, maxItems: 5 },
      description: 'Each with a `page`, or with `url` and `html`: no page is read for it.',
    }),
    pages: optional.Array(Type.String({ maxLength: 100 }), {
      ...{ minItems: 1, maxItems: 10 },
      description: 'Ids from `POST /v1/readers/pages`; default: the pages of the examples.',
    }),
  },
  {
    title: 'ReaderPreviewRequest',
    examples: [
      {
        schema: { type: 'object', properties: { name: { type: 'string' } } },
        examples: [
          {
            url: 'https://example.com/lamp/1',
            html: '<h1>Brass desk lamp</h1>',
            data: { name: 'Brass desk lamp' },
          },
        ],
      },
    ],
  },
)
export type PreviewRequest = Static<typeof PreviewRequest>

const Counts = named('ReaderCounts', {
  answered: Type.Integer({ description: 'Pages on which the field was looked for.' }),
  flagged: Type.Integer({ description: 'Weak, disputed, of another shape or missing.' }),
  missing: Type.Integer(),
  agreed: Type.Integer({
    description:
      'Answers on which two or more families agreed, and pages that lack the field as some do.',
  }),
  checked: Type.Integer({ description: 'Answers that were checked.' }),
  right: Type.Integer({ description: 'Checks that agreed.' }),
})

const SeenPage = Type.Object({
  url: Type.String(),
  at: Type.String(),
  data: Type.Unknown(),
  flags: optional.Record(Type.String(), Type.Array(Type.String())),
  before: optional.Object(
    { data: Type.Unknown(), at: Type.String() },
    {
      description: 'What it said of this page when it was sure.',
    },
  ),
})

export const ReaderActivity = named('ReaderActivity', {
  days: Type.Array(
    Type.Object({
      day: Type.String(),
      pages: Type.Integer(),
      fields: Type.Record(Type.String(), Counts),
    }),
    { description: 'The last 30 days with pages, the newest first.' },
  ),
  flagged: Type.Array(SeenPage, { description: 'The last 20 flagged pages, the newest first.' }),
  lastGood: Type.Optional(SeenPage),
})
export type ReaderActivity = Static<typeof ReaderActivity>
