import { invalidRequest } from '../../kit/errors.ts'
import { closed, optional, Type } from '../../kit/schema.ts'
import { canBeKept } from './input.ts'

/** Which part of a long list is wanted. */
export const PageQuery = closed({
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 100 }),
})

/** The same of a list that goes on from a place, and not from a number: rows may come and go. */
export const CursorQuery = Type.Object({
  after: optional.String({ maxLength: 1_000 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
})

/** A row's place in a sorted list: what it is sorted by, as the database writes it, and its id. */
type Place = { place: string; id: string | number }
export type Cursor = { place: string; id: string }

/** One row more than was wanted says whether there is more. */
export const partOf = <T extends Place>(
  rows: readonly T[],
  limit: number,
): { rows: T[]; next: string | null } => {
  const last = rows[limit - 1]
  const more = rows.length > limit && last !== undefined
  return { rows: rows.slice(0, limit), next: more ? write(last) : null }
}

/** What comes after a cursor. Whoever makes one up, or takes that of another order, is told so. */
export const readAfter = async <T>(
  text: string | undefined,
  read: (after: Cursor | undefined) => Promise<T>,
): Promise<T> => {
  if (text === undefined) return read(undefined)
  const after = cursorIn(text)
  if (!after) throw madeUp()
  return read(after).catch((error: unknown) => {
    // A data exception of SQL: the place is none of what the list is sorted by.
    throw /^22/.test(Object(error).code) ? madeUp() : error
  })
}

const madeUp = () => invalidRequest('"after" is not the "next" of an earlier answer.')

const cursorIn = (text: string): Cursor | undefined => {
  try {
    const told: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    const [place, id]: unknown[] = Array.isArray(told) ? told : []
    const isCursor = typeof place === 'string' && typeof id === 'string'
    return isCursor && canBeKept(place + id) ? { place, id } : undefined
  } catch {
    return undefined
  }
}

const write = ({ place, id }: Place): string =>
  Buffer.from(JSON.stringify([place, String(id)])).toString('base64url')
