import { Type } from 'typebox'

/** Which part of a long list is wanted. */
export const PageQuery = Type.Object(
  {
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 100 }),
  },
  { additionalProperties: false },
)

/** The same of a list that goes on from a place, and not from a number: rows may come and go. */
export const CursorQuery = Type.Object({
  after: Type.Optional(Type.String({ maxLength: 1_000 })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
})
