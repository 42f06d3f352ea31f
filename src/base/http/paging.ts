import { Type } from 'typebox'

/** Which part of a long list is wanted. */
export const PageQuery = Type.Object(
  {
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 100 }),
  },
  { additionalProperties: false },
)
