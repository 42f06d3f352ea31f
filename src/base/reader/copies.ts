import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress } from 'node:zlib'
import { isHollow } from '../../kit/hollow.ts'
import { sha256 } from '../../kit/ids.ts'
import { inTransaction, type Sql } from '../db/sql.ts'
import { brotliLevel } from '../http/compress.ts'
import { bytesOf, holdObjects, type KeptObject, type Objects } from '../objects/objects.ts'
import type { FollowedAnswer } from './answer.ts'
import { copyStore } from './copy-store.ts'
import type { PageRequest } from './page-request.ts'

/** Larger answers (screenshots of long pages) are not worth their room in the database. */
const maxStoredBytes = 4_000_000

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

export type CopyDeps = { sql: Sql; objects: Pick<Objects, 'put' | 'get'> }

/**
 * What we scraped for this account before, if it is young enough for the caller. One without the data
 * that was asked for is none: the page may have it by now.
 */
export const findCopy = async <Answer = FollowedAnswer>(
  deps: CopyDeps,
  accountId: string,
  request: PageRequest,
): Promise<Answer | undefined> => {
  const json = await findJson(deps, accountId, request)
  const copy = json && JSON.parse(json.toString())
  return copy && 'json' in copy && isHollow(copy.json) ? undefined : (copy as Answer | undefined)
}

/** The same as it goes over the wire, with when it was read. */
export const findJson = async (
  deps: CopyDeps,
  accountId: string,
  request: PageRequest,
): Promise<Buffer | undefined> => {
  if (!isCopied(request)) return undefined
  const stored = await findPacked(deps, accountId, hashOf(request), request.maxAgeMs)
  if (!stored) return undefined
  const json = await decompress(stored.packed)
  // Only its first brace is looked at: the rest may be megabytes.
  return Buffer.concat([
    Buffer.from(`{"cachedAt":"${stored.readAt.toISOString()}",`),
    json.subarray(1),
  ])
}

/** The same for an answer that is no page: `identity` is all that it was asked with. */
export const copyOf = async <Answer>(
  deps: CopyDeps,
  accountId: string,
  identity: readonly unknown[],
  maxAgeMs: number,
): Promise<Answer | undefined> => {
  const stored = await findPacked(deps, accountId, sha256(JSON.stringify(identity)), maxAgeMs)
  return stored && (JSON.parse((await decompress(stored.packed)).toString()) as Answer)
}

/** By the name that its scrape was given: as it goes over the wire, also packed as br. */
export const findKept = async (
  { sql, objects }: CopyDeps,
  accountId: string,
  pageId: string,
): Promise<{ json: Buffer; packed: Buffer; readAt: Date } | undefined> => {
  if (!pageId.startsWith(idBegins)) return undefined
  const hash = Buffer.from(pageId.slice(idBegins.length), 'base64url')
  const kept = await copyStore.kept(sql, accountId, hash)
  const packed = kept && (await bytesOf(objects, kept))
  return packed && { json: await decompress(packed), packed, readAt: kept.readAt }
}

/** The same for the same page read with the same options: the last one that was read has it. */
export const pageIdOf = (request: PageRequest): string =>
  `${idBegins}${hashOf(request).toString('base64url')}`

const idBegins = 'page_'

/** A copy that cannot be had just now is none: the page is read. */
const findPacked = async (
  { sql, objects }: CopyDeps,
  accountId: string,
  hash: Buffer,
  maxAgeMs: number,
): Promise<{ packed: Buffer; readAt: Date } | undefined> => {
  if (maxAgeMs === 0) return undefined
  const found = await copyStore.find(sql, accountId, hash, maxAgeMs)
  const packed = found && (await bytesOf(objects, found).catch(() => undefined))
  return packed && { packed, readAt: found.readAt }
}

/** Prepared outside the transaction that stores it: compressing takes longer than writing. */
export const prepareCopy = async (
  deps: Pick<CopyDeps, 'objects'>,
  accountId: string,
  request: PageRequest,
  json: string,
): Promise<Keep | undefined> => (await packCopy(deps, accountId, request, json))?.keep

/** The same for whoever sends the packed answer too. */
export const packCopy = async (
  deps: Pick<CopyDeps, 'objects'>,
  accountId: string,
  request: PageRequest,
  json: Uint8Array | string,
): Promise<PreparedCopy | undefined> =>
  isCopied(request) ? prepare(deps, accountId, hashOf(request), json) : undefined

/**
 * Steps are taken to have them taken, and what they lead to may be for one moment only; a URL that
 * expires is not handed out a second time; and what somebody saw who was signed in is not kept.
 */
const isCopied = ({ actions, picturesByUrl, session }: PageRequest): boolean =>
  actions.length === 0 && !picturesByUrl && !session

export const keepCopyOf = async (
  deps: Pick<CopyDeps, 'objects'>,
  accountId: string,
  identity: readonly unknown[],
  json: string,
): Promise<Keep | undefined> => {
  const { keep } = await prepare(deps, accountId, sha256(JSON.stringify(identity)), json)
  return keep
}

type Keep = (sql: Sql) => Promise<void>

type PreparedCopy = {
  /** The answer as br. */
  packed: Buffer
  /** Undefined where it is too large to be kept. */
  keep: Keep | undefined
}

const prepare = async (
  { objects }: Pick<CopyDeps, 'objects'>,
  accountId: string,
  hash: Buffer,
  json: Uint8Array | string,
): Promise<PreparedCopy> => {
  const packed = await compress(json, { params: brotliLevel })
  if (packed.length > maxStoredBytes) return { packed, keep: undefined }
  const kept: KeptObject = await objects.put(packed)
  const keep = (sql: Sql) => copyStore.keep(sql, accountId, hash, kept)
  if (kept.object === null) return { packed, keep }
  const keepBoth = (sql: Sql) =>
    inTransaction(sql, async transaction => {
      await keep(transaction)
      await holdObjects(transaction, [kept])
    })
  return { packed, keep: keepBoth }
}

const hashOf = (request: PageRequest): Buffer => {
  const { maxAgeMs: _age, timeoutMs: _timeout, isTimed: _, arrivedMs: _arrived, ...rest } = request
  const { url, jobId: _job, onExtra: _told, ...options } = rest
  const named = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify([url.href, named]))
}
