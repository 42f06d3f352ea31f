import type { AnswerOf } from '../../ask/ask.ts'

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
    return `The address has no folder, so all of ${host}. Add one, such as ${host}/docs.`
  if (scope === 'path') return 'Only pages below the folder of the address.'
  return `All of ${host}, with or without www., http or https. No other host, whatever links to it.`
}

/** What a limit may cost, in a sentence. */
export const sayLimit = (limit: number): string =>
  `At most ${limit.toLocaleString('en')} ${limit === 1 ? 'page is' : 'pages are'} read, for at most ${limit.toLocaleString('en')} ${limit === 1 ? 'credit' : 'credits'}. Pages that fail or are skipped cost nothing.`

export const sayDepth = (depth: number): string =>
  depth === 0
    ? 'The start page alone, and what the sitemap adds is left out.'
    : `Pages that are up to ${depth} ${depth === 1 ? 'link' : 'links'} away from the start; those of a sitemap are one away.`
