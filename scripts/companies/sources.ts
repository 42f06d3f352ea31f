import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'tldts'
import marks from '../../src/products/images/marks/marks.generated.json' with { type: 'json' }

/**
 * The pinned files, by their content. `listings.tsv.gz` has seven columns of FinanceDatabase's
 * equities (MIT, August 2026), `us-tickers.tsv.gz` the SEC's company_tickers (public domain, 2025).
 */
const pinned = {
  'listings.tsv.gz': '309b101d175e0d557b4788e4d9b4764caa0607d633647c36f02d0ffb29b35ebb',
  'us-tickers.tsv.gz': '05630f08da248b51b6f3dff150ab6e52a0076f6e9bda7faa45427096b6992432',
}

export type Listing = { symbol: string; name: string; country: string; domain: string }
export type UsTicker = { symbol: string; title: string }
/** `onlyInFull`: another company is called the same without the legal form. */
export type Known = { domain: string; name: string; others: string[]; onlyInFull: boolean }
export type Coin = { symbol: string; domain: string; name: string }

export type Sources = {
  listings: Listing[]
  usTickers: UsTicker[]
  marks: { title: string; domains: string[] }[]
  known: Known[]
  coins: Coin[]
}

export const readSources = (dataDir: string): Sources => ({
  listings: readTable(dataDir, 'listings.tsv.gz').flatMap(toListing),
  usTickers: readTable(dataDir, 'us-tickers.tsv.gz').flatMap(([symbol = '', title = '']) =>
    isCompany(title) ? [{ symbol, title }] : [],
  ),
  marks,
  known: readLines('known.txt').map(toKnown),
  coins: readLines('crypto.txt').map(line => {
    const [symbol = '', domain = '', ...name] = line.split(' ')
    return { symbol, domain, name: name.join(' ') }
  }),
})

const readTable = (dir: string, name: keyof typeof pinned): string[][] => {
  const bytes = readFileSync(join(dir, name))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== pinned[name]) throw new Error(`${name} is not the pinned file: ${sha256}`)
  const [, ...lines] = gunzipSync(bytes).toString('utf8').trimEnd().split('\n')
  return lines.map(line => line.split('\t'))
}

const toListing = ([symbol = '', name = '', , , country = '', site = '', delisted]: string[]) => {
  const domain = parse(site.replace(/:\d+$/, ''), { allowPrivateDomains: true }).domain
  const cleaned = withoutShareClass(name)
  if (delisted === 'True' || !domain || !isCompany(cleaned) || !isShare(symbol)) return []
  return [{ symbol: symbol.toUpperCase(), name: cleaned, country, domain }]
}

/** `Meta Platforms, Inc. Class A`, `Samsung Electronics Co., Ltd. Sponsored GDR`. */
const withoutShareClass = (name: string): string =>
  name
    .replace(/[\s,-]+(?:class [a-z]|cl [a-z]|series [a-z])$/i, '')
    .replace(/[\s,-]+(?:sponsored|spon|unsponsored)\b.*$/i, '')
    .trim()

/** Funds, exchange-traded notes, blank-check companies, and rows that name a paper, not a company. */
const isCompany = (name: string): boolean => !notACompany.test(name)
const notACompany =
  /\b(?:etfs?|etcs?|etps?|etn|sicav|ucits|spac|ishares|warrants?|proshares|direxion)\b|leverage shares|wisdomtree|\bacquisitions?(?: [ivx0-9]+)? (?:corp|co|company|corporation|ltd|limited|inc|lp|plc|holdings?)\b|\bacquisition(?:s)?(?: corp\.?)? [ivx]+$|\bblank check\b|\b(?:income|growth|equity|bond|index|dividend|split|credit|securities|investment|property|infrastructure|debt) (?:fund|split)\b|\bfund$|\bfund (?:limited|ltd|plc|inc|i|ii|iii|iv)\b|\bfondo de inversi|\bindex fund\b|\b(?:drn|ord\s?\d|adl?\d\d|npvp?f?|shs|sdr|cdi|gdrs?)\b|\bunits?$|fideicomiso/i

/** Not the warrants, rights and units of the United States: `AP-WT`, `ADRA-UN`. */
const isShare = (symbol: string): boolean => !/-(?:WT|WS|W|RT|R|UN|U)[A-Z]?$/i.test(symbol)

const readLines = (name: string): string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter(line => line && !line.startsWith('#'))

const toKnown = (line: string): Known => {
  const [domain = '', name = '', others = ''] = line.split('|').map(part => part.trim())
  return {
    domain,
    name: name.replace(/^~/, ''),
    others: others.split(';').flatMap(other => other.trim() || []),
    onlyInFull: name.startsWith('~'),
  }
}
