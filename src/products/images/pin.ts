import { inTransaction, type Sql } from '../../base/db/sql.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { hexOf, readColor } from '../../page/css/color.ts'
import { parseDomain } from './domain.ts'
import { type FileDeps, fetchIcon } from './files.ts'
import { type PinRow, pinStore } from './pin-store.ts'
import type { Pinnable, PinnableWord } from './report.ts'

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
  const put = { host, what, ...row, accountId, actor, most: mostPins }
  if (!(await pinStore.put(deps.sql, put))) throw tooMany()
  return { host }
}

export type PinnedWords = { domain: string; words: { [What in PinnableWord]?: string } }

/** Pins all of them or none. */
export const pinWords = async (sql: Sql, companies: readonly PinnedWords[], by: By) => {
  const pins = companies.flatMap(({ domain, words }) => {
    const { host } = parseDomain(domain)
    return Object.entries(words).map(([what, value]) => ({
      ...{ host, what: what as PinnableWord, words: checkedWords[what as PinnableWord](value) },
    }))
  })
  await inTransaction(sql, async sql => {
    for (const each of pins)
      if (!(await pinStore.put(sql, { ...each, ...by, most: mostPins }))) throw tooMany()
  })
}

const tooMany = () =>
  new AppError('conflict', `There are ${mostPins} pins already. Undo some first.`)

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
  names: 'other names',
  tickers: 'ticker symbols',
}

const rowOf = async (deps: PinDeps, what: Pinnable, value: string) => {
  const check = checkedWords[what as PinnableWord]
  return check ? { words: check(value) } : { image: await readImage(deps, value) }
}

const checkedColor = (value: string): string => {
  const color = readColor(value)
  if (!color || color.alpha < 1)
    throw invalidRequest(`"${value.slice(0, 80)}" is not a color like #1a73e8.`)
  return hexOf(color)
}

const checkedName = (value: string): string => {
  if (value === '' || value.length > longestName || /\p{Cc}/u.test(value))
    throw invalidRequest(`A name has 1 to ${longestName} characters.`)
  return value
}

const checkedWords: Record<PinnableWord, (value: string) => string> = {
  color: value => checkedColor(value),
  name: value => checkedName(value),
  names: value => checkedList(value.split(';'), checkedName),
  tickers: value => checkedList(value.split(/[;,]/), checkedTicker),
}

const mostWords = 20

const checkedList = (parts: readonly string[], check: (each: string) => string): string => {
  const given = parts.map(part => part.trim()).filter(part => part !== '')
  const words = [...new Set(given.map(check))]
  if (words.length === 0 || words.length > mostWords)
    throw invalidRequest(`Send 1 to ${mostWords} of them, with "; " between them.`)
  return words.join('; ')
}

const checkedTicker = (value: string): string => {
  const symbol = value.toUpperCase()
  if (!/^[A-Z0-9][A-Z0-9-]{0,14}(?:\.[A-Z]{1,4})?$/.test(symbol))
    throw invalidRequest(`"${value.slice(0, 40)}" is not a symbol like AAPL or SAP.DE.`)
  return symbol
}

const readImage = async (deps: PinDeps, value: string) => {
  const isUpload = /^data:/i.test(value)
  if (!isUpload && !/^https?:\/\//i.test(value))
    throw invalidRequest('An image is a file, or an address with https:// before it.')
  const signal = AbortSignal.timeout(timeoutMs)
  const { bytes, facts, problem } = await fetchIcon(deps, value, signal, { maxBytes: maxPinBytes })
  const why = problem ?? (facts?.isBlank ? 'there is nothing to see in it' : undefined)
  if (!bytes || why !== undefined)
    throw invalidRequest(`This image cannot be used: ${why ?? 'it has no bytes'}`)
  if (bytes.length > maxPinBytes) throw invalidRequest('An image has at most 4 MB.')
  return { bytes: Buffer.from(bytes), url: isUpload ? null : value }
}
