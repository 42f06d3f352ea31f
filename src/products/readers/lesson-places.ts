import type { Sql } from '../../base/db/sql.ts'
import { AppError } from '../../kit/errors.ts'
import type { ReadersWanted } from '../extract/check-request.ts'
import { hostOf } from './host.ts'
import { neededPages } from './proving.ts'
import { promptKeyOf, schemaKeyOf } from './schema-key.ts'
import { watchStore } from './watch-store.ts'

/**
 * Many pages of one template at once would all be asked of the model before a reader has learned
 * from the first. So items of jobs take a place: no more pages go to the model than the reader still
 * needs, and the others come again in a second.
 */
export const createLessonPlaces = (sql: Sql) => {
  const taken = new Map<string, number>()
  return async <T>(wanted: ReadersWanted, read: () => Promise<T>): Promise<T> => {
    if (wanted.id !== 'auto' || !wanted.url) return read()
    const lane = {
      accountId: wanted.accountId,
      host: hostOf(wanted.url),
      schemaKey: schemaKeyOf(wanted.schema, promptKeyOf(wanted.prompt)),
    }
    const still = await watchStore.stillWanted(sql, lane, neededPages)
    if (still === undefined) return read()
    const key = Object.values(lane).join(' ')
    const count = taken.get(key) ?? 0
    if (count >= still)
      throw new AppError('overloaded', 'A reader is learning from other pages of this site.')
    taken.set(key, count + 1)
    try {
      return await read()
    } finally {
      const left = (taken.get(key) ?? 1) - 1
      if (left > 0) taken.set(key, left)
      else taken.delete(key)
    }
  }
}
export type LessonPlaces = ReturnType<typeof createLessonPlaces>
