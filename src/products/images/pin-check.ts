import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '../../base/db/sql.ts'
import { newId } from '../../kit/ids.ts'
import { pinStore } from './pin-store.ts'
import type { Pixels } from './pixels.ts'
import type { Pinnable, PinnableWord } from './report.ts'
import { readRequest, splitTarget } from './request.ts'
import { drawingOf } from './serve.ts'

type PinnedImage = Exclude<Pinnable, PinnableWord>

type CheckDeps = {
  sql: Sql
  pixels: Pick<Pixels, 'draw'>
  /** Where people reach the image API, and a publishable key of this installation. */
  origin: string
  key: string | undefined
  waitMs?: number
}

/** What the image API answers after a pin, in a word and in a sentence. */
export type PinCheck = {
  state: 'shown' | 'cached' | 'other' | 'refused' | 'unreachable' | 'unchecked'
  sentence: string
}

const targets: Record<PinnedImage, (host: string) => string> = {
  icon: host => `/${host}`,
  dark: host => `/${host}?theme=dark`,
  og: host => `/og/${host}`,
  logo: host => `/logo/${host}`,
  symbol: host => `/symbol/${host}`,
}

/** A notification takes milliseconds; a server that is busy may need longer. */
const usualWaitMs = 5_000
const pollMs = 200

/** Asks the running image API as a browser would, until it answers with what was pinned. */
export const checkPin = async (
  deps: CheckDeps,
  { host, what }: { host: string; what: PinnedImage },
): Promise<PinCheck> => {
  const { origin, key } = deps
  if (key === undefined) return { state: 'unchecked', sentence: noKey }
  const target = targets[what](host)
  const expected = await drawPinned(deps, { host, what, target })
  const ask = (more: Record<string, string>) => askImage(origin, target, { ...more, token: key })
  const untilMs = performance.now() + (deps.waitMs ?? usualWaitMs)
  let answer = await ask({})
  while (isOther(answer, expected) && performance.now() < untilMs) {
    await pause(pollMs)
    answer = await ask({})
  }
  if (answer === undefined) return { state: 'unreachable', sentence: unreachable(origin) }
  if (answer.status === 401) return { state: 'refused', sentence: refused(origin) }
  if (!isOther(answer, expected)) return { state: 'shown', sentence: `${origin} shows it.` }
  // A new version of the address is in no cache yet.
  const anew = await ask({ v: newId('pin') })
  return anew && !isOther(anew, expected)
    ? { state: 'cached', sentence: cached(origin) }
    : { state: 'other', sentence: other(origin, answer.source) }
}

const noKey =
  'It was not checked, since there is no publishable key to ask with (keys create --kind publishable).'
const unreachable = (origin: string) =>
  `Nothing answers at ${origin}, so it was not checked. It is shown as soon as the image API runs; if it runs elsewhere, set IMAGE_PUBLIC_URL.`
const refused = (origin: string) =>
  `${origin} does not know this installation’s keys: it seems to use another database.`
const cached = (origin: string) =>
  `The image API has it, but a cache in front of ${origin} still answers with the old image: empty that cache, or add a new v to the address.`
const other = (origin: string, source: string) =>
  `${origin} still answers with another image (${source}). Check that it uses this database and the same version of Siteray, and restart it if it does.`

/** The pinned image exactly as the image API would send it. */
const drawPinned = async (
  deps: CheckDeps,
  { host, what, target }: { host: string; what: PinnedImage; target: string },
): Promise<Uint8Array | undefined> => {
  const stored = await pinStore.readImage(deps.sql, host, what)
  if (!stored) return undefined
  const source = { source: 'pinned', bytes: stored.bytes, maskColor: null }
  return (await deps.pixels.draw(drawingOf(readRequest(splitTarget(target)), source))).bytes
}

type Answer = { status: number; source: string; bytes: Buffer }

const isOther = (answer: Answer | undefined, expected: Uint8Array | undefined): boolean =>
  answer?.status === 200 && !(expected && answer.bytes.equals(expected))

const askTimeoutMs = 5_000

/** Undefined where nobody answers. */
const askImage = async (
  origin: string,
  target: string,
  query: Record<string, string>,
): Promise<Answer | undefined> => {
  const url = new URL(target, origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(askTimeoutMs) })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const source = answer.headers.get('x-image-source') ?? `status ${answer.status}`
    return { status: answer.status, source, bytes }
  } catch {
    return undefined
  }
}
