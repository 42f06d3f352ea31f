import { createHash, randomUUID } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { nameKey, nameOf } from './file-names.ts'
import { filesOf, type Page } from './page-files.ts'
import { Usage } from './usage.ts'

export type Kind = 'batch' | 'crawl' | 'extract' | 'branding'
type Tally = { read: number; failed: number }

/** What belongs to the folder: no URL, no key and no header of the request, only its mark. */
type Kept = {
  kind: Kind
  server: string
  idempotencyKey: string
  /** Of the request; empty where the job was begun elsewhere. */
  mark: string
  id?: string
  ended?: boolean
}

type Line = { url: string; state: 'done' | 'failed'; file: string | null; more?: string[] }

export type Folder = {
  kept: Kept
  tally: Tally
  /** Knows the job from now on. */
  begun(id: string): void
  ended(): void
  add(page: Page): void
}

type Wanted = {
  kind: Kind
  server: string
  /** Undefined: whatever is there is to be gone on with. */
  request?: object
  /** Of a job that was begun elsewhere. */
  id?: string
  /** The whole of each page in one JSON file. */
  whole: boolean
}

const keptName = '.siteray.json'
const manifestName = 'manifest.jsonl'

/**
 * The folder of a job, new or gone on with. Files are whole or not there: a page's files come first,
 * then its line in the manifest, and what has a line is never asked for again.
 */
export const openFolder = (path: string, wanted: Wanted): Folder => {
  const keptFile = join(path, keptName)
  const kept = existsSync(keptFile) ? goOn(path, wanted) : begin(path, wanted)
  const keep = () => writeWhole(keptFile, `${JSON.stringify(kept, null, 2)}\n`)
  keep()
  const manifest = join(path, manifestName)
  const lines = readManifest(manifest)
  const used = new Set(
    lines.flatMap(({ file, more = [] }) => (file === null ? [] : [file, ...more])).map(nameKey),
  )
  const tally = { read: 0, failed: 0 }
  for (const { state } of lines) tally[state === 'done' ? 'read' : 'failed']++
  return {
    kept,
    tally,
    begun(id) {
      kept.id = id
      keep()
    },
    ended() {
      kept.ended = true
      keep()
    },
    add(page) {
      const files = filesOf(page, wanted.whole)
      const isFree = (stem: string) =>
        files.every(({ ending }) => !used.has(nameKey(stem + ending)))
      const stem = files.length === 0 ? '' : nameOf(page.url, isFree)
      const names = files.map(({ ending }) => stem + ending)
      for (const [index, { content }] of files.entries()) {
        const name = names[index] ?? ''
        mkdirSync(join(path, dirname(name)), { recursive: true })
        writeWhole(join(path, name), content)
        used.add(nameKey(name))
      }
      appendFileSync(manifest, `${JSON.stringify(lineOf(page, names))}\n`)
      tally[page.error === undefined ? 'read' : 'failed']++
    },
  }
}

const begin = (path: string, { kind, server, request, id }: Wanted): Kept => {
  if (!request && !id) throw new Usage(`${path} has nothing to go on with.`)
  // Whatever else is in a folder is somebody's, and would be overwritten by a page of that name.
  if (existsSync(path) && readdirSync(path).length > 0)
    throw new Usage(`${path} is not empty, and not of siteray: name a new folder.`)
  mkdirSync(path, { recursive: true })
  const mark = request ? markOf(request) : ''
  return { kind, server, idempotencyKey: randomUUID(), mark, ...(id === undefined ? {} : { id }) }
}

const goOn = (path: string, { kind, server, request, id }: Wanted): Kept => {
  const kept = readKept(path)
  const other =
    kept.kind !== kind ||
    kept.server !== server ||
    (request && kept.mark !== markOf(request)) ||
    (id !== undefined && kept.id !== id)
  if (other)
    throw new Usage(
      `${path} holds another job: go on with it by \`siteray ${goOnBy(kept)} --out ${path}\`, or name a new folder.`,
    )
  if (!request && kept.id === undefined)
    throw new Usage(`It was not begun for certain: give the whole line again, without --resume.`)
  return kept
}

/** The words of the command that goes on with a job. */
export const goOnBy = ({ kind, id }: Pick<Kept, 'kind' | 'id'>): string =>
  kind === 'batch' || kind === 'crawl' ? `${kind} --resume` : `jobs ${id}`

const readKept = (path: string): Kept => {
  try {
    return JSON.parse(readFileSync(join(path, keptName), 'utf8')) as Kept
  } catch {
    throw new Usage(`${path} has nothing to go on with.`)
  }
}

const markOf = (request: object): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex')

/** A last line that was cut off is taken away: its page is asked for again. */
const readManifest = (file: string): Line[] => {
  if (!existsSync(file)) {
    writeFileSync(file, '')
    return []
  }
  const bytes = readFileSync(file)
  const end = bytes.lastIndexOf(10) + 1
  if (end < bytes.length) truncateSync(file, end)
  return bytes
    .subarray(0, end)
    .toString()
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Line)
}

const lineOf = (page: Page, [file, ...more]: string[]): Line & Record<string, unknown> => {
  const { url, error, code, warning, depth, foundOn, change, metadata } = page
  return {
    url,
    state: error === undefined ? 'done' : 'failed',
    file: file ?? null,
    ...(more.length > 0 ? { more } : {}),
    title: metadata?.title,
    statusCode: metadata?.statusCode,
    ...{ code, error, warning, depth, foundOn, change },
  }
}

const writeWhole = (file: string, content: string | Uint8Array): void => {
  const draft = `${file}.part`
  writeFileSync(draft, content)
  renameSync(draft, file)
}
