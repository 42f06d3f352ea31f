import { localeOf } from '../../base/ways/request.ts'
import { isObject } from '../../kit/is-object.ts'
import { ScrapeRequest } from '../../products/scrape/request.ts'
import { readActions } from './actions.ts'
import {
  type FirecrawlOptions,
  type FirecrawlWay,
  optionsFrom,
  present,
  textOf,
  wholeOf,
} from './call.ts'

/** What our own routes are asked for, and what they cannot be. */
export type PageOptions = {
  /** Options of a scrape, without `formats`. */
  options: Record<string, unknown>
  formats: (string | { type: 'json' })[]
  /** Steps on the page before it is read; not every route takes them. */
  actions: object[]
  /** By which name structured data is answered, where some is asked for. */
  dataAs: 'json' | 'extract' | undefined
  branding: boolean
  /** A sentence for each option that is not granted. */
  refused: string[]
}

/** Passed on where our own scrape takes them. */
const takesActions = 'actions' in ScrapeRequest.properties
const sameFormats = new Set([
  ...['markdown', 'html', 'rawHtml', 'links', 'images', 'screenshot', 'summary'],
])

/** The options of a page as clients of either version write them. Names we do not know mean nothing. */
export const readPageOptions = (
  input: FirecrawlOptions,
  ways: readonly FirecrawlWay[],
): PageOptions => {
  const { steps, refused } = readActions(input.actions)
  const travel = readTravel(input, ways)
  const read: PageOptions = {
    options: { ...optionsOf(input), ...travel.options },
    formats: [],
    actions: takesActions ? steps : [],
    dataAs: undefined,
    branding: false,
    refused: [
      ...(takesActions || steps.length === 0 ? refused : [noActions]),
      ...refusedOf(input),
      ...travel.refused,
    ],
  }
  const asked = Array.isArray(input.formats) && input.formats.length > 0 ? input.formats : []
  for (const format of asked.length > 0 ? asked : ['markdown']) readFormat(read, input, format)
  if (read.formats.length === 0 && !read.branding) read.formats.push('markdown')
  read.formats.push('metadata')
  return read
}

const readFormat = (read: PageOptions, input: FirecrawlOptions, format: unknown): void => {
  const said = isObject(format) ? format : {}
  const name = textOf(said.type ?? format).replace(/@fullPage$/, '')
  if (sameFormats.has(name)) {
    if (!read.formats.includes(name)) read.formats.push(name)
  } else if (name === 'json' || name === 'extract') {
    const beside = isObject(input.jsonOptions) ? input.jsonOptions : input.extract
    const { schema, prompt } = 'schema' in said || 'prompt' in said ? said : optionsFrom(beside)
    if (read.dataAs) return
    read.dataAs = name
    read.formats.push({ type: 'json', ...present({ schema, prompt }) })
  } else if (name === 'branding') read.branding = true
  else read.refused.push(`The format "${name.slice(0, 50)}" is not offered.`)
  if (name === 'screenshot' && (said.fullPage === false || said.quality || said.viewport))
    read.refused.push('A screenshot shows the whole page, as a PNG.')
}

/** What has another name or other bounds is brought into ours; what is wrong is told by our route. */
const optionsOf = (input: FirecrawlOptions): Record<string, unknown> => {
  const { onlyMainContent, includeTags, excludeTags, mobile } = input
  const timeout = wholeOf(input.timeout, 1_000, 120_000)
  const waitFor = wholeOf(input.waitFor, 0, 60_000)
  return present({
    ...{ onlyMainContent, includeTags, excludeTags, mobile, timeout },
    waitFor: waitFor && Math.min(waitFor, (timeout ?? 30_000) - 500),
    maxAge: wholeOf(input.maxAge, 0, 604_800_000),
    headers: input.headers,
    documents: documentsOf(input),
  })
}

/** `parsers: [{ type: 'pdf', mode: 'ocr', maxPages: 3 }]` */
const documentsOf = ({ parsers }: FirecrawlOptions): object | undefined => {
  const list = Array.isArray(parsers) ? parsers : []
  const pdf = list.map(optionsFrom).find(({ type }) => type === 'pdf')
  const maxPages = wholeOf(pdf?.maxPages, 1, 2_000)
  const documents = present({ maxPages, ocr: ocrModes[textOf(pdf?.mode)] })
  return Object.keys(documents).length === 0 ? undefined : documents
}

/** `auto` is the default of both. */
const ocrModes: Record<string, string> = { fast: 'never', ocr: 'always' }

/**
 * A location leads by a way of its country, and a stealth proxy by a residential one, where the
 * operator has such ways; elsewhere the page is read all the same, and that is told.
 */
export const readTravel = (
  { location, proxy }: FirecrawlOptions,
  ways: readonly FirecrawlWay[],
): { options: Record<string, unknown>; refused: string[] } => {
  const { country: said, languages: read } = optionsFrom(location)
  const country = said ? textOf(said).toUpperCase() : undefined
  const inCountry = ways.filter(way => country === undefined || way.countries.includes(country))
  const hasCountry = country !== undefined && inCountry.length > 0
  const isStealth = proxy === 'stealth' || proxy === 'enhanced'
  const way = isStealth ? inCountry.find(({ kind }) => kind === 'residential') : undefined
  const languages = Array.isArray(read)
    ? read.slice(0, 10).map(language => textOf(language).replaceAll('_', '-'))
    : []
  // Without a way there, the page is asked for in the country's language all the same.
  const isCode = country !== undefined && /^[A-Z]{2}$/.test(country)
  const where = present({
    ...(isCode && !hasCountry && localeOf(country)),
    ...(hasCountry && { country }),
    ...(languages.length > 0 && { languages }),
  })
  return {
    options: present({
      way: way?.name,
      location: Object.keys(where).length > 0 ? where : undefined,
    }),
    refused: [
      ...(country !== undefined && !hasCountry
        ? ['Pages are read from where this server is.']
        : []),
      ...(isStealth && !way ? ['There are no stealth proxies.'] : []),
    ],
  }
}

export const noActions = 'Actions on the page are not done.'

const isMeant = (value: unknown): boolean =>
  Boolean(value) && (!Array.isArray(value) || value.length > 0)

const optionsRefused: Record<string, string> = {
  skipTlsVerification: 'Certificates are always checked.',
  redactPII: 'Nothing is redacted.',
  lockdown: 'There is no lockdown: pages are read from the web.',
  profile: 'There are no browser profiles.',
  zeroDataRetention: 'Results are kept as they always are.',
  minAge: 'The least age of a copy cannot be chosen.',
}

const refusedOf = (input: FirecrawlOptions): string[] => {
  const refused = Object.keys(optionsRefused)
    .filter(name => isMeant(input[name]))
    .map(name => optionsRefused[name] ?? '')
  // The first is of version 1.
  if (input.parsePDF === false || (Array.isArray(input.parsers) && input.parsers.length === 0))
    refused.push('PDFs are always read as text.')
  return refused
}
