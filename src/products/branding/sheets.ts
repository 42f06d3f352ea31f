import type { Egress } from '../../base/web/egress.ts'
import { guardedFetch } from '../../base/web/fetch.ts'
import { AppError } from '../../kit/errors.ts'
import { type CssReference, isFontHost, readImports } from '../../page/css/references.ts'
import type { CssSource } from '../../page/css/stylesheet.ts'
import { decodeText } from '../../page/html/encoding.ts'
import type { SheetGaps } from './profile/doubt.ts'

type SheetDeps = { egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'> }

type FetchedSheets = {
  sources: CssSource[]
  /** What could not be had, or was left out because there was too much. */
  gaps: SheetGaps
}

const maxSheets = 20
const maxSheetBytes = 2_000_000
const maxTotalLength = 5_000_000
const sheetTimeoutMs = 6_000
const allTimeoutMs = 9_000

/**
 * The page's CSS in order, all files at once, those they import after them. Slow files take no more
 * than half of the time that is left: without them there is still something to say.
 */
export const fetchSheets = async (
  deps: SheetDeps,
  references: readonly CssReference[],
  signal: AbortSignal,
  leftMs: number,
): Promise<FetchedSheets> => {
  const untilMs = performance.now() + Math.min(allTimeoutMs, leftMs / 2)
  const useful = references.filter(each => each.is === 'inline' || !isFontHost(each.url))
  const linked = useful.flatMap(each => (each.is === 'link' ? [each.url] : []))
  const files = await fetchAll(deps, linked, signal, untilMs)
  const imported = useful.flatMap(each => readImports(textOf(each, files), each.url))
  const more = imported.map(({ url }) => url).filter(url => !files.has(url))
  return inOrder(useful, new Map([...files, ...(await fetchAll(deps, more, signal, untilMs))]))
}

/** The text of a file, or why there is none. */
type Fetched = { text: string } | { reason: string }
type Files = ReadonlyMap<string, Fetched>

const leftOut: Fetched = { reason: 'too many' }

const fileOf = (reference: CssReference, files: Files): Fetched =>
  reference.is === 'inline' ? { text: reference.css } : (files.get(reference.url) ?? leftOut)

const textOf = (reference: CssReference, files: Files): string => {
  const file = fileOf(reference, files)
  return 'text' in file ? file.text : ''
}

/** What a stylesheet imports stands before it. */
const inOrder = (references: readonly CssReference[], files: Files): FetchedSheets => {
  const sources: CssSource[] = []
  const missing: string[] = []
  let length = 0
  let count = 0
  const add = (file: Fetched, media: string | undefined, url: string | undefined) => {
    length += 'text' in file ? file.text.length : 0
    if (!('text' in file)) missing.push(file.reason)
    else if (length > maxTotalLength) missing.push('too large')
    else sources.push({ css: file.text, media, ...(url !== undefined && { url }) })
  }
  for (const reference of references) {
    if (reference.is === 'link') count++
    for (const { url, media, layer } of readImports(textOf(reference, files), reference.url)) {
      const inner = files.get(url) ?? leftOut
      const isLayered = 'text' in inner && layer !== undefined
      add(isLayered ? { text: `@layer ${layer}{${inner.text}}` } : inner, media, url)
      count++
    }
    add(fileOf(reference, files), reference.media, reference.url)
  }
  return { sources, gaps: { missing, count } }
}

const fetchAll = async (
  deps: SheetDeps,
  urls: readonly string[],
  signal: AbortSignal,
  untilMs: number,
): Promise<Files> =>
  new Map(
    await Promise.all(
      [...new Set(urls)]
        .slice(0, maxSheets)
        .map(async url => [url, await fetchTwice(deps, url, signal, untilMs)] as const),
    ),
  )

/** What did not come the first time is asked for once more, if there is time for it. */
const fetchTwice = async (
  deps: SheetDeps,
  url: string,
  signal: AbortSignal,
  untilMs: number,
): Promise<Fetched> => {
  let file: Fetched = late
  for (let tries = 0; tries < 2; tries++) {
    const timeoutMs = Math.min(sheetTimeoutMs, untilMs - performance.now())
    if ('text' in file || timeoutMs < leastTimeoutMs) return file
    file = await fetchFile(deps, url, signal, timeoutMs)
  }
  return file
}

const leastTimeoutMs = 100
const late: Fetched = { reason: 'no answer in time' }

/** The text of a file that is worth a look, if it can be had. */
export const fetchText = async (
  deps: SheetDeps,
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const file = await fetchFile(deps, url, signal, sheetTimeoutMs)
  return 'text' in file ? file.text : undefined
}

/** A stylesheet that cannot be had is a gap, not an error. */
const fetchFile = async (
  deps: SheetDeps,
  url: string,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Fetched> => {
  try {
    const answer = await guardedFetch(deps.egress, {
      url,
      signal,
      timeoutMs,
      maxBytes: maxSheetBytes,
      onLimit: 'truncate',
    })
    if (answer.status !== 200) return { reason: `status ${answer.status}` }
    const { 'content-type': type = '' } = answer.headers
    if (neverText.test(type))
      return { reason: `${type.split(';', 1)[0]?.slice(0, 60)} instead of CSS` }
    return { text: decodeText(answer.bytes, type) }
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error
    return error.code === 'page_timeout' ? late : { reason: 'no complete answer' }
  }
}

/** An error page or a picture in place of a stylesheet; some servers call CSS plain text. */
const neverText = /html|^\s*(?:image|audio|video|font)\//i
