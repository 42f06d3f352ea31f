import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { findAccount } from '../base/accounts/accounts.ts'
import { inTransaction, type Sql } from '../base/db/sql.ts'
import { counted } from '../kit/counted.ts'
import { own } from '../kit/own.ts'
import { parsePage } from '../page/html/parse-page.ts'
import { compileSchema } from '../products/extract/schema/compile.ts'
import { checkSchema } from '../products/extract/schema/limits.ts'
import { finishTaught, readByReader } from '../products/extract/taught/read.ts'
import {
  type FileExample,
  labelledIn,
  partsOf,
  type ReaderFile,
  readReaderFile,
  summaryIn,
  taughtIn,
} from '../products/readers/file.ts'
import { examplesOf, keepExamples, packExamples } from '../products/readers/file-examples.ts'
import { checkFileFields } from '../products/readers/file-fields.ts'
import { checkFileExamples } from '../products/readers/learn-task.ts'
import {
  exported,
  findVersion,
  insertReader,
  insertVersion,
  lastVersion,
} from '../products/readers/operations.ts'
import { type ReaderRow, readerStore, versionStore } from '../products/readers/store.ts'
import type { Output } from './command.ts'
import { UsageError } from './command-error.ts'

/* A folder of readers in a repository: `lamps.json`, and its pages `lamps/1.html` with `lamps/1.json`. */

type Context = { sql: Sql; args: string[]; flags: { account?: string } }

/** Writes every reader of an account with the pages that it was taught from. */
export const pullReaders = async ({ sql, args, flags }: Context): Promise<Output> => {
  const folder = folderIn(args, 'pull')
  const { id: accountId } = await findAccount(sql, flags.account)
  const rows = await writtenReadersOf(sql, accountId)
  makeFolder(folder)
  const names = new Set<string>()
  for (const row of rows) {
    const file = exported(row, await findVersion(sql, row, row.version))
    const name = fileName(row.name, names)
    writeJson(join(folder, `${name}.json`), file)
    const examples = await examplesOf(sql, row.id)
    if (examples.length > 0) mkdirSync(join(folder, name), { recursive: true })
    for (const [at, { html, ...told }] of examples.entries()) {
      writeFileSync(join(folder, name, `${at + 1}.html`), html)
      writeJson(join(folder, name, `${at + 1}.json`), told)
    }
  }
  return {
    text: `Wrote ${counted(rows.length, 'reader')} to ${folder}.`,
    json: { readers: [...names] },
  }
}

/** A reader is known by its name and host: a new one is created, a changed one gets a version. */
export const pushReaders = async ({ sql, args, flags }: Context): Promise<Output> => {
  const files = filesIn(folderIn(args, 'push')).map(withExamples)
  const { id: accountId } = await findAccount(sql, flags.account)
  const known = await withFiles(sql, await writtenReadersOf(sql, accountId))
  const done: { name: string; id: string; did: 'created' | 'updated' | 'unchanged' }[] = []
  for (const { file: whole, row } of pairUp(files, known)) {
    const { file, paths, prompt, examples } = partsOf(whole)
    const { name, schema } = file
    const lesson = { summary: summaryIn(file), questions: [] }
    const kept = row ? await examplesOf(sql, row.id) : []
    const isKept = (one: FileExample) => kept.some(known => isDeepStrictEqual(known, one))
    const pages = await packExamples(examples.filter(one => !isKept(one)))
    const did = await inTransaction(sql, async transaction => {
      if (!row) {
        const id = await insertReader(transaction, {
          ...{ accountId, name, host: file.match.host, paths, prompt, schema, file, lesson },
          ...{ fallback: 'model', reading: {}, cause: 'import' },
        })
        await keepExamples(transaction, id, pages)
        return { name, id, did: 'created' as const }
      }
      const { id } = row
      const isSame = isDeepStrictEqual(row.file, withoutExamples(whole))
      if (isSame && pages.length === 0) return { name, id, did: 'unchanged' as const }
      await keepExamples(transaction, id, pages)
      if (isSame) return { name, id, did: 'updated' as const }
      const before = await lastVersion(transaction, id)
      await insertVersion(transaction, id, before, { file, lesson, cause: 'import' })
      await readerStore.setFromFile(transaction, id, { schema, prompt, paths })
      return { name, id, did: 'updated' as const }
    })
    done.push(did)
  }
  const text = done.map(({ name, id, did }) => `${did.padEnd(9)}  ${id}  ${name}`).join('\n')
  return { text, json: done }
}

