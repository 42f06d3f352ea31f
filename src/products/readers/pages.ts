import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Sql } from '../../base/db/sql.ts'
import { jobStore } from '../../base/jobs/store.ts'
import type { Allowed } from '../../base/reader/actions/check.ts'
import { readPageRequest } from '../../base/reader/page-request.ts'
import type { ReadPage } from '../../base/reader/read-page.ts'
import { AppError } from '../../kit/errors.ts'
import { withBase } from '../../page/taught/with-base.ts'
import { hostOf } from './host.ts'
import type { SourcePage } from './learn-task.ts'
import { fitsPaths } from './match.ts'
import type { ReaderRequest } from './request.ts'
import type { ReadingKept } from './store.ts'

const maxPackedBytes = 1024 * 1024

const zip = promisify(gzip)
const unzip = promisify(gunzip)

export const packSource = async ({ url, source }: SourcePage): Promise<Buffer> => {
  const packed = await zip(Buffer.from(source))
  if (packed.length > maxPackedBytes)
    throw new AppError('page_too_large', `${url} is larger than 1 MB when it is compressed.`)
  return packed
}

export const unpackSource = async (packed: Buffer): Promise<string> =>
  (await unzip(packed)).toString()

export type ReadingAsked = ReadingKept & Pick<ReaderRequest, 'headers' | 'timeout'>

/** An address as pages are read from it, checked before anything costs. */
export const requestFor = (
  deps: { parseTarget: (text: string) => URL; allowed: Allowed },
  url: string,
  reading: ReadingAsked,
) =>
  readPageRequest(
    deps.parseTarget,
    { url, ...reading, onlyMainContent: false },
    { formats: ['source'], respectRobots: false },
    deps.allowed,
  )

export type PageAsked = ReturnType<typeof requestFor>

export const readSources = (
  readPage: ReadPage,
  requests: readonly PageAsked[],
  signal: AbortSignal,
): Promise<SourcePage[]> =>
  inTurns(requests, async request => {
    const { source = '', url: found } = await readPage(request, signal)
    // By the address that was asked for: it is what the caller knows the page by.
    const url = request.url.href
    return { url, source: withBase(source, url, found) }
  })

/** A few at a time: they are mostly of one host. */
export const inTurns = async <T>(
  requests: readonly PageAsked[],
  read: (request: PageAsked) => Promise<T>,
): Promise<T[]> => {
  const done: T[] = []
  for (let at = 0; at < requests.length; at += atOnce)
    done.push(...(await Promise.all(requests.slice(at, at + atOnce).map(read))))
  return done
}
const atOnce = 2

/** Pages of an ended job that a reader is for: as was given, or below the same path as its examples. */
export const urlsFrom = async (
  sql: Sql,
  owned: { id: string; accountId: string },
  { host, urls, paths }: { host: string; urls: readonly string[]; paths: string[] | null },
): Promise<string[]> => {
  const found = await jobStore.readUrls(sql, owned)
  if (!found) throw new AppError('not_found', `There is no job ${owned.id}, or it has expired.`)
  const folders = new Set(urls.map(folderOf))
  const isLike = (url: URL) =>
    paths ? hostOf(url) === host && fitsPaths(paths, url) : folders.has(folderOf(url.href))
  const chosen: string[] = []
  for (const url of found.urls) {
    if (chosen.length === maxFromJob) break
    if (!urls.includes(url) && isLike(new URL(url))) chosen.push(url)
  }
  return chosen
}
const maxFromJob = 5

export const folderOf = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname.slice(0, pathname.lastIndexOf('/') + 1)}`
}
