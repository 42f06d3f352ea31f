import type { Static } from 'typebox'
import { schemaField } from '../../base/reader/formats.ts'
import { pageUrl, readingOptions } from '../../base/reader/options.ts'
import { webhookOption } from '../../base/webhooks/request.ts'
import { closed, optional, orNull, Type } from '../../kit/schema.ts'
import { fallbacks } from '../extract/fallback.ts'
import { readerEvents } from './event-names.ts'
import { GivenMatch } from './match.ts'

const { render, headers, mobile, waitFor, timeout } = readingOptions
const reading = { render, headers, mobile, waitFor, timeout }

const name = Type.String({ minLength: 1, maxLength: 100 })
const whoElse = {
  description:
    'Who fills the fields that the reader leaves open: the language model, the built-in extractor (also if there is no model), or nobody.',
}
export const fallback = Type.Enum([...fallbacks], { default: 'model', ...whoElse })
export const html = Type.String({
  maxLength: 10_000_000,
  description: 'The page itself, where it need not be read: it then costs nothing.',
})

export const MarksField = Type.Record(
  Type.String({ maxLength: 500 }),
  closed({
    text: Type.Integer({ minimum: 0, maximum: 200_000 }),
    to: optional.Integer({
      ...{ minimum: 0, maximum: 200_000 },
      description: 'The last text of an element of up to twelve texts, taken as a whole.',
    }),
    start: optional.Integer({ minimum: 0 }),
    end: optional.Integer({ minimum: 0 }),
  }),
  {
    maxProperties: 200,
    description:
      'By JSON Pointer: the number of the text that has the value (see `POST /v1/readers/pages`), or a part of it. If a value is in several places, marks decide. In a list, `/reviews/-1`, `/reviews/-2` … mark texts of something that looks like a row but is none.',
  },
)

export const Example = closed(
  {
    url: Type.Optional(pageUrl),
    page: optional.String({
      maxLength: 100,
      description: 'Instead of `url`: the id of a page from `POST /v1/readers/pages`.',
    }),
    marks: Type.Optional(MarksField),
    data: optional.Unknown({
      description:
        'The values on the page, as the schema wants them. A field may be omitted (unknown) or null (not on this page). A list needs two entries.',
    }),
    html: Type.Optional(html),
  },
  { title: 'ReaderExample' },
)
export type Example = Static<typeof Example>

const Others = Type.Object(
  {
    urls: optional.Array(pageUrl, { minItems: 1, maxItems: 20 }),
    from: optional.String({
      maxLength: 100,
      description: 'The id of a batch or a crawl that has ended.',
    }),
    pages: optional.Array(Type.String({ maxLength: 100 }), {
      ...{ minItems: 1, maxItems: 20 },
      description: 'Ids of pages from `POST /v1/readers/pages`.',
    }),
  },
  {
    title: 'ReaderOthers',
    additionalProperties: false,
    description:
      'Pages of the same template whose values are unknown: rules that agree with the majority there are trusted more. Of `from`, up to five on the same host and path.',
  },
)

const examples = Type.Array(Example, { minItems: 1, maxItems: 5 })

const Webhook = webhookOption(
  'ReaderWebhook',
  { types: readerEvents, description: 'Default: all of them.' },
  {},
)
export type AskedWebhook = Static<typeof Webhook>
const mail = Type.Boolean({
  description:
    'Mail the account’s owner when the site has changed, a repair failed or one waits for a decision; the default is true.',
})
export const checks = Type.Number({
  minimum: 0,
  maximum: 1,
  description:
    'The share of answers that the language model (or the built-in extractor where it is sure) checks, at most 20 a day, for free; 0.02 by default, 0 for none.',
})

export const ReaderRequest = closed(
  {
    name: Type.Optional(name),
    match: Type.Optional(GivenMatch),
    schema: Type.Optional(schemaField),
    examples: Type.Optional(examples),
    others: Type.Optional(Others),
    file: optional.Unknown({
      description: 'An exported reader, instead of `schema` and `examples`: no page is read.',
    }),
    fallback: Type.Optional(fallback),
    checks: Type.Optional(checks),
    mail: Type.Optional(mail),
    webhook: Type.Optional(Webhook),
    ...reading,
  },
  {
    title: 'ReaderRequest',
    examples: [
      {
        name: 'Lamps',
        schema: {
          type: 'object',
          properties: { name: { type: 'string' }, price: { type: 'number' } },
        },
        examples: [
          {
            url: 'https://example.com/lamp/1',
            html: '<h1>Brass desk lamp</h1><p>Price: <b>$39.99</b></p>',
            data: { name: 'Brass desk lamp', price: 39.99 },
          },
        ],
      },
    ],
  },
)
export type ReaderRequest = Static<typeof ReaderRequest>

export const MoreExamples = closed(
  { examples, others: Type.Optional(Others) },
  {
    title: 'ReaderExamples',
    examples: [{ examples: [{ url: 'https://example.com/lamp/7', data: { price: null } }] }],
  },
)
export type MoreExamples = Static<typeof MoreExamples>

export const ReaderChange = Type.Object(
  {
    name: Type.Optional(name),
    match: Type.Optional(orNull(GivenMatch, 'Null for none: as its examples are.')),
    // Without a default, which would be filled in: a change of the name alone is no change of it.
    fallback: optional.Enum([...fallbacks], whoElse),
    paused: optional.Boolean({
      description: 'While it is paused, every page goes to the fallback.',
    }),
    checks: Type.Optional(checks),
    mail: Type.Optional(mail),
    webhook: Type.Optional(orNull(Webhook, 'Null for none.')),
  },
  {
    title: 'ReaderChange',
    examples: [{ fallback: 'none' }],
    additionalProperties: false,
    minProperties: 1,
  },
)
export type ReaderChange = Static<typeof ReaderChange>

export const ReaderTry = closed(
  {
    urls: optional.Array(pageUrl, { minItems: 1, maxItems: 10 }),
    html: Type.Optional(html),
    version: optional.Integer({ minimum: 1 }),
  },
  {
    title: 'ReaderTry',
    examples: [{ urls: ['https://example.com/lamp/9'] }],
  },
)
export type ReaderTry = Static<typeof ReaderTry>
