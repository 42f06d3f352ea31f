import type { Pin } from '../../../src/doors/dashboard/schemas.ts'

export type What = Pin['what']

export const whatNames: Record<What, string> = {
  icon: 'Icon',
  dark: 'Icon on dark',
  og: 'Open Graph image',
  logo: 'Logo',
  symbol: 'Symbol',
  color: 'Color',
  name: 'Name',
  names: 'Other names',
  tickers: 'Ticker symbols',
}

/** Where the image API has a picture of a kind. */
export const pathOf = (kind: What, host: string): string =>
  kind === 'og' || kind === 'logo' || kind === 'symbol' ? `${kind}/${host}` : host

const words: ReadonlySet<What> = new Set(['color', 'name', 'names', 'tickers'])

export const isPicture = (what: What): boolean => !words.has(what)
