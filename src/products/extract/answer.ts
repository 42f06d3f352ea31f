import type { Static } from 'typebox'
import { named } from '../../base/http/answers.ts'
import { optional, Type } from '../../kit/schema.ts'
import { Evidence } from './grounding/evidence.ts'

export const ExtractAnswer = named('ExtractAnswer', {
  data: Type.Unknown({ description: 'Follows `schema`; without one, an object.' }),
  evidence: optional.Record(Type.String(), Evidence, {
    description: 'With `evidence: true`: by JSON Pointer into `data`, one for each value.',
  }),
  reader: optional.Object(
    { id: Type.String(), version: Type.Integer() },
    { title: 'ReaderUsed', description: 'The reader that answered, where one was asked.' },
  ),
  warning: optional.String({ description: 'What was left out or is doubtful.' }),
})
export type ExtractAnswer = Static<typeof ExtractAnswer>
