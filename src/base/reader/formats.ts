import type { Static } from 'typebox'
import { invalidRequest } from '../../kit/errors.ts'
import { closed, optional, Type } from '../../kit/schema.ts'

const formatNames = [
  'markdown',
  'html',
  'rawHtml',
  'links',
  'images',
  'screenshot',
  'metadata',
  'text',
  'chunks',
  'summary',
] as const

/** What a chunk may hold when the caller says nothing of it: what most embeddings take. */
const usualChunkTokens = 500

const ChunksFormat = closed(
  {
    type: Type.Literal('chunks'),
    maxTokens: optional.Integer({
      minimum: 50,
      maximum: 8_000,
      default: usualChunkTokens,
      description: 'Approximate maximum size of a chunk in tokens.',
    }),
  },
  { title: 'ChunksFormat' },
)

export const schemaField = Type.Unknown({
  description:
    'JSON Schema (draft 4 to 2020-12) that the data must follow. At least one of `schema` and `prompt` is needed.',
})
export const promptField = Type.String({
  maxLength: 20_000,
  description: 'What to look for, in words. Without a `schema` it needs a language model.',
})

export const readerField = optional.String({
  maxLength: 100,
  description:
    'The id of a reader (`rdr_…`, see `POST /v1/readers`): it reads what it was taught without a model, for 1 credit. `schema` may then be omitted, or have only some of its fields. `auto` uses the account’s reader for this site, schema and prompt; while there is none, it learns one from the model’s answers. `none` is the default.',
})

const JsonFormat = closed(
  {
    type: Type.Literal('json'),
    schema: Type.Optional(schemaField),
    prompt: Type.Optional(promptField),
    reader: readerField,
  },
  {
    title: 'JsonFormat',
    description: 'Structured data, as `POST /v1/extract` gives it, for as many credits.',
  },
)

const FormatName = Type.Enum([...formatNames], {
  title: 'FormatName',
  description: '`summary` uses a language model, and costs as much as an extraction.',
})
const PageFormatField = Type.Union([FormatName, ChunksFormat, JsonFormat], { title: 'PageFormat' })
export type RequestedFormat = Static<typeof PageFormatField>

/** `source` stands for the whole page, for extraction, and no caller can ask for it. */
export type PageFormat = (typeof formatNames)[number] | 'json' | 'source'

/** What `json` shall hold. */
export type JsonFormatOption = {
  schema?: unknown
  prompt?: string
  reader?: string
  onlyMainContent: boolean
}

export const formatList = (defaults: readonly (typeof formatNames)[number][]) =>
  optional.Array(PageFormatField, {
    minItems: 1,
    uniqueItems: true,
    default: [...defaults],
    description: 'What to return.',
  })

export type ReadFormats = {
  formats: PageFormat[]
  /** Option of the format `chunks`. */
  chunkTokens?: number
  json?: JsonFormatOption
}

/** The formats by name, and what was said of them. `onlyMainContent` as the caller said it, if so. */
export const readFormats = (
  asked: readonly (RequestedFormat | PageFormat)[],
  onlyMainContent: boolean | undefined,
): ReadFormats => {
  const formats = asked.map(format => (typeof format === 'string' ? format : format.type))
  const twice = formats.find((format, at) => formats.indexOf(format) !== at)
  if (twice) throw invalidRequest(`"formats" has "${twice}" twice.`)
  const chunks = asked.find(format => format === 'chunks' || Object(format).type === 'chunks')
  const json = asked.find(format => typeof format === 'object' && format.type === 'json')
  return {
    formats,
    ...(chunks && { chunkTokens: Object(chunks).maxTokens ?? usualChunkTokens }),
    // Prices and tables of facts often stand beside the content: as for extract, all is read.
    ...(json && { json: jsonOption(json, onlyMainContent ?? false) }),
  }
}

const jsonOption = (
  json: Static<typeof JsonFormat>,
  onlyMainContent: boolean,
): JsonFormatOption => {
  const { type: _, ...spec } = json
  return { ...spec, onlyMainContent }
}
