import { csvLine } from '../../kit/csv.ts'
import type { JobState } from './answers.ts'
import { createFileNames } from './file-names.ts'
import type { JobKind, JobTable } from './kinds.ts'
import { type ResultDeps, showItem } from './status.ts'
import { jobStore } from './store.ts'
import { createZip } from './zip.ts'

export const fileTypes = ['jsonl', 'csv', 'zip'] as const
export type FileType = (typeof fileTypes)[number]

type Item = JobState['data'][number]
type Wanted = { id: string; accountId: string }

/** A page has at most this many bytes of results in memory at a time. */
const pageSize = 20

/** What is there when it begins, in order of completion; whatever ends later is not in it. */
async function* readItems(deps: ResultDeps, kind: JobKind, wanted: Wanted): AsyncGenerator<Item> {
  let offset = 0
  let end = Number.POSITIVE_INFINITY
  while (offset < end) {
    const limit = Math.min(pageSize, end - offset)
    const found = await jobStore.read(deps.sql, { ...wanted, kind: kind.name, offset, limit })
    // It expired meanwhile: a file cut short must not look whole.
    if (!found) throw new Error(`the ${kind.name} ${wanted.id} is gone`)
    end = Math.min(end, found.job.completed + found.job.failed)
    for (const item of found.items) yield await showItem(deps, item)
    if (found.items.length === 0) return
    offset += found.items.length
  }
}

type Way = { at: Date; table: JobTable | undefined }
type Format = {
  type: string
  write(items: AsyncIterable<Item>, way: Way): AsyncGenerator<string | Buffer>
}

const writeLines = async function* (items: AsyncIterable<Item>) {
  for await (const item of items) yield `${JSON.stringify(item)}\n`
}

/** Of what a page says of itself, that which fits a cell. */
const metadataColumns = [
  ...['title', 'description', 'language', 'author', 'published', 'modified', 'siteName'],
  ...['canonical', 'statusCode', 'contentType'],
]
const itemColumns = ['depth', 'foundOn', 'change', 'warning']

const writeOwnTable = async function* (items: AsyncIterable<Item>, table: JobTable) {
  yield csvLine([...table.columns])
  for await (const item of items) for (const row of table.rowsOf(item)) yield csvLine(row)
}

const writeTable = async function* (items: AsyncIterable<Item>, { table }: Way) {
  if (table) return yield* writeOwnTable(items, table)
  const columns = ['url', 'state', 'code', 'error', ...metadataColumns, ...itemColumns]
  yield csvLine([...columns, 'markdownLength'])
  for await (const item of items) {
    const { metadata = {} } = item as { metadata?: object }
    yield csvLine([
      ...[item.url, stateOf(item), item.code ?? '', item.error ?? ''],
      ...metadataColumns.map(name => cell(metadata, name)),
      ...itemColumns.map(name => cell(item, name)),
      String(item.markdown?.length ?? ''),
    ])
  }
}

const cell = (of: object, name: string): string => String(Object(of)[name] ?? '')
const stateOf = (item: Item) => (item.error === undefined ? 'done' : 'failed')

const writeZip = async function* (items: AsyncIterable<Item>, { at }: Way) {
  const zip = createZip(at)
  const manifest = zip.growing('manifest.jsonl')
  const nameOf = createFileNames()
  for await (const item of items) {
    const { url, markdown, error, code } = item
    const file = markdown === undefined ? null : nameOf(url)
    if (file !== null) yield* await zip.file(file, markdown ?? '')
    const line = { url, file, state: stateOf(item), ...(error && { code, error }) }
    await manifest.add(`${JSON.stringify(line)}\n`)
  }
  yield* await zip.end()
}

export const fileFormats: Record<FileType, Format> = {
  jsonl: { type: 'application/x-ndjson', write: writeLines },
  csv: { type: 'text/csv; charset=utf-8', write: writeTable },
  zip: { type: 'application/zip', write: writeZip },
}

/** Written as it is read: only a few pages are in memory, however large it is. */
export async function* writeFile(
  deps: ResultDeps,
  kind: JobKind,
  wanted: Wanted,
  type: FileType,
): AsyncGenerator<string | Buffer> {
  const table = kind.table?.((await jobStore.options(deps.sql, wanted)) ?? {})
  yield* fileFormats[type].write(readItems(deps, kind, wanted), { at: new Date(), table })
}
