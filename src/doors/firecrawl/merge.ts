import { isHollow } from '../../kit/hollow.ts'
import { isObject } from '../../kit/is-object.ts'

/** A page of a batch extraction, or of a crawl with the format json. */
export type PageRead = {
  url: string
  data?: unknown
  json?: unknown
  warning?: string
  error?: string
  depth?: number
}

export type JobState = {
  status: 'scraping' | 'completed' | 'failed' | 'cancelled'
  creditsUsed: number
  expiresAt: string
  warning?: string
  data: PageRead[]
}

/** An extraction as these clients know it, from the jobs that it consists of. */
export const toExtraction = (
  { urls, warnings }: { urls: readonly string[]; warnings: readonly string[] },
  states: readonly JobState[],
): object => {
  const pages = states.flatMap(({ data }) => data).sort(inOrder(urls))
  const read = pages.filter(page => !isWithout(page))
  const failures = failuresIn(pages)
  const told = {
    expiresAt: states.map(({ expiresAt }) => expiresAt).sort()[0],
    creditsUsed: states.reduce((sum, state) => sum + state.creditsUsed, 0),
  }
  if (states.some(({ status }) => status === 'scraping'))
    return { success: true, status: 'processing', data: {}, ...told }
  const status = states.some(state => state.status === 'cancelled') ? 'cancelled' : 'completed'
  if (read.length === 0 && status === 'completed')
    return { success: false, status: 'failed', data: {}, error: failures.join(' '), ...told }
  const all = [...states, ...read].flatMap(({ warning }) => warning ?? [])
  const warning = [...new Set([...warnings, ...failures, ...all])].join(' ')
  const data = mergeData(read.map(page => page.data ?? page.json)) ?? {}
  return { success: true, status, data, ...(warning ? { warning } : {}), ...told }
}

/** A page that could not be read, or does not have anything of what was asked for. */
const isWithout = ({ error, data, json }: PageRead): boolean =>
  error !== undefined || isHollow(data ?? json)

/** Pages as they were named, then those of sites from the top, whichever was read first. */
const inOrder = (urls: readonly string[]) => {
  const place = ({ url, depth }: PageRead) =>
    depth === undefined ? urls.indexOf(url) : urls.length + depth
  return (a: PageRead, b: PageRead) => place(a) - place(b) || (a.url < b.url ? -1 : 1)
}

/** The rest is only counted. */
const maxNamed = 10

const failuresIn = (pages: readonly PageRead[]): string[] => {
  const failed = pages.filter(isWithout)
  if (failed.length === 0) return []
  const more = failed.length - maxNamed
  return [
    `${failed.length} of ${pages.length} pages gave nothing, and cost nothing:`,
    ...failed.slice(0, maxNamed).map(({ url, error, warning }) => `${url}: ${error ?? warning}`),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ]
}

/** What several pages gave for one schema: lists are joined, and the first page that knows decides. */
const mergeData = (found: readonly unknown[]): unknown => found.reduce(mergeTwo, undefined)

const mergeTwo = (known: unknown, next: unknown): unknown => {
  if (known === undefined || known === null) return next
  if (Array.isArray(known) && Array.isArray(next)) return [...known, ...next]
  if (!isObject(known) || !isObject(next)) return known
  const names = new Set([...Object.keys(known), ...Object.keys(next)])
  return Object.fromEntries([...names].map(name => [name, mergeTwo(known[name], next[name])]))
}
