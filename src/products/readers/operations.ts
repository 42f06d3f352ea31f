import { inTransaction, type Sql } from '../../base/db/sql.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { ReaderInUse } from '../extract/check-request.ts'
import type { JsonSchema } from '../extract/schema/limits.ts'
import { checkSchema } from '../extract/schema/limits.ts'
import type { ReaderDeps } from './deps.ts'
import { type ReaderFile, readReaderFile, taughtIn } from './file.ts'
import { unpackSource } from './pages.ts'
import type { Reader } from './request.ts'
import {
  type KeptLesson,
  pageStore,
  type ReaderRow,
  readerStore,
  type VersionRow,
  versionStore,
} from './store.ts'

type Owned = { id: string; accountId: string }

const maxReaders = 500

export const gone = (id: string) =>
  new AppError('reader_not_found', `There is no reader ${id.slice(0, 100)}.`)

export const findOwned = async (sql: Sql, owned: Owned): Promise<ReaderRow> => {
  const row = await readerStore.find(sql, owned)
  if (!row) throw gone(owned.id)
  return row
}

export const findVersion = async (
  sql: Sql,
  { id }: Pick<ReaderRow, 'id'>,
  number: number,
): Promise<VersionRow> => {
  const version = await versionStore.find(sql, id, number)
  if (!version) throw new AppError('not_found', `The reader ${id} has no version ${number}.`)
  return version
}

/** What an extraction needs of a reader. */
export const createFindReader =
  (sql: Sql) =>
  async (owned: Owned): Promise<ReaderInUse> => {
    const row = await findOwned(sql, owned)
    const { file, number } = await findVersion(sql, row, row.version)
    return {
      ...{ id: row.id, version: number, host: row.host, fallback: row.fallback },
      schema: row.schema as JsonSchema | boolean,
      taught: taughtIn(file),
    }
  }

type NewReader = Pick<ReaderRow, 'name' | 'host' | 'schema' | 'fallback' | 'reading'> & {
  accountId: string
  file: ReaderFile
  lesson: KeptLesson
  cause: VersionRow['cause']
}

/** A reader with its first version, in the caller's transaction. Its id. */
export const insertReader = async (sql: Sql, reader: NewReader): Promise<string> => {
  const { accountId, file, lesson, cause, ...row } = reader
  if ((await readerStore.count(sql, accountId)) >= maxReaders)
    throw new AppError('conflict', `An account has at most ${maxReaders} readers.`)
  const id = newId('rdr')
  await readerStore.insert(sql, { ...row, id, accountId, version: 1 })
  await versionStore.insert(sql, id, { number: 1, file, lesson, cause })
  return id
}

/** A next version, in use at once. Who learned from an older one meanwhile begins again. */
export const insertVersion = async (
  sql: Sql,
  id: string,
  before: number | undefined,
  version: Omit<VersionRow, 'number' | 'createdAt'>,
): Promise<void> => {
  const last = await readerStore.lock(sql, id)
  if (last === undefined) throw gone(id)
  if (last !== before)
    throw new AppError('reader_learning', `The reader ${id} has just learned from another call.`)
  await versionStore.insert(sql, id, { ...version, number: last + 1 })
  await readerStore.use(sql, id, last + 1)
}

export const lastVersion = async (sql: Sql, id: string): Promise<number | undefined> =>
  (await versionStore.list(sql, id))[0]?.number

export const keptPages = async (sql: Sql, id: string) => {
  const pages = await pageStore.list(sql, id)
  const opened = await Promise.all(
    pages.map(async ({ url, data, isLabelled, source }) => ({
      ...{ url, data, isLabelled, source: await unpackSource(source) },
    })),
  )
  return {
    labelled: opened.filter(({ isLabelled }) => isLabelled),
    others: opened.filter(({ isLabelled }) => !isLabelled),
  }
}

/** A file of another server: the same checks as for a request, and no page is read. */
export const importReader = async (
  deps: Pick<ReaderDeps, 'sql' | 'runExtract'>,
  accountId: string,
  asked: {
    file?: unknown
    name?: string | undefined
    fallback?: ReaderRow['fallback'] | undefined
  },
): Promise<string> => {
  const file = readReaderFile(asked.file)
  await deps.runExtract('checkSense', checkSchema(file.schema))
  const name = asked.name?.trim() || file.name
  return inTransaction(deps.sql, sql =>
    insertReader(sql, {
      ...{ accountId, name, host: file.match.host, schema: file.schema, file },
      ...{ fallback: asked.fallback ?? 'model', reading: {}, cause: 'import' },
      lesson: { summary: {}, questions: [] },
    }),
  )
}

export const showReader = (row: ReaderRow, { file, lesson, cause }: VersionRow): Reader => ({
  ...{ id: row.id, name: row.name, version: row.version },
  status: statusOf(lesson, cause),
  match: file.match,
  ...{ schema: row.schema, fallback: row.fallback },
  fields: lesson.summary,
  lists: Object.keys(file.lists),
  questions: lesson.questions,
  ...(lesson.warning && { warning: lesson.warning }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const statusOf = ({ summary, questions }: KeptLesson, cause: VersionRow['cause']) => {
  if (cause === 'import') return 'unproven'
  const isThin = Object.values(summary).some(({ families }) => families.length < 2)
  return isThin || questions.length > 0 ? 'weak' : 'ready'
}

export const readReader = async (sql: Sql, owned: Owned): Promise<Reader> => {
  const row = await findOwned(sql, owned)
  return showReader(row, await findVersion(sql, row, row.version))
}
