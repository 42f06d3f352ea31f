import { parseJson } from '../../kit/parse-json.ts'
import { toIsoDate } from '../../page/metadata/iso-date.ts'
import type { SearchResult } from './request.ts'

export type Hit = Omit<SearchResult, 'page' | 'error'>

/** `silent`: engines behind this one that did not answer, and why. */
type Answer = { hits: Hit[]; silent: string[] }

const maxTitleChars = 500
const maxDescriptionChars = 2_000

/**
 * What a SearXNG answered, as far as it can be used: what is no result is left out, whatever else it
 * is. Undefined where all of it is something else.
 */
export const readHits = (text: string): Answer | undefined => {
  const answer = parseJson(text)
  const { results, unresponsive_engines: silent } = Object(answer)
  if (!Array.isArray(results)) return undefined
  return {
    hits: results.flatMap(result => readHit(Object(result)) ?? []),
    silent: (Array.isArray(silent) ? silent : []).flatMap(engine => readSilent(engine) ?? []),
  }
}

const readHit = (result: Record<string, unknown>): Hit | undefined => {
  const url = webAddress(result.url)
  if (!url) return undefined
  const publishedAt =
    typeof result.publishedDate === 'string' ? toIsoDate(result.publishedDate) : undefined
  const imageUrl = webAddress(result.img_src) ?? webAddress(result.thumbnail)
  return {
    url,
    title: words(result.title, maxTitleChars),
    description: words(result.content, maxDescriptionChars),
    ...(publishedAt && { publishedAt }),
    ...(imageUrl && { imageUrl }),
  }
}

/** Whole addresses only: others stand on the engine's own, which is nobody's business. */
const webAddress = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value.length > 8_192) return undefined
  const url = URL.parse(value.startsWith('//') ? `https:${value}` : value)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

const words = (value: unknown, maxChars: number): string =>
  typeof value === 'string'
    ? value.slice(0, maxChars).toWellFormed().replace(/\s+/g, ' ').trim()
    : ''

/** `["google", "timeout"]` */
const readSilent = (engine: unknown): string | undefined => {
  const [name, why] = Array.isArray(engine) ? engine : [engine]
  if (typeof name !== 'string') return undefined
  return typeof why === 'string' ? `${words(name, 50)} (${words(why, 50)})` : words(name, 50)
}
