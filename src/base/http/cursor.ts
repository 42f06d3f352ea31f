import { AppError } from '../../errors.ts'

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

/** Whoever makes one up is told so, before the database is. */
export const readCursor = (text: string | undefined): Cursor | undefined => {
  if (text === undefined) return undefined
  try {
    const told: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    const [place, id]: unknown[] = Array.isArray(told) ? told : []
    if (typeof place === 'string' && typeof id === 'string') return { place, id }
  } catch {}
  throw new AppError('invalid_request', '"after" is not the "next" of an earlier answer.')
}

const write = ({ place, id }: Place): string =>
  Buffer.from(JSON.stringify([place, String(id)])).toString('base64url')
