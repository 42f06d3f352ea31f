import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { sha256 } from '../../ids.ts'
import type { Sql } from '../db/sql.ts'
import { copyStore } from './copy-store.ts'
import type { FollowedAnswer } from './followed.ts'
import type { PageRequest } from './page-request.ts'

/** Larger answers (screenshots of long pages) are not worth their room in the database. */
const maxStoredBytes = 4_000_000

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** What we scraped for this account before, if it is young enough for the caller. */
export const findCopy = async <Answer = FollowedAnswer>(
  sql: Sql,
  accountId: string,
  request: PageRequest,
): Promise<Answer | undefined> => {
  const json = await findJson(sql, accountId, request)
  return json && (JSON.parse(json.toString()) as Answer)
}

/** The same as it goes over the wire. */
export const findJson = async (
  sql: Sql,
  accountId: string,
  request: PageRequest,
): Promise<Buffer | undefined> => {
  if (!isCopied(request)) return undefined
  const stored = await findPacked(sql, accountId, hashOf(request), request.maxAgeMs)
  return stored && decompress(stored)
}

/** The same for an answer that is no page: `identity` is all that it was asked with. */
export const copyOf = async <Answer>(
  sql: Sql,
  accountId: string,
  identity: readonly unknown[],
  maxAgeMs: number,
): Promise<Answer | undefined> => {
  const stored = await findPacked(sql, accountId, sha256(JSON.stringify(identity)), maxAgeMs)
  return stored && (JSON.parse((await decompress(stored)).toString()) as Answer)
}

/** By the name that its scrape was given: as it goes over the wire, and when it was read. */
export const findKept = async (
  sql: Sql,
  accountId: string,
  pageId: string,
): Promise<{ json: Buffer; readAt: Date } | undefined> => {
  if (!pageId.startsWith(idBegins)) return undefined
  const hash = Buffer.from(pageId.slice(idBegins.length), 'base64url')
  const kept = await copyStore.kept(sql, accountId, hash)
  return kept && { json: await decompress(kept.answer), readAt: kept.readAt }
}

/** The same for the same page read with the same options: the last one that was read has it. */
export const pageIdOf = (request: PageRequest): string =>
  `${idBegins}${hashOf(request).toString('base64url')}`

const idBegins = 'page_'

const findPacked = async (sql: Sql, accountId: string, hash: Buffer, maxAgeMs: number) =>
  maxAgeMs === 0 ? undefined : copyStore.find(sql, accountId, hash, maxAgeMs)

/** Prepared outside the transaction that stores it: compressing takes longer than writing. */
export const prepareCopy = async (
  accountId: string,
  request: PageRequest,
  json: Uint8Array | string,
): Promise<Keep | undefined> =>
  isCopied(request) ? prepare(accountId, hashOf(request), json) : undefined

/** Steps are taken to have them taken, and what they lead to may be for one moment only. */
const isCopied = ({ actions }: PageRequest): boolean => actions.length === 0

export const keepCopyOf = (
  accountId: string,
  identity: readonly unknown[],
  json: string,
): Promise<Keep | undefined> => prepare(accountId, sha256(JSON.stringify(identity)), json)

type Keep = (sql: Sql) => Promise<void>

const prepare = async (
  accountId: string,
  hash: Buffer,
  json: Uint8Array | string,
): Promise<Keep | undefined> => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  const packed = await compress(json, { params })
  if (packed.length > maxStoredBytes) return undefined
  return sql => copyStore.keep(sql, accountId, hash, packed)
}

const hashOf = (request: PageRequest): Buffer => {
  const { maxAgeMs: _age, timeoutMs: _timeout, isTimed: _, arrivedMs: _arrived, ...rest } = request
  const { url, ...options } = rest
  const named = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify([url.href, named]))
}
