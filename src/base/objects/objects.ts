import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Sql } from '../db/sql.ts'
import type { S3 } from './s3.ts'
import { objectStore } from './store.ts'

/** Where a value is: in its row, or under an id elsewhere. */
export type KeptObject = { bytes: Buffer; object: null } | { bytes: null; object: string }

/** Large values, in an S3-compatible store if there is one, else in PostgreSQL. */
export type Objects = {
  /**
   * A value of a row that is about to be written. What is small, and all while there is no store or it
   * is away, goes into the row itself. Else it is in the store before the row is: whoever writes the
   * row says so with `holdObjects` in the same transaction.
   */
  put(bytes: Buffer): Promise<KeptObject>
  /** Undefined: it is not there. A store that does not answer is an error that passes. */
  get(id: string): Promise<Buffer | undefined>
  /** Something to be shown by a URL, for so long. Its id. */
  publish(bytes: Buffer, contentType: string, seconds: number): Promise<string>
  /** What was published: its bytes, or where the store shows it itself. */
  show(id: string): Promise<{ contentType: string; bytes: Buffer } | { url: string } | undefined>
  /** One step: removes a few that nobody points at any more. True while there are more. */
  sweep(sql: Sql): Promise<boolean>
  /** For metrics. */
  status(): { failures: number; isAway: boolean }
}

type Deps = { sql: Sql; s3: S3 | undefined; onError: (error: unknown) => void; now?: () => number }

/** A smaller value costs less in its row than a request to a store does. */
const smallBytes = 4_096
/** Longer than any transaction waits for its database. */
const unusedSeconds = 3_600
/** A store that failed is left alone for so long: nobody waits for it again and again. */
const awayMs = 10_000
/** A link of the store's own is followed at once. */
const linkSeconds = 300
const atOnce = 16

export const createObjects = ({ sql, s3, onError, now = Date.now }: Deps): Objects => {
  let awayUntilMs = 0
  let failures = 0
  const noteFailure = (error: unknown) => {
    if (now() >= awayUntilMs) onError(error)
    failures++
    awayUntilMs = now() + awayMs
  }
  const isAway = () => now() < awayUntilMs

  /** The row is there before the object: whatever happens in between, the sweep knows of it. */
  const store = async (made: { bytes: Buffer; contentType: string | null; seconds: number }) => {
    if (!s3 || isAway()) return undefined
    const id = newId('obj')
    const { bytes, contentType, seconds } = made
    const row = { id, size: bytes.length, contentType, seconds, body: null }
    // A database that is away is waited for by whoever writes the value's own row.
    const isKnown = await objectStore.insert(sql, row).then(
      () => true,
      () => false,
    )
    if (!isKnown) return undefined
    return s3.put(id, bytes).then(
      () => id,
      error => void noteFailure(error),
    )
  }

  const read = async (id: string): Promise<Buffer | undefined> => {
    if (!s3)
      throw new AppError(
        'overloaded',
        'What was kept is in a store that this server does not have.',
        {
          cause: new Error(`${id} is in a store, and S3_URL is not set`),
        },
      )
    try {
      return await s3.get(id)
    } catch (error) {
      noteFailure(error)
      throw new AppError('overloaded', 'The store of large results is down. Try again shortly.', {
        cause: error,
      })
    }
  }

  return {
    async put(bytes) {
      if (bytes.length < smallBytes) return { bytes, object: null }
      const object = await store({ bytes, contentType: null, seconds: unusedSeconds })
      return object === undefined ? { bytes, object: null } : { bytes: null, object }
    },
    get: read,
    async publish(bytes, contentType, seconds) {
      const stored = await store({ bytes, contentType, seconds })
      if (stored !== undefined) return stored
      const id = newId('obj')
      await objectStore.insert(sql, { id, size: bytes.length, contentType, seconds, body: bytes })
      return id
    },
    async show(id) {
      const found = await objectStore.find(sql, id)
      if (!found) return undefined
      const { contentType, body } = found
      if (body) return { contentType, bytes: body }
      const url = await s3?.link(id, linkSeconds, contentType)
      if (url !== undefined) return { url }
      const bytes = await read(id)
      return bytes && { contentType, bytes }
    },
    async sweep(work) {
      const expired = await objectStore.expired(work)
      const gone = expired.filter(({ isHere }) => isHere).map(({ id }) => id)
      const stored = expired.filter(({ isHere }) => !isHere).map(({ id }) => id)
      // Without their store they stay, until it is there again.
      if (s3)
        for (let at = 0; at < stored.length; at += atOnce) {
          const some = stored.slice(at, at + atOnce)
          await Promise.all(some.map(id => s3.remove(id)))
          gone.push(...some)
        }
      await objectStore.remove(work, gone)
      return gone.length > 0
    },
    status: () => ({ failures, isAway: isAway() }),
  }
}

/** Of a row that was read; undefined where the object is not there. */
export const bytesOf = async (
  objects: Pick<Objects, 'get'>,
  row: { bytes: Buffer | null; object: string | null },
): Promise<Buffer | undefined> =>
  row.bytes ?? (row.object === null ? undefined : objects.get(row.object))

/** In the transaction whose rows point at them. */
export const holdObjects = (sql: Sql, kept: readonly Pick<KeptObject, 'object'>[]): Promise<void> =>
  objectStore.hold(
    sql,
    kept.flatMap(({ object }) => object ?? []),
  )