type Known = ReaderRow & { file: ReaderFile | undefined }

const withFiles = (sql: Sql, rows: readonly ReaderRow[]): Promise<Known[]> =>
  Promise.all(
    rows.map(async (row): Promise<Known> => {
      const version = await versionStore.find(sql, row.id, row.version)
      return { ...row, file: version && exported(row, version) }
    }),
  )

/**
 * Readers that learn by themselves are all named after their site, so each file takes the one that is
 * most like it, and each reader one file.
 */
const pairUp = (files: readonly ReaderInFolder[], known: readonly Known[]) => {
  const free = new Set(known)
  const rows = new Map<ReaderFile, Known>()
  const isAlike: ((file: ReaderFile, row: Known) => boolean)[] = [
    (file, row) => isDeepStrictEqual(row.file, withoutExamples(file)),
    (file, row) => isDeepStrictEqual(row.file?.template, file.template),
    (file, row) => isDeepStrictEqual(row.file?.match.paths, file.match.paths),
    () => true,
  ]
  for (const is of isAlike)
    for (const { file } of files) {
      if (rows.has(file)) continue
      const row = [...free].find(
        one => one.name === file.name && one.host === file.match.host && is(file, one),
      )
      if (!row) continue
      rows.set(file, row)
      free.delete(row)
    }
  return files.map(({ file }) => ({ file, row: rows.get(file) }))
}

const withoutExamples = ({ examples: _, ...file }: ReaderFile): ReaderFile => file

/** With the pages of its folder, as an export has them that was asked for examples. */
const withExamples = ({ path, file }: ReaderInFolder): ReaderInFolder => {
  const pages = pagesOf(path).map(({ told, source }) => ({ ...told, html: source }))
  const examples = [...(file.examples ?? []), ...pages]
  if (examples.length === 0) return { path, file }
  return readingFile(path, () => {
    const whole = readReaderFile({ ...file, examples })
    const schema = checkSchema(whole.schema)
    checkFileExamples({ schema, examples: labelledIn(whole.examples ?? []) })
    return { path, file: whole }
  })
}

/** Reads the kept pages with the readers of a folder: no network, no database. */
export const testReaders = async ({ args }: Pick<Context, 'args'>): Promise<Output> => {
  const moved: { reader: string; page: string; field: string; was: unknown; is: unknown }[] = []
  const counts = { readers: 0, pages: 0 }
  for (const { path, file } of filesIn(folderIn(args, 'test'))) {
    counts.readers++
    for (const { page, url, source, told } of [...pagesOf(path), ...pagesIn(file)]) {
      counts.pages++
      const read = readWith(file, url, source)
      for (const { field, was, is } of movedIn(told.data, read))
        moved.push({ reader: basename(path), page, field, was, is })
    }
  }
  const lines = moved.map(
    ({ reader, page, field, was, is }) =>
      `✖ ${reader} ${page} ${field}: ${JSON.stringify(is)}, not ${JSON.stringify(was)}`,
  )
  const read = `${counted(counts.pages, 'page')} of ${counted(counts.readers, 'reader')}`
  const sum = `${read}, ${counted(moved.length, 'field')} ${moved.length === 1 ? 'differs' : 'differ'}.`
  return { text: [...lines, sum].join('\n'), json: { ...counts, moved }, ok: moved.length === 0 }
}

type Moved = { field: string; was: unknown; is: unknown }

