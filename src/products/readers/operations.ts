import type { Sql } from '../../base/db/sql.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { sayConversions } from '../../page/taught/conversions.ts'
import { sayRules } from '../../page/taught/say-rules.ts'
import type { FindReaders, ReaderChoice } from '../extract/check-request.ts'
import type { JsonSchema } from '../extract/schema/limits.ts'
import { checkSchema } from '../extract/schema/limits.ts'
import { figuresOf } from './activity.ts'
import type { Reader } from './answers.ts'
import type { ReaderDeps } from './deps.ts'
import {
  labelledIn,
  type ReaderFile,
  readReaderFile,
  refuseFile,
  summaryIn,
  taughtIn,
} from './file.ts'
import { hostOf } from './host.ts'
import { fitsPaths, type Match } from './match.ts'
import { unpackSource } from './pages.ts'
import { promptKeyOf, schemaKeyOf } from './schema-key.ts'
import {
  type KeptLesson,
  type NewVersion,
  pageStore,
  type ReaderRow,
  readerStore,
  type VersionRow,
  versionStore,
} from './store.ts'
import { watchStore } from './watch-store.ts'

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
  if (version) return version
  if (number === 0)
    throw new AppError('reader_learning', `The reader ${id} is learning its first version.`)
  throw new AppError('not_found', `The reader ${id} has no version ${number}.`)
}

/** What an extraction needs of readers: of the one that is named, or of those that may fit a page. */
export const createFindReaders =
  (sql: Sql): FindReaders =>
  async ({ accountId, id, schema, prompt, url }) => {
    if (id === 'auto') {
      if (!url) return { choices: [] }
      const schemaKey = schemaKeyOf(schema, promptKeyOf(prompt))
      const wanted = { accountId, host: hostOf(url), schemaKey }
      const rows = (await watchStore.forPage(sql, wanted))
        .filter(({ paths }) => paths === null || fitsPaths(paths, url))
        .slice(0, maxChoices)
      return { choices: (await Promise.all(rows.map(row => choicesOf(sql, row)))).flat() }
    }
    const row = await findOwned(sql, { id, accountId })
    const { host, fallback } = row
    const silence = silenceOf(row)
    const named = { id, host, fallback, silence, schema: row.schema as JsonSchema | boolean }
    return { named, choices: silence ? [] : await choicesOf(sql, row) }
  }

/** Readers that a page is compared with. */
const maxChoices = 6

/** Why every page goes to the fallback, where it does. */
const silenceOf = ({ stage, health, paused }: ReaderRow): string | undefined => {
  if (stage !== 'live') return 'is still learning'
  if (paused) return 'is paused'
  return health === 'broken' ? 'is broken' : undefined
}

/** The version in use and, while a change of the template is rolled out, the one before it. */
const choicesOf = async (sql: Sql, row: ReaderRow): Promise<ReaderChoice[]> => {
  const { id, version, alsoVersion, fallback, stage, checks } = row
  const numbers = alsoVersion === null ? [version] : [version, alsoVersion]
  const found = await Promise.all(numbers.map(number => versionStore.find(sql, id, number)))
  return found.flatMap(one =>
    one
      ? [
          {
            ...{ id, version: one.number, taught: taughtIn(one.file), fallback, checks },
            ...(stage === 'proving' && { isProving: true }),
          },
        ]
      : [],
  )
}

type NewReader = Pick<ReaderRow, 'name' | 'host' | 'schema' | 'fallback' | 'reading'> &
  Partial<Pick<ReaderRow, 'webhook' | 'mails' | 'checks' | 'paths' | 'prompt'>> & {
    id?: string
    accountId: string
    file: ReaderFile
    lesson: KeptLesson
    cause: VersionRow['cause']
  }

/** A reader with its first version, in the caller's transaction. Its id. */
export const insertReader = async (sql: Sql, reader: NewReader): Promise<string> => {
  const { accountId, file, lesson, cause, id = newId('rdr'), ...row } = reader
  if ((await readerStore.count(sql, accountId)) >= maxReaders)
    throw new AppError('conflict', `An account has at most ${maxReaders} readers.`)
  await readerStore.insert(sql, { ...row, id, accountId, version: 1 })
  await versionStore.insert(sql, id, { number: 1, file, lesson, cause })
  return id
}

/** A next version, in use at once. Who learned from an older one meanwhile begins again. */
export const insertVersion = async (
  sql: Sql,
  id: string,
  before: number,
  version: NewVersion,
): Promise<void> => {
  const last = await readerStore.lock(sql, id)
  if (last === undefined) throw gone(id)
  if (last !== before)
    throw new AppError('reader_learning', `The reader ${id} has just learned from another call.`)
  await versionStore.insert(sql, id, { ...version, number: last + 1 })
  await readerStore.use(sql, id, last + 1)
}

