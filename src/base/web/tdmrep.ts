import { AppError } from '../../kit/errors.ts'
import { parseJson } from '../../kit/parse-json.ts'
import type { Egress } from './egress.ts'
import { guardedFetch } from './fetch.ts'
import { matchesPath } from './robots-file.ts'

/** What a site reserves for text and data mining, path by path: W3C's TDM Reservation Protocol. */
type TdmRules = readonly { location: string; reservation: 0 | 1 }[]

const keptMs = 24 * 3_600_000
const maxHosts = 5_000
const maxRules = 500
const maxBytes = 512 * 1024

/** `/.well-known/tdmrep.json`, read once a day for each host. The line that holds for a URL, if any. */
export const createTdmrep = (deps: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'>) => {
  const known = new Map<string, { rules: Promise<TdmRules>; untilMs: number }>()
  return async (url: URL): Promise<string | undefined> => {
    const before = known.get(url.origin)
    const fresh = before && before.untilMs > Date.now() ? before : undefined
    const asked = fresh ?? { rules: read(deps, url.origin), untilMs: Date.now() + keptMs }
    if (!fresh) {
      if (known.size >= maxHosts) known.clear()
      known.set(url.origin, asked)
    }
    const path = url.pathname + url.search
    const rule = (await asked.rules).find(({ location }) => matchesPath(location, path))
    return rule && `tdm-reservation: ${rule.reservation}`
  }
}

/** A file that is not there, or cannot be read, reserves nothing. */
const read = async (
  deps: Parameters<typeof createTdmrep>[0],
  origin: string,
): Promise<TdmRules> => {
  const answer = await guardedFetch(deps, {
    ...{ url: `${origin}/.well-known/tdmrep.json`, timeoutMs: 10_000, maxRedirects: 5 },
    ...{ maxBytes, onLimit: 'truncate' },
  }).catch((error: unknown) =>
    error instanceof AppError ? undefined : Promise.reject(error as Error),
  )
  return answer?.status === 200 ? parseTdmrep(answer.bytes.toString('utf8')) : []
}

const parseTdmrep = (text: string): TdmRules => {
  const list = parseJson(text.replace(/^\uFEFF/, ''))
  if (!Array.isArray(list)) return []
  return list.slice(0, maxRules).flatMap(entry => {
    const { location, 'tdm-reservation': reservation } = Object(entry)
    const isRule = typeof location === 'string' && (reservation === 0 || reservation === 1)
    return isRule ? [{ location, reservation }] : []
  })
}
