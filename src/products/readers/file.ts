import type { Static } from 'typebox'
import { createCheck } from '../../base/http/validation.ts'
import { AppError } from '../../kit/errors.ts'
import { optional, Type } from '../../kit/schema.ts'
import { conversions } from '../../page/taught/conversions.ts'
import {
  type Cut,
  type Family,
  familyOf,
  type TaughtField,
  type TaughtReader,
} from '../../page/taught/reader.ts'
import { hostOf, nameOf, readHost } from './host.ts'
import type { LabelledPage } from './learn-task.ts'
import { GivenMatch, Match, readMatch } from './match.ts'
import { html, MarksField } from './request.ts'
import { promptKeyOf } from './schema-key.ts'

const strict = { additionalProperties: false } as const
const pointer = Type.String({ maxLength: 500 })
const share = Type.Number({ minimum: 0, maximum: 1 })
const flag = optional.Boolean()
/** Examples of a reader, and as many other pages. */
export const maxPages = 20

const Rule = Type.Object(
  {
    view: Type.String({ minLength: 1, maxLength: 1_000 }),
    pick: Type.Enum(['only', 'first', 'last']),
    p: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }),
    isTelling: optional.Literal(true),
    cut: Type.Optional(
      Type.Unsafe<Cut>(Type.Array(Type.String({ maxLength: 500 }), { minItems: 2, maxItems: 2 })),
    ),
  },
  strict,
)
const place = {
  rules: Type.Array(Rule, { maxItems: 30 }),
  expect: Type.Number({ minimum: 0, maximum: 1_000 }),
  seen: share,
  shape: Type.Object(
    {
      ...{ digit: flag, letter: flag, currency: flag, address: flag, minus: flag },
      form: optional.String({ maxLength: 100 }),
      digits: optional.Integer({ minimum: 0, maximum: 1_000 }),
    },
    strict,
  ),
  shares: optional.Array(pointer, { maxItems: 50 }),
  isCommon: flag,
}
const Field = Type.Object(
  {
    ...{ ...place, elsewhere: optional.Object(place, strict) },
    convert: optional.Array(Type.Enum([...conversions]), { maxItems: conversions.length }),
  },
  strict,
)
const Fields = Type.Record(pointer, Field, { maxProperties: 50 })
const hashes = (maxItems: number) => Type.Array(Type.String({ maxLength: 20 }), { maxItems })

/** An example page with what it says. */
const FileExample = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 4_000 }),
    html,
    data: Type.Unknown(),
    marks: Type.Optional(MarksField),
    isByModel: optional.Literal(true, {
      description: 'The data is a model’s: what is not on the page is left out.',
    }),
  },
  { title: 'ReaderFileExample', ...strict },
)
export type FileExample = Static<typeof FileExample>

/** A reader as data: what is in it is only ever compared. */
export const ReaderFile = Type.Object(
  {
    siteray: Type.Literal('reader'),
    format: Type.Literal(1),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    match: Match,
    schema: Type.Unknown(),
    prompt: optional.String({ minLength: 1, maxLength: 20_000 }),
    fields: Fields,
    lists: Type.Record(
      pointer,
      Type.Object(
        {
          parents: Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 20 }),
          row: Type.Object(
            {
              tag: Type.String({ maxLength: 1_000 }),
              any: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 }),
              not: Type.Optional(hashes(20)),
            },
            strict,
          ),
          fields: Fields,
          seen: Type.Optional(share),
        },
        strict,
      ),
      { maxProperties: 5 },
    ),
    common: hashes(1_000),
    template: Type.Object({ boxes: hashes(500), least: share }, strict),
    learned: Type.Object(
      {
        at: Type.String({ maxLength: 50 }),
        examples: Type.Integer({ minimum: 0 }),
        others: Type.Integer({ minimum: 0 }),
      },
      strict,
    ),
    examples: optional.Array(FileExample, {
      ...{ maxItems: maxPages },
      description: 'The pages that it was taught from, with `examples=true`.',
    }),
  },
  { title: 'ReaderFile', ...strict },
)
export type ReaderFile = Static<typeof ReaderFile>

