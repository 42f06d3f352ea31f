import { type Static, Type } from 'typebox'
import { actionList } from '../../base/reader/actions/request.ts'
import { pageUrl, readingOptions, respectRobots } from '../../base/reader/options.ts'

export const ExtractRequest = Type.Object(
  {
    url: pageUrl,
    schema: Type.Optional(
      Type.Unknown({
        description:
          'JSON Schema (draft 4 to 2020-12) that `data` must follow. At least one of `schema` and `prompt` is needed.',
      }),
    ),
    prompt: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20_000,
        description: 'What to look for, in words. Without a `schema` it needs a language model.',
      }),
    ),
    evidence: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Also return the page’s own words for each value.',
      }),
    ),
    ...readingOptions,
    actions: actionList,
    onlyMainContent: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Only read the main content. Prices and tables of facts often stand beside it, so the whole page is the default here.',
      }),
    ),
    respectRobots,
  },
  {
    title: 'ExtractRequest',
    examples: [
      {
        url: 'https://example.com/',
        schema: {
          type: 'object',
          properties: { title: { type: 'string', description: 'The heading of the page' } },
        },
      },
    ],
    additionalProperties: false,
  },
)
export type ExtractRequest = Static<typeof ExtractRequest>