/** 0 while it learns its first. */
export const lastVersion = async (sql: Sql, id: string): Promise<number> =>
  (await versionStore.list(sql, id))[0]?.number ?? 0

export const keptPages = async (sql: Sql, id: string) => {
  const pages = await pageStore.list(sql, id)
  const opened = await Promise.all(
    pages.map(async ({ source, ...page }) => ({ ...page, source: await unpackSource(source) })),
  )
  return {
    labelled: opened.filter(({ isLabelled }) => isLabelled),
    others: opened.filter(({ isLabelled }) => !isLabelled),
  }
}

/** A file of another server: the same checks as for a request, and no page is read. */
export const checkFile = async (
  { runExtract, run }: Pick<ReaderDeps, 'runExtract' | 'run'>,
  asked: unknown,
  signal: AbortSignal,
  /** Called before pages are read, which takes as long as to learn from them. */
  takeLearning: () => void,
): Promise<ReaderFile> => {
  const file = readReaderFile(asked)
  const { schema, fields, lists } = file
  await runExtract('checkSense', checkSchema(schema))
  await run('checkFileFields', { schema, fields, lists }, signal)
  if (file.examples?.length) {
    takeLearning()
    const task = { schema: checkSchema(schema), examples: labelledIn(file.examples) }
    await run('checkFileExamples', task, signal).catch(refuseFile)
  }
  return file
}

const showReader = (
  row: ReaderRow,
  version: VersionRow | undefined,
  figures: Reader['figures'],
): Reader => ({
  ...{ id: row.id, name: row.name, version: row.version },
  status: statusOf(row, version),
  match: matchOf(row, version),
  ...{ schema: row.schema, fallback: row.fallback },
  ...(row.prompt !== null && { prompt: row.prompt }),
  ...{ paused: row.paused, checks: Math.round(row.checks * 1e6) / 1e6, mail: row.mails },
  hasWebhook: row.webhook !== null,
  figures,
  fields: version ? fieldsOf(version) : {},
  lists: Object.keys(version?.file.lists ?? {}),
  questions: version?.lesson.questions ?? [],
  ...(version?.lesson.warning && { warning: version.lesson.warning }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** Those too that a repair did not find again: they are still looked for where they were. */
const fieldsOf = ({ lesson, file }: VersionRow): Reader['fields'] =>
  Object.fromEntries(
    Object.entries({ ...withRules(summaryIn(file)), ...lesson.summary }).map(([pointer, known]) => {
      const rules = sayRules(file.fields[pointer]?.rules ?? [])
      const convert = sayConversions(file.fields[pointer]?.convert)
      return [
        pointer,
        { ...known, ...(convert && { convert }), ...(rules.length > 0 && { rules }) },
      ]
    }),
  )

const withRules = <T extends { families: readonly unknown[] }>(fields: Record<string, T>) =>
  Object.fromEntries(Object.entries(fields).filter(([, { families }]) => families.length > 0))

const matchOf = ({ host, paths }: ReaderRow, version: VersionRow | undefined): Match =>
  paths ? { host, paths, isGiven: true } : (version?.file.match ?? { host, paths: [] })

/** A version as it is exported: with the name, the paths and the prompt that the reader has now. */
export const exported = (row: ReaderRow, version: VersionRow): ReaderFile => ({
  ...version.file,
  ...{ name: row.name, match: matchOf(row, version) },
  ...(row.prompt !== null && { prompt: row.prompt }),
})

/** Pages after which an imported reader has shown what it can. */
const provenPages = 20

const statusOf = (
  { stage, health, watch }: ReaderRow,
  version: VersionRow | undefined,
): Reader['status'] => {
  if (stage !== 'live') return stage
  if (health !== 'ready') return health
  const { summary = {}, questions = [] } = version?.lesson ?? {}
  if (version?.cause === 'import') return (watch.pages ?? 0) < provenPages ? 'unproven' : 'ready'
  const isThin = Object.values(summary).some(({ families }) => families.length < 2)
  return isThin || questions.length > 0 ? 'weak' : 'ready'
}

export const readReader = async (sql: Sql, owned: Owned): Promise<Reader> =>
  describeReader(sql, await findOwned(sql, owned))

export const describeReader = async (sql: Sql, row: ReaderRow): Promise<Reader> => {
  const [version, figures] = await Promise.all([
    versionStore.find(sql, row.id, row.version),
    figuresOf(sql, row.id),
  ])
  return showReader(row, version, figures)
}
