import type { Static } from 'typebox'
import { named } from '../../../base/http/answers.ts'
import { optional, Type } from '../../../kit/schema.ts'

/** What a caller is shown for a value. */
export const Evidence = named('Evidence', {
  quote: optional.String({ description: 'The page’s own words.' }),
  source: optional.String({
    description:
      'Where the words are if people cannot see them: `link`, `image`, or a property of the page’s markup.',
  }),
  page: optional.Integer({ description: 'In a PDF or a scan: on which page.' }),
  slide: optional.Integer({ description: 'In a presentation: on which slide.' }),
  sheet: optional.String({ description: 'In a workbook: in which sheet.' }),
  cell: optional.String({ description: 'And in which cell of it, such as `B7`.' }),
  judged: optional.Literal(true, {
    description:
      'The model’s judgement rather than the page’s own words; the quote is what it is based on.',
  }),
  doubtful: optional.Literal(true, {
    description:
      'The words are in a line that may address machines rather than people, or the page has another value under a fitting label or heading.',
  }),
  by: optional.Array(Type.String(), {
    description:
      'With a reader: the families of rules that agreed (`path`, `class`, `label`, `heading`, `inline`, `markup`).',
  }),
  confidence: optional.Number({
    minimum: 0,
    maximum: 1,
    description: 'Without a model: how likely the value is right, from 0 to 1.',
  }),
})
export type Evidence = Static<typeof Evidence>

/** Values below this confidence are named in the warning, and bear no witness for others. */
export const sureEnough = 0.7
