import type { Static } from 'typebox'
import { attempt } from '../../kit/attempt.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { memoize } from '../../kit/memoize.ts'
import { optional, Type } from '../../kit/schema.ts'
import type { Locale } from '../web/locale.ts'

const isoCountry = '^[A-Za-z]{2}$'

/** How a site is reached, and as whom: the same in every operation that reads pages. */
export const wayOptions = {
  way: optional.String({
    minLength: 1,
    maxLength: 64,
    description: 'The way out to use, by its name: `GET /v1/ways` lists them.',
  }),
  location: optional.Object(
    {
      country: optional.String({
        pattern: isoCountry,
        description: 'Use a way out in this country (ISO 3166, such as `DE`).',
      }),
      languages: optional.Array(Type.String({ minLength: 2, maxLength: 35 }), {
        minItems: 1,
        maxItems: 10,
        description:
          'BCP 47, the preferred one first; default: the country’s language, else English.',
      }),
      timeZone: optional.String({
        maxLength: 64,
        description: 'IANA name, such as `Europe/Berlin`, for the browser.',
      }),
    },
    {
      additionalProperties: false,
      description: 'Where the visitor is, and which languages they read.',
    },
  ),
  retryWays: optional.Integer({
    minimum: 0,
    maximum: 3,
    default: 0,
    description:
      'After a block (a wall, 403, 429) or a failed way, try this many other ways of the same country.',
  }),
}

const Options = Type.Object(wayOptions)
export type WayOptions = Static<typeof Options>

/** Which ways a request may take; none of it: the server's own. */
export type Exit = {
  way?: string
  /** Upper case. */
  country?: string
  retries: number
}

/** What a request says of how it travels; absent where it says nothing. */
export const readTravel = ({
  way,
  location = {},
  retryWays = 0,
}: WayOptions): { exit?: Exit; locale?: Locale } => {
  const country = location.country?.toUpperCase()
  if (retryWays > 0 && way === undefined && country === undefined)
    throw invalidRequest('"retryWays" needs a "way" or a "location.country".')
  const hasExit = way !== undefined || country !== undefined
  const locale = readLocale(location, country)
  return {
    ...(hasExit && {
      exit: {
        ...(way !== undefined && { way }),
        ...(country !== undefined && { country }),
        retries: retryWays,
      },
    }),
    ...(locale && { locale }),
  }
}

const readLocale = (
  { languages, timeZone }: NonNullable<WayOptions['location']>,
  country: string | undefined,
): Locale | undefined => {
  const locale = {
    ...(country !== undefined && localeOf(country)),
    ...(languages && { languages: checkedLanguages(languages) }),
    ...(timeZone !== undefined && { timeZone: checkedTimeZone(timeZone) }),
  }
  return Object.keys(locale).length > 0 ? locale : undefined
}

/** What a visitor of a country (two letters, upper case) usually has. */
export const localeOf = (country: string): Locale => {
  const languages = languagesOf(country)
  const timeZone = zoneOf(country)
  return { ...(languages && { languages }), ...(timeZone && { timeZone }) }
}

const checkedLanguages = (languages: readonly string[]): string[] => {
  const wrong = languages.find(language => canonical(language) === undefined)
  if (wrong !== undefined)
    throw invalidRequest(`"${wrong}" in "location.languages" is not a language tag such as de-AT.`)
  return [...new Set(languages.flatMap(language => canonical(language) ?? []))]
}

const canonical = (language: string): string | undefined =>
  attempt(() => Intl.getCanonicalLocales(language)[0])

/** What most people there read: `DE` → `de-DE`, `de`. */
const languagesOf = (country: string): string[] | undefined => {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  // English is what a visitor without a location speaks.
  return language === 'und' ? undefined : [`${language}-${country}`, language]
}

/** Where all clocks of a country show the same time. */
const zoneOf = memoize((country: string): string | undefined => {
  const locale: WithZones = new Intl.Locale(`und-${country}`)
  const all = locale.getTimeZones?.() ?? []
  const isOne = new Set(all.map(clockOf)).size === 1
  return (isOne && all[0]) || ''
})

/** Younger than the compiler's library. */
type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }

const clockOf = (timeZone: string): string => {
  const clock = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return [0, 6].map(month => clock.format(Date.UTC(2026, month, 15))).join()
}

/** Offsets such as `+01:00` are no zones: browsers do not take them. */
const checkedTimeZone = (timeZone: string): string => {
  try {
    if (/^[A-Za-z]/.test(timeZone))
      return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    // Said below.
  }
  throw invalidRequest(
    `"location.timeZone": "${timeZone}" is not a time zone such as Europe/Berlin.`,
  )
}
