import { type Static, Type } from 'typebox'

export const Evidence = Type.Object({
  quote: Type.Optional(Type.String({ description: 'The page’s own words.' })),
  source: Type.Optional(
    Type.String({
      description:
        'Where the words stand when a reader does not see them: `link`, `image`, or a property of the page’s markup.',
    }),
  ),
  judged: Type.Optional(
    Type.Literal(true, {
      description:
        'The schema asks for a judgement here: the words are the model’s, not the page’s.',
    }),
  ),
  doubtful: Type.Optional(
    Type.Literal(true, {
      description: 'The words stand in a line that may speak to machines rather than to readers.',
    }),
  ),
})
export type Evidence = Static<typeof Evidence>

export const ExtractAnswer = Type.Object({
  data: Type.Unknown({ description: 'Follows `schema`; an object where there is none.' }),
  evidence: Type.Optional(
    Type.Record(Type.String(), Evidence, {
      description: 'With `evidence: true`: by JSON Pointer into `data`, one for each value.',
    }),
  ),
  warning: Type.Optional(Type.String({ description: 'What was left out or is doubtful.' })),
})
export type ExtractAnswer = Static<typeof ExtractAnswer>
