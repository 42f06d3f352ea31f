import type { FastifyRequest } from 'fastify'
import type { JobKindName as AnyKind } from '../../base/jobs/kinds-and-states.ts'
import { AppError } from '../../kit/errors.ts'
import { idOfUuid, sha256Hex, uuidOfId } from '../../kit/ids.ts'

/** Those that Firecrawl has too. */
export type FirecrawlKind = Extract<AnyKind, 'batch' | 'crawl'>

/** One of our jobs, however it was named. */
export type Job = { kind: FirecrawlKind; id: string }

/** Where the jobs of a kind are, in both APIs. */
export const pathOf: Record<FirecrawlKind, string> = { batch: '/batch/scrape', crawl: '/crawl' }

/** Clients ask for the states of both kinds at either address, so the UUID tells of which it is. */
const versions: Record<FirecrawlKind, string> = { batch: '4', crawl: '8' }
const versionAt = 14

/** The id as a client sees it. An id from before they were UUIDs stays as it is. */
export const shownId = ({ kind, id }: Job): string => {
  const uuid = uuidOfId(id)
  return uuid === undefined ? id : withVersion(uuid, versions[kind])
}

export const jobOf = (shown: string): Job => {
  const text = shown.toLowerCase()
  const [kind] = (['batch', 'crawl'] as const).filter(name =>
    uuidText.test(text) ? text[versionAt] === versions[name] : earlierId[name].test(shown),
  )
  if (!kind) throw new AppError('not_found', `There is no job ${shown.slice(0, 100)}.`)
  if (!uuidText.test(text)) return { kind, id: shown }
  return { kind, id: idOfUuid(kind, withVersion(text, versions.batch)) }
}

/** An id becomes part of the address that is asked: it must be no more than an id. */
const earlierId: Record<FirecrawlKind, RegExp> = { batch: /^batch_\w+$/, crawl: /^crawl_\w+$/ }

const uuidText = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const withVersion = (uuid: string, version: string): string =>
  `${uuid.slice(0, versionAt)}${version}${uuid.slice(versionAt + 1)}`

/** A name of its own for each page of a job: the same whenever it is asked for. */
export const pageIdOf = (jobId: string, place: number): string => {
  const hex = sha256Hex(`${jobId}:${place}`)
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}

/** By either of the names that clients give it. `part`: where a call becomes several of ours. */
export const idempotencyOf = ({ headers }: FastifyRequest, part = ''): Record<string, string> => {
  const once = headers['x-idempotency-key'] ?? headers['idempotency-key']
  return typeof once === 'string' ? { 'idempotency-key': `${once}${part}` } : {}
}
