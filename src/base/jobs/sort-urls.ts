import { counted } from '../../kit/counted.ts'
import { AppError } from '../../kit/errors.ts'
import { urlKey } from '../../page/links/url-key.ts'

type Target = { url: string; host: string }
type Wanted = {
  urls: readonly string[]
  deduplicate?: boolean | undefined
  ignoreInvalidURLs?: boolean | undefined
}
export type SortedUrls = { valid: Target[]; invalid: string[]; duplicates: string[] }

/** Those that can be used, those that cannot, and with `deduplicate` those that stand twice. */
export const sortUrls = (
  deps: { parseTarget: (text: string) => URL },
  request: Wanted,
): SortedUrls => {
  const sorted: SortedUrls = { valid: [], invalid: [], duplicates: [] }
  const refusals: { at: number; error: AppError }[] = []
  const seen = new Set<string>()
  for (const [at, url] of request.urls.entries()) {
    try {
      const target = deps.parseTarget(url)
      const key = request.deduplicate ? (urlKey(target) ?? target.href) : `${at}`
      if (seen.has(key)) sorted.duplicates.push(url)
      else sorted.valid.push({ url, host: target.hostname })
      seen.add(key)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusals.push({ at, error })
      sorted.invalid.push(url)
    }
  }
  if (refusals.length > 0 && !request.ignoreInvalidURLs) throw refuseAll(request.urls, refusals)
  if (sorted.valid.length === 0) throw new AppError('invalid_url', 'None of the URLs can be used.')
  return sorted
}

/** More than these make no sentence. */
const shownRefusals = 10

/** All of them at once: who mends a list wants to mend it once. */
const refuseAll = (
  urls: readonly string[],
  refusals: readonly { at: number; error: AppError }[],
): AppError => {
  const [first] = refusals
  const told = refusals.slice(0, shownRefusals).map(({ at, error }) => {
    const shown = (urls[at] ?? '').slice(0, 100)
    const named = error.message.includes(shown) ? '' : ` "${shown}"`
    return `urls[${at}]${named}: ${error.message}`
  })
  const more = refusals.length - told.length
  if (more > 0) told.push(`And ${more} more.`)
  const [are, them] = refusals.length === 1 ? ['is', 'it'] : ['are', 'them']
  return new AppError(
    first?.error.code ?? 'invalid_url',
    `${counted(refusals.length, 'URL')} ${are} invalid. Set "ignoreInvalidURLs": true to skip ${them}. ${told.join(' ')}`,
  )
}