const check = createCheck(ReaderFile, 'file')
const checkGiven = createCheck(GivenMatch, 'file.match')
const maxFileChars = 256 * 1024

/** Throws `reader_file_invalid`, with the place and what was expected there. */
export const readReaderFile = (file: unknown): ReaderFile => {
  const { examples: _, ...alone } = Object(file)
  if (JSON.stringify(alone).length > maxFileChars)
    throw new AppError('reader_file_invalid', 'The reader file is larger than 256 kB.')
  inFile(() => check(file))
  const { match, examples, name, ...rest } = file as ReaderFile
  // As it is compared with that of a page: a file may be written by hand.
  const host = readHost(match.host)
  if (host === undefined)
    throw new AppError('reader_file_invalid', `In "file": "match.host" is no host: ${match.host}.`)
  if (match.isGiven) {
    const given = { host, paths: match.paths }
    inFile(() => checkGiven(given))
    inFile(() => readMatch(given, host))
  }
  return {
    ...{ ...rest, name: name.trim() || nameOf(host), match: { ...match, host } },
    ...(examples && { examples: ownExamples(examples, host) }),
  }
}

/** Pages of the reader's own site, each given once; nobody asks for their addresses. */
const ownExamples = (examples: readonly FileExample[], host: string): FileExample[] => {
  const known = new Set<string>()
  return examples.map((example, at) => {
    const url = /^https?:/i.test(example.url) ? URL.parse(example.url) : null
    const said = `In "file": "examples[${at}].url"`
    if (!url || hostOf(url) !== host)
      throw new AppError('reader_file_invalid', `${said} must be a page of ${host}.`)
    url.username = ''
    url.password = ''
    if (known.has(url.href))
      throw new AppError('reader_file_invalid', `${said} is an example already.`)
    known.add(url.href)
    return { ...example, url: url.href }
  })
}

/** A fault in an example of a file is one of the file. */
export const refuseFile = (error: unknown): never => {
  if (!(error instanceof AppError)) throw error
  if (error.status !== 400 && error.code !== 'page_too_large') throw error
  throw new AppError('reader_file_invalid', `In "file": ${error.message}`)
}

export const labelledIn = (examples: readonly FileExample[]): LabelledPage[] =>
  examples.map(({ html, ...example }) => ({ ...example, source: html }))

const inFile = (look: () => void): void => {
  try {
    look()
  } catch (error) {
    throw new AppError('reader_file_invalid', Object(error).message)
  }
}

/** What of a file is kept with the reader and outlives its versions, and the version that is left. */
export const partsOf = ({ prompt, examples = [], ...file }: ReaderFile) => {
  const { host, paths, isGiven } = file.match
  const own = { prompt: promptKeyOf(prompt), examples }
  return isGiven
    ? { ...own, file: { ...file, match: { host, paths: [] } }, paths }
    : { ...own, file, paths: null }
}
export const taughtIn = ({ fields, lists, common, template }: ReaderFile): TaughtReader => ({
  ...{ fields, lists, common, template },
})

/** What is known of its fields without the pages that it was taught from. */
export const summaryIn = ({ fields, learned }: ReaderFile) => {
  const pages = learned.examples + learned.others
  return Object.fromEntries(
    Object.entries(fields).map(([pointer, { rules, seen }]) => {
      const best = bestByFamily(rules)
      const wrong = [...best.values()].reduce((product, p) => product * (1 - p), 1)
      return [
        pointer,
        {
          ...{ taught: Math.round(seen * learned.examples), families: [...best.keys()].sort() },
          expected: Math.min(0.99, Math.round((1 - wrong) * 100) / 100),
          seenOn: Math.round(seen * pages),
        },
      ]
    }),
  )
}

const bestByFamily = (rules: TaughtField['rules']): Map<Family, number> => {
  const best = new Map<Family, number>()
  for (const { view, p } of rules) {
    const family = familyOf(view)
    best.set(family, Math.max(p, best.get(family) ?? 0))
  }
  return best
}
