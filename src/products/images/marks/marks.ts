import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import removed from './removed.json' with { type: 'json' }
import { type Theme, tint } from './tint.ts'

/**
 * The curated vector marks: one for each well-known domain, frozen by `npm run marks` (docs/marks.md).
 */
export type Mark = {
  title: string
  domains: string[]
  /** The brand's color, `#rrggbb`. */
  color: string
  /** Width to height of the ink: a wordmark in its square window is far from 1. */
  ratio: number
  /** Too oblong to be read at icon sizes: better than nothing, worse than a site's own icon. */
  isWordmark: boolean
  /** Where the owner says how the mark may be used, if known. */
  guidelines?: string
  light: Drawing
  dark: Drawing
}

type Drawing = {
  /** Where it stands in the stored files. */
  shard: number
  at: number
  bytes: number
  /** One color, to be tinted for the surface. */
  mono?: boolean
  /** `package@version:slug` */
  source: string
  /** SPDX identifier of the drawing; the brand's trademark is another matter. */
  licence: string
}

const mostOblong = 3

/**
 * The mark of a site, by its canonical host name (lower case, punycode, no trailing dot). Only the
 * registrable domain itself and its www: mail.google.com or a page on github.io is another site, so
 * every other sub-domain is left to discovery. The keys are registrable domains by construction
 * (and by test), so nothing needs the public suffix list here.
 */
export const findMark = (hostname: string): Mark | undefined =>
  catalogue().byDomain.get(hostname.startsWith('www.') ? hostname.slice(4) : hostname)

/** The mark as a square SVG that can be seen on the theme's surface. */
export const markSvg = (mark: Mark, theme: Theme): string => {
  const { shard, at, bytes, mono } = mark[theme]
  const stored = catalogue().shards[shard]?.subarray(at, at + bytes)
  if (!stored) throw new Error(`The drawing of ${mark.title} is not in the stored files.`)
  const svg = brotliDecompressSync(stored).toString('utf8')
  return mono ? svg.replaceAll('currentColor', tint(mark.color, theme)) : svg
}

export const allMarks = (): Mark[] => [...new Set(catalogue().byDomain.values())]

type Catalogue = { byDomain: Map<string, Mark>; shards: Buffer[] }

let loaded: Catalogue | undefined

/** Read once, at the first question: a process that serves no icons pays nothing. */
const catalogue = (): Catalogue => {
  loaded ??= { byDomain: readIndex(removed), shards: readShards() }
  return loaded
}

type Stored = Omit<Mark, 'isWordmark' | 'dark'> & { dark?: Drawing }

/**
 * Marks by domain, without those whose owners asked to be left out: an owner's wish counts from the
 * moment it is written into removed.json, not from the next rebuild.
 */
export const readIndex = (without: { domains: string[]; brands: string[] }): Map<string, Mark> => {
  const stored = JSON.parse(read('marks.generated.json').toString('utf8')) as Stored[]
  const byDomain = new Map<string, Mark>()
  for (const { dark, ...rest } of stored) {
    if (without.brands.includes(rest.title)) continue
    const isWordmark = Math.max(rest.ratio, 1 / rest.ratio) > mostOblong
    const mark = { ...rest, isWordmark, dark: dark ?? rest.light }
    for (const domain of mark.domains)
      if (!without.domains.includes(domain)) byDomain.set(domain, mark)
  }
  return byDomain
}

const readShards = (): Buffer[] =>
  readdirSync(folder)
    .filter(name => /^drawings-\d+\.generated\.bin$/.test(name))
    .sort((a, b) => Number.parseInt(a.slice(9), 10) - Number.parseInt(b.slice(9), 10))
    .map(read)

const folder = new URL('.', import.meta.url)
const read = (name: string): Buffer => readFileSync(new URL(name, folder))
