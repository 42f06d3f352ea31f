import { prices } from '../../../../src/base/accounts/prices.ts'
import type { AnswerOf } from '../../api/ask.ts'
import { plural } from '../../parts/words.ts'

export const scopes = [
  { value: 'host', label: 'This host' },
  { value: 'path', label: 'This folder' },
  { value: 'domain', label: 'The whole domain' },
] as const
export type Scope = (typeof scopes)[number]['value']

type Place = AnswerOf<'GET /scope'>

/** What a scope covers for the address that is typed, in a sentence. */
export const sayScope = (scope: Scope, place: Place | undefined): string => {
  const { host, folder, domain } = place ?? { host: 'its host', folder: '', domain: 'its domain' }
  if (scope === 'domain')
    return `Every host of ${domain}: ${domain} itself and all names that end with .${domain}.`
  if (scope === 'path' && folder !== '')
    return `Only pages below ${host}${folder}: ${host}${folder}/… and the page itself.`
  if (scope === 'path' && place)
    return `The address has no folder, so this covers all of ${host}. Add a folder, such as ${host}/docs.`
  if (scope === 'path') return 'Only pages below the folder of the address.'
  return `All of ${host}, with or without www., http or https. No other host.`
}

/** What a limit may cost, in a sentence. */
export const sayLimit = (limit: number): string =>
  `Reads at most ${plural(limit, 'page')} for at most ${plural(limit * prices.crawl, 'credit')}. Pages that fail or are skipped cost nothing.`

export const sayDepth = (typed: string): string => {
  const depth = Number(typed === '' ? usualDepth : typed)
  return depth === 0
    ? 'Only the start page, without the pages of the sitemap.'
    : `Pages up to ${plural(depth, 'link')} away from the start. Pages of the sitemap count as one link away.`
}

/** What the API does where nothing is said. */
export const usualDepth = '20'
