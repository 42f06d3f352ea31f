import type { Egress } from '../../base/web/egress.ts'
import { guardedFetch } from '../../base/web/fetch.ts'
import { AppError } from '../../errors.ts'
import { type CssReference, isFontHost, readImports } from '../../page/css/references.ts'
import type { CssSource } from '../../page/css/stylesheet.ts'
import { decodeText } from '../../page/html/encoding.ts'

type SheetDeps = { egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'> }

type FetchedSheets = {
  sources: CssSource[]
  /** How many could not be had, or were left out because there were too many. */
  missing: number
}

const maxSheets = 20
const maxSheetBytes = 2_000_000
const maxTotalLength = 5_000_000
const sheetTimeoutMs = 6_000

/** The page's CSS in order, all files at once, those they import after them. */
export const fetchSheets = async (
  deps: SheetDeps,
  references: readonly CssReference[],
  signal: AbortSignal,
): Promise<FetchedSheets> => {
  const useful = references.filter(each => each.is === 'inline' || !isFontHost(each.url))
  const linked = useful.flatMap(each => (each.is === 'link' ? [each.url] : []))
  const files = await fetchAll(deps, linked, signal)
  const imported = useful.flatMap(each => readImports(textOf(each, files) ?? '', each.url))
  const more = imported.map(({ url }) => url).filter(url => !files.has(url))
  return inOrder(useful, new Map([...files, ...(await fetchAll(deps, more, signal))]))
}

type Files = ReadonlyMap<string, string | undefined>

const textOf = (reference: CssReference, files: Files): string | undefined =>
  reference.is === 'inline' ? reference.css : files.get(reference.url)

/** What a stylesheet imports stands before it. */
const inOrder = (references: readonly CssReference[], files: Files): FetchedSheets => {
  const sources: CssSource[] = []
  let length = 0
  let missing = 0
  const add = (css: string | undefined, media: string | undefined) => {
    length += css?.length ?? 0
    if (css !== undefined && length <= maxTotalLength) sources.push({ css, media })
    else missing++
  }
  for (const reference of references) {
    const css = textOf(reference, files)
    for (const { url, media, layer } of readImports(css ?? '', reference.url)) {
      const inner = files.get(url)
      add(inner === undefined || layer === undefined ? inner : `@layer ${layer}{${inner}}`, media)
    }
    add(css, reference.media)
  }
  return { sources, missing }
}

const fetchAll = async (
  deps: SheetDeps,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<Files> =>
  new Map(
    await Promise.all(
      [...new Set(urls)]
        .slice(0, maxSheets)
        .map(async url => [url, await fetchText(deps, url, signal)] as const),
    ),
  )

/** A stylesheet that cannot be had is a gap, not an error. */
export const fetchText = async (
  deps: SheetDeps,
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  try {
    const answer = await guardedFetch(deps.egress, {
      url,
      signal,
      timeoutMs: sheetTimeoutMs,
      maxBytes: maxSheetBytes,
      onLimit: 'truncate',
    })
    // An error page in place of a stylesheet is no CSS.
    if (answer.status !== 200 || /html/i.test(answer.headers['content-type'] ?? ''))
      return undefined
    return decodeText(answer.bytes, answer.headers['content-type'])
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error
    return undefined
  }
}