/** Of an object, what its example says; of a list, its first entries: those that were taught. */
const movedIn = (was: unknown, is: unknown, field = ''): Moved[] => {
  if (typeof was === 'object' && was !== null && !Array.isArray(was))
    return Object.entries(was).flatMap(([name, inner]) => {
      const below = own(is, name) ?? null
      return movedIn(inner, below, field ? `${field}/${name}` : name)
    })
  const isSame = Array.isArray(was)
    ? Array.isArray(is) && was.every((entry, at) => movedIn(entry, is[at] ?? null).length === 0)
    : isDeepStrictEqual(is, was) || (was === null && Array.isArray(is) && is.length === 0)
  return isSame ? [] : [{ field, was, is }]
}

const readWith = (file: ReaderFile, url: string, source: string): unknown => {
  const schema = checkSchema(file.schema)
  const page = { document: parsePage(source), url }
  const taught = readByReader(page, compileSchema(schema).schema, taughtIn(file))
  return taught.isOther ? {} : finishTaught({ schema, taught }).data
}

const folderIn = ([folder]: string[], command: string): string => {
  if (!folder) throw new UsageError(`Say which folder: readers ${command} <folder>.`)
  return folder
}

type ReaderInFolder = { path: string; file: ReaderFile }

const filesIn = (folder: string): ReaderInFolder[] => {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`There is no folder ${folder}.`)
  const names = readdirSync(folder).filter(name => name.endsWith('.json'))
  if (names.length === 0) throw new UsageError(`There is no reader in ${folder}.`)
  return names.sort().map(name => {
    const path = join(folder, name)
    return readingFile(path, () => {
      const file = readReaderFile(readJsonFile(path))
      checkFileFields(file)
      return { path, file }
    })
  })
}

/** A file that cannot be used is a sentence with its name. */
const readingFile = <T>(path: string, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    throw new UsageError(`${path}: ${Object(error).message}`)
  }
}

const readJsonFile = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** Of a file that was exported with its examples. */
const pagesIn = ({ examples = [] }: ReaderFile) =>
  examples.map(({ html, ...told }, at) => ({
    ...{ page: `examples[${at}]`, url: told.url, told, source: html },
  }))

const pagesOf = (path: string) => {
  const folder = path.replace(/\.json$/, '')
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder)
    .filter(name => name.endsWith('.html'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map(page => {
      const told = join(folder, page.replace(/\.html$/, '.json'))
      return readingFile(told, () => {
        const example = Object(readJsonFile(told)) as { url?: unknown; data?: unknown }
        const { url } = example
        if (typeof url !== 'string' || !URL.canParse(url))
          throw new Error('"url" must be the address of the page.')
        if (example.data === undefined) throw new Error('"data" must be what the page says.')
        return { page, url, told: example, source: readFileSync(join(folder, page), 'utf8') }
      })
    })
}

const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new UsageError(`${folder} cannot be made: ${Object(error).message}.`)
  }
}

/**
 * The oldest first, so that a new reader takes no other's file name. One that still learns its first
 * version from a model has no file.
 */
const writtenReadersOf = async (sql: Sql, accountId: string): Promise<ReaderRow[]> =>
  (await readersOf(sql, accountId)).filter(({ version }) => version > 0).reverse()

const pageSize = 100
const readersOf = async (sql: Sql, accountId: string): Promise<ReaderRow[]> => {
  const all: ReaderRow[] = []
  for (let offset = 0; ; offset += pageSize) {
    const wanted = { accountId, host: undefined, offset, limit: pageSize }
    const { rows } = await readerStore.list(sql, wanted)
    all.push(...rows)
    if (rows.length < pageSize) return all
  }
}

/** A file's name has at most 255 bytes, and a letter up to four. */
const maxNameChars = 50

/** Letters and digits alone, and each name once. */
const fileName = (name: string, used: Set<string>): string => {
  const plain =
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, maxNameChars) || 'reader'
  let free = plain
  for (let n = 2; used.has(free); n++) free = `${plain}-${n}`
  used.add(free)
  return free
}

const writeJson = (path: string, value: unknown): void =>
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
