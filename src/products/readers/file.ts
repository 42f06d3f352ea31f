import type { Static } from 'typebox'
import { createCheck } from '../../base/http/validation.ts'
import { AppError } from '../../kit/errors.ts'
import { Type } from '../../kit/schema.ts'
import type { Cut, TaughtReader } from '../../page/taught/reader.ts'

const strict = { additionalProperties: false } as const
const pointer = Type.String({ maxLength: 500 })
const share = Type.Number({ minimum: 0, maximum: 1 })
const flag = Type.Optional(Type.Boolean())

const Rule = Type.Object(
  {
    view: Type.String({ minLength: 1, maxLength: 1_000 }),
    pick: Type.Enum(['only', 'first', 'last']),
    p: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }),
    isTelling: Type.Optional(Type.Literal(true)),
    cut: Type.Optional(
      Type.Unsafe<Cut>(Type.Array(Type.String({ maxLength: 500 }), { minItems: 2, maxItems: 2 })),
    ),
  },
  strict,
)
const Field = Type.Object(
  {
    rules: Type.Array(Rule, { maxItems: 30 }),
    expect: Type.Number({ minimum: 0, maximum: 1_000 }),
    seen: share,
    shape: Type.Object(
      {
        ...{ digit: flag, letter: flag, currency: flag, address: flag },
        form: Type.Optional(Type.String({ maxLength: 100 })),
        digits: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
      },
      strict,
    ),
    shares: Type.Optional(Type.Array(pointer, { maxItems: 50 })),
    isCommon: flag,
  },
  strict,
)
const Fields = Type.Record(pointer, Field, { maxProperties: 50 })
const hashes = (maxItems: number) => Type.Array(Type.String({ maxLength: 20 }), { maxItems })

/** A reader as data: what is in it is only ever compared. */
export const ReaderFile = Type.Object(
  {
    siteray: Type.Literal('reader'),
    format: Type.Literal(1),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    match: Type.Object(
      {
        host: Type.String({ minLength: 1, maxLength: 300 }),
        paths: Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 20 }),
      },
      strict,
    ),
    schema: Type.Unknown(),
    fields: Fields,
    lists: Type.Record(
      pointer,
      Type.Object(
        {
          parents: Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 20 }),
          row: Type.Object(
            {
              tag: Type.String({ maxLength: 100 }),
              any: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 }),
              not: Type.Optional(hashes(20)),
            },
            strict,
          ),
          fields: Fields,
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
  },
  { title: 'ReaderFile', ...strict },
)
export type ReaderFile = Static<typeof ReaderFile>

const check = createCheck(ReaderFile, 'file')
const maxFileChars = 256 * 1024

/** Throws `reader_file_invalid`, with the place and what was expected there. */
export const readReaderFile = (file: unknown): ReaderFile => {
  if (JSON.stringify(file ?? null).length > maxFileChars)
    throw new AppError('reader_file_invalid', 'The reader file is larger than 256 kB.')
  try {
    check(file)
  } catch (error) {
    throw new AppError('reader_file_invalid', Object(error).message)
  }
  return file as ReaderFile
}

export const taughtIn = ({ fields, lists, common, template }: ReaderFile): TaughtReader => ({
  ...{ fields, lists, common, template },
})
