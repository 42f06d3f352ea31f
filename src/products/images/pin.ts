import type { Sql } from '../../base/db/sql.ts'
import { AppError } from '../../kit/errors.ts'
import { hexOf, readColor } from '../../page/css/color.ts'
import { parseDomain } from './domain.ts'
import { type FileDeps, fetchIcon } from './files.ts'
import { type PinRow, pinStore } from './pin-store.ts'
import type { Pinnable } from './report.ts'

type PinDeps = FileDeps & { sql: Sql }

type By = {
  /** Where the audit log tells of it. */
  accountId: string
  actor: string
}

export const maxPinBytes = 4_000_000
const mostPins = 10_000
const timeoutMs = 10_000
const longestName = 100

export const listPins = (sql: Sql): Promise<PinRow[]> => pinStore.list(sql)

/**
 * Pins an image, a color or a name for a domain. An image is an http(s) or data URL; its file is
 * fetched, decoded and kept as every site's is, and redrawn for each rendition.
 */
export const pin = async (
  deps: PinDeps,
  wanted: { domain: string; what: Pinnable; value: string } & By,
): Promise<{ host: string }> => {
  const { host } = parseDomain(wanted.domain)
  const { what, accountId, actor } = wanted
  const row = await rowOf(deps, what, wanted.value.trim())
  if (!(await pinStore.put(deps.sql, { host, what, ...row, accountId, actor, most: mostPins })))
    throw new AppError('conflict', `There are ${mostPins} pins already. Undo some first.`)
  return { host }
}

export const unpin = async (
  sql: Sql,
  wanted: { domain: string; what: Pinnable } & By,
): Promise<{ host: string }> => {
  const { host } = parseDomain(wanted.domain)
  if (!(await pinStore.remove(sql, { ...wanted, host })))
    throw new AppError('not_found', `No ${namesOf[wanted.what]} is pinned for ${host}.`)
  return { host }
}

export const namesOf: Record<Pinnable, string> = {
  icon: 'icon',
  dark: 'icon for dark surfaces',
  og: 'Open Graph image',
  logo: 'logo',
  symbol: 'symbol',
  color: 'color',
  name: 'name',
}

const rowOf = async (deps: PinDeps, what: Pinnable, value: string) => {
  if (what === 'color') return { words: checkedColor(value) }
  if (what === 'name') return { words: checkedName(value) }
  return { image: await readImage(deps, value) }
}

const checkedColor = (value: string): string => {
  const color = readColor(value)
  if (!color || color.alpha < 1)
    throw new AppError('invalid_request', `"${value.slice(0, 80)}" is not a color like #1a73e8.`)
  return hexOf(color)
}

const checkedName = (value: string): string => {
  if (value === '' || value.length > longestName || /\p{Cc}/u.test(value))
    throw new AppError('invalid_request', `A name has 1 to ${longestName} characters.`)
  return value
}

const readImage = async (deps: PinDeps, value: string) => {
  const isUpload = /^data:/i.test(value)
  if (!isUpload && !/^https?:\/\//i.test(value))
    throw new AppError(
      'invalid_request',
      'An image is a file, or an address with https:// before it.',
    )
  const signal = AbortSignal.timeout(timeoutMs)
  const { bytes, facts, problem } = await fetchIcon(deps, value, signal, { maxBytes: maxPinBytes })
  const why = problem ?? (facts?.isBlank ? 'there is nothing to see in it' : undefined)
  if (!bytes || why !== undefined)
    throw new AppError('invalid_request', `This image cannot be used: ${why ?? 'it has no bytes'}`)
  if (bytes.length > maxPinBytes)
    throw new AppError('invalid_request', 'An image has at most 4 MB.')
  return { bytes: Buffer.from(bytes), url: isUpload ? null : value }
}
