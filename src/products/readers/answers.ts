import type { Static } from 'typebox'
import { named } from '../../base/http/answers.ts'
import { optional, Type } from '../../kit/schema.ts'
import { Match } from './match.ts'
import { checks, fallback } from './request.ts'

const FieldSummary = named('ReaderField', {
  taught: Type.Integer({ description: 'Examples that show it.' }),
  families: Type.Array(Type.String(), { description: 'The families of rules that know it.' }),
  expected: Type.Number({ description: 'How likely an answer without a flag is right.' }),
  seenOn: Type.Integer({ description: 'Pages of those it learned from on which it is found.' }),
  convert: optional.String({
    description:
      'What the rules do to a text to make it the value, such as `number, comma as thousands`; absent where the value is the text.',
  }),
  rules: optional.Array(Type.String(), {
    description: 'Where its value is looked for, in words: the best rule of each family.',
  }),
})

const Question = named('ReaderQuestion', {
  url: Type.String(),
  field: Type.String(),
  choices: Type.Array(
    Type.Object({
      value: Type.Unknown(),
      quote: Type.String(),
      by: Type.Array(Type.String()),
    }),
  ),
})

const statuses = [
  'learning',
  'proving',
  'ready',
  'weak',
  'unproven',
  'drifting',
  'repairing',
  'broken',
] as const

const Gate = named('ReaderGate', {
  pages: Type.Integer({ description: 'New pages that both versions read.' }),
  flagsBefore: Type.Integer({ description: 'Answers of the version before that were flagged.' }),
  flagsAfter: Type.Integer(),
  differ: Type.Array(
    Type.Object({
      url: Type.String(),
      field: Type.String(),
      before: optional.Unknown(),
      after: optional.Unknown(),
    }),
  ),
})

export const Reader = named('Reader', {
  id: Type.String(),
  name: Type.String(),
  version: Type.Integer(),
  status: Type.Enum([...statuses], {
    description:
      '`learning` and `proving`: it learns from a model, then is compared with it. `weak`: a field is known by one family only, or there are questions; another example helps. `unproven`: imported, and has read fewer than 20 pages. `drifting`: many more answers than before are flagged. `repairing`: a new version is being made. `broken`: the repair failed, and every page goes to the fallback.',
  }),
  match: Match,
  schema: Type.Unknown(),
  prompt: optional.String({
    description: 'Of a reader that learned from a model: it answers `auto` with this prompt alone.',
  }),
  fallback,
  paused: Type.Boolean(),
  checks,
  mail: Type.Boolean(),
  hasWebhook: Type.Boolean(),
  figures: Type.Record(
    Type.String(),
    Type.Object({
      precision: optional.Number({
        description:
          'How often the last 200 checks found it right, at least (the lower bound at 95 %).',
      }),
      agreement: optional.Number({
        description:
          'The share of pages on which two families agreed on the value, or that lack it as some do.',
      }),
    }),
    { description: 'Of the pages it has read, by JSON Pointer.' },
  ),
  fields: Type.Record(Type.String(), FieldSummary, { description: 'By JSON Pointer.' }),
  lists: Type.Array(Type.String(), { description: 'JSON Pointers of the lists it knows.' }),
  questions: Type.Array(Question, {
    description: 'Pages on which its rules disagree: the most useful next examples.',
  }),
  warning: optional.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
})
export type Reader = Static<typeof Reader>

export const ReaderList = named('ReaderList', {
  total: Type.Integer(),
  data: Type.Array(Reader),
})

export const ReaderVersions = named('ReaderVersions', {
  data: Type.Array(
    named('ReaderVersion', {
      version: Type.Integer(),
      cause: Type.Enum(['examples', 'import', 'model', 'repair']),
      inUse: Type.Boolean(),
      isProposed: Type.Boolean({
        description: 'A repair that waits for you: use it, or delete it.',
      }),
      gate: Type.Optional(Gate),
      createdAt: Type.String(),
    }),
  ),
})

export const TryAnswer = named('ReaderTryAnswer', {
  data: Type.Array(
    named('ReaderTried', {
      url: Type.String(),
      data: optional.Unknown(),
      evidence: optional.Record(Type.String(), Type.Unknown()),
      flags: optional.Record(Type.String(), Type.Array(Type.String()), {
        description: '`missing`, `weak`, `disagree` or `shape`, by JSON Pointer.',
      }),
      open: optional.Array(Type.String(), { description: 'What would go to the fallback.' }),
      isOtherTemplate: optional.Boolean(),
      rows: optional.Record(Type.String(), Type.Array(Type.Array(Type.Integer())), {
        description:
          'In a preview, by JSON Pointer of a list: the numbers of the first and the last text of each row.',
      }),
      error: optional.String(),
      code: optional.String(),
    }),
  ),
})
