import type { Sql } from '../../base/db/sql.ts'
import { batchStore, type ItemKey, type LoadedItem, refOf } from './store.ts'

/** What a worker needs for an item, or undefined when there is nothing left to do. */
type Loader = (item: ItemKey) => Promise<LoadedItem | undefined>

/** Jobs are taken many at a time: what they need comes in one statement for all of them. */
export const createLoader = (sql: Sql): Loader => {
  type Waiting = ItemKey & {
    resolve: (item: LoadedItem | undefined) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []

  const flush = async () => {
    const group = waiting
    waiting = []
    try {
      const found = await batchStore.load(sql, group)
      for (const { batchId, position, resolve } of group)
        resolve(found.get(refOf(batchId, position)))
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return ({ batchId, position }) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ batchId, position, resolve, reject })
    })
}
