import { guardedFetch } from '../../base/web/fetch.ts'
import { AppError } from '../../kit/errors.ts'
import { percentDecode } from '../../kit/percent.ts'
import type { Theme } from '../../page/css/media.ts'
import type { DeclaredIcon } from '../../page/icons/declared.ts'
import {
  bestPossible,
  type Considered,
  type IconFacts,
  promised,
  rankIcons,
} from '../../page/icons/score.ts'
import { type HomeDeps, isNeighbour } from './home.ts'

export type FileDeps = Pick<HomeDeps, 'egress'> & {
  /** Decodes untrusted bytes and measures them; off the main thread. */
  decode: (bytes: Uint8Array) => Promise<Decoded>
}
export type Decoded =
  | {
      facts: IconFacts
      /** What to keep where that is not the file itself: the best picture of an icon file. */
      bytes?: Uint8Array
    }
  | { problem: string }

/** A candidate with the file it names. */
export type IconFile = Considered & { bytes: Uint8Array | undefined }

type Fetched = Pick<IconFile, 'bytes' | 'facts' | 'problem' | 'isPassing'>
type Entry = { icons: DeclaredIcon[]; fetched: Fetched | undefined }

export const bothThemes: readonly Theme[] = ['light', 'dark']

const fileTimeoutMs = 4_000
const maxFileBytes = 2_000_000

/** Fetches and decodes each file once, whatever declares it, and knows when enough is known. */
export const createFiles = (deps: FileDeps, signal: AbortSignal) => {
  const entries = new Map<string, Entry>()
  const listeners = new Set<() => void>()
  let failure: unknown
  const tell = () => {
    for (const listener of listeners) listener()
  }

  const all = (): IconFile[] =>
    [...entries.values()].flatMap(({ icons, fetched }) =>
      fetched ? icons.map(icon => ({ icon, ...fetched })) : [],
    )
  const bestScore = (theme: Theme): number =>
    rankIcons(all(), theme)[0]?.score ?? Number.NEGATIVE_INFINITY
  const beats = (icons: readonly DeclaredIcon[], reach: typeof promised) =>
    bothThemes.some(theme => {
      const best = bestScore(theme)
      return icons.some(icon => reach(icon, theme) > best)
    })
  const isSettled = () => {
    const open = [...entries.values()].filter(({ fetched }) => !fetched)
    const icons = open.flatMap(entry => entry.icons)
    return failure !== undefined || !beats(icons, bestPossible)
  }

  return {
    all,
    count: () => entries.size,
    has: (icon: DeclaredIcon) => entries.has(icon.url),
    /** Whether one of these would win if it is what it is said to be. */
    mayWin: (icons: readonly DeclaredIcon[]) => beats(icons, promised),
    add(icons: readonly DeclaredIcon[]) {
      for (const icon of icons) {
        const known = entries.get(icon.url)
        if (known) {
          known.icons.push(icon)
          continue
        }
        const entry: Entry = { icons: [icon], fetched: undefined }
        entries.set(icon.url, entry)
        fetchIcon(deps, icon.url, signal, { isGuess: icon.origin === 'well-known' }).then(
          fetched => {
            entry.fetched = fetched
            tell()
          },
          error => {
            failure ??= error
            tell()
          },
        )
      }
    },
    /** Waits until all files are there, or until none that is missing could win. */
    async settle(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const check = () => {
        if (isSettled()) resolve()
      }
      listeners.add(check)
      check()
      await promise
      listeners.delete(check)
      if (failure !== undefined) throw failure
    },
  }
}

type FetchOptions = {
  maxBytes?: number
  /** Nobody declared it: a redirect to a neighbour would make the neighbour's icon ours. */
  isGuess?: boolean
}

/** What the file at an address is; only a fault of ours is thrown. */
export const fetchIcon = async (
  deps: FileDeps,
  url: string,
  signal: AbortSignal,
  options: FetchOptions = {},
): Promise<Fetched> => {
  const failed = (problem: string, isPassing = false) => ({
    ...{ bytes: undefined, facts: undefined, problem, isPassing },
  })
  try {
    const bytes = /^data:/i.test(url)
      ? readDataUrl(url)
      : await fetchBytes(deps, url, signal, options)
    if (typeof bytes === 'string') return failed(bytes)
    if ('status' in bytes)
      return failed(`status ${bytes.status}`, isPassing(bytes.status, options.isGuess))
    if (bytes.length === 0) return failed('an empty file')
    const decoded = await deps.decode(bytes)
    if ('problem' in decoded) return failed(decoded.problem)
    return { bytes: decoded.bytes ?? bytes, facts: decoded.facts, problem: undefined }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'overloaded') throw error
    const isGone = error.code !== 'page_timeout' && error.code !== 'page_unreachable'
    return failed(error.message, !isGone)
  }
}

/** Stores of files say 403 of what they do not have, so at a guessed address that is an answer. */
const isPassing = (status: number, isGuess = false): boolean =>
  isGuess ? status >= 500 || status === 429 : status !== 404 && status !== 410

/** The bytes, the status of a refusal, or in words why there are none. */
const fetchBytes = async (
  deps: FileDeps,
  url: string,
  signal: AbortSignal,
  { maxBytes = maxFileBytes, isGuess = false }: FetchOptions,
): Promise<Uint8Array | { status: number } | string> => {
  const answer = await guardedFetch(deps.egress, {
    url,
    signal,
    maxBytes,
    timeoutMs: fileTimeoutMs,
    headers: { accept: 'image/svg+xml,image/webp,image/png,image/*;q=0.8,*/*;q=0.5' },
  })
  if (answer.status !== 200) return { status: answer.status }
  const there = answer.url.hostname
  return isGuess && isNeighbour(new URL(url).hostname, there) ? `leads to ${there}` : answer.bytes
}

/** A base64 text may be percent-encoded as well, and a `%` in a drawing that is written by hand stays. */
const readDataUrl = (url: string): Uint8Array | string => {
  const comma = url.indexOf(',')
  if (comma < 0) return 'a data address without data'
  const bytes = percentDecode(url.slice(comma + 1))
  return /;\s*base64\s*$/i.test(url.slice(5, comma))
    ? Buffer.from(bytes.toString('latin1'), 'base64')
    : bytes
}
