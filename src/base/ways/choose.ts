import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '../../kit/errors.ts'
import type { Way } from './definition.ts'
import type { Exit } from './request.ts'

/** The ways that an account may use. */
export const waysOf = <W extends Pick<Way, 'accounts'>>(
  ways: readonly W[],
  accountId: string | undefined,
): W[] =>
  ways.filter(
    ({ accounts }) =>
      accounts.length === 0 || accountId === undefined || accounts.includes(accountId),
  )

type Candidate = Pick<Way, 'name' | 'countries'>

/**
 * The ways that a request may take: the one it names first, then, for another try, those of the same
 * country. Never any other, and never around them.
 */
export const candidatesFor = <W extends Candidate>(
  ways: readonly W[],
  { way: name, country, retries }: Exit,
): { first: W | undefined; others: W[] } => {
  const named = name === undefined ? undefined : ways.find(way => way.name === name)
  if (name !== undefined && !named)
    throw new AppError('way_unknown', `There is no way out "${name}". ${listed(ways)}`)
  if (named && country !== undefined && !named.countries.includes(country))
    throw new AppError(
      'country_unavailable',
      `The way out "${named.name}" does not lead to ${country}, ${leadsTo(named)}.`,
    )
  const inCountry = ways.filter(
    way =>
      way !== named &&
      (country === undefined
        ? way.countries.some(other => named?.countries.includes(other))
        : way.countries.includes(country)),
  )
  if (!named && inCountry.length === 0)
    throw new AppError(
      'country_unavailable',
      `No way out leads to ${country}. ${countriesOf(ways)}`,
    )
  return { first: named, others: named && retries === 0 ? [] : inCountry }
}

const listed = (ways: readonly Candidate[]): string =>
  ways.length === 0
    ? 'This server has none that you may use.'
    : `There are: ${ways.map(({ name }) => name).join(', ')}.`

const leadsTo = ({ countries }: Candidate): string =>
  countries.length === 0 ? 'it has no country' : `but to ${countries.join(', ')}`

const countriesOf = (ways: readonly Candidate[]): string => {
  const countries = [...new Set(ways.flatMap(way => way.countries))].sort()
  return countries.length === 0
    ? 'This server has no ways out with a country.'
    : `There are: ${countries.join(', ')}.`
}

type Journey = { hostname: string; jobId: string | undefined }

/** What a way stays the same for; for every page anew where it is not to. */
export const stickyKey = ({ sticky }: Pick<Way, 'sticky'>, { hostname, jobId }: Journey): string =>
  (sticky === 'host' ? hostname : sticky === 'job' ? jobId : undefined) ??
  randomBytes(8).toString('hex')

/**
 * Weighted rendezvous hashing: a way's place depends on its name, its weight and what it sticks to,
 * so that all processes choose alike, and a way that comes or goes moves no other.
 */
export const placeOf = ({ name, weight }: Pick<Way, 'name' | 'weight'>, key: string): number => {
  const digest = createHash('sha256').update(`${name}\n${key}`).digest()
  const share = (digest.readUIntBE(0, 6) + 0.5) / 2 ** 48
  return weight / -Math.log(share)
}
