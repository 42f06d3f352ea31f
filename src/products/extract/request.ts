import type { Static } from 'typebox'
import { actionList } from '../../base/reader/actions/request.ts'
import { promptField, readerField, schemaField } from '../../base/reader/formats.ts'
import { pageUrl, readingOptions, respectRobots, session } from '../../base/reader/options.ts'
import { closed, optional, Type } from '../../kit/schema.ts'

/** What is asked for says whether comments are wanted; hidden text answers nothing. */
const { comments: _, hidden: __, ...pageOptions } = readingOptions

export const ExtractRequest = closed(
  {
    url: pageUrl,
    schema: Type.Optional(schemaField),
    prompt: Type.Optional(promptField),
    reader: readerField,
    evidence: optional.Boolean({
      default: false,
      description: 'Also return the page’s own words for each value.',
    }),
    ...pageOptions,
    session,
    actions: actionList,
    onlyMainContent: optional.Boolean({
      default: false,
      description:
        'Only read the main content. Prices and tables of facts are often outside it, so the whole page is the default here.',
    }),
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
  },
)
export type ExtractRequest = Static<typeof ExtractRequest>
