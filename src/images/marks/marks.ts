import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import removed from './removed.json' with { type: 'json' }
import { type Theme, tint } from './tint.ts'

/**
 * The curated vector marks: one for each well-known domain, frozen by `npm run marks` (docs/marks.md).
 */
export type Mark = {
  title: string
  domains: string[]
  /** The brand's colour, `#rrggbb`. */
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
  /** One colour, to be tinted for the surface. */
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
  loaded ??= load()
  return loaded
}

type Stored = Omit<Mark, 'isWordmark' | 'dark'> & { dark?: Drawing }

const load = (): Catalogue => {
  const stored = JSON.parse(read('marks.generated.json').toString('utf8')) as Stored[]
  const { domains, brands } = removed as { domains: string[]; brands: string[] }
  const byDomain = new Map<string, Mark>()
  let lastShard = 0
  for (const { dark, ...rest } of stored) {
    const isWordmark = Math.max(rest.ratio, 1 / rest.ratio) > mostOblong
    const mark = { ...rest, isWordmark, dark: dark ?? rest.light }
    lastShard = Math.max(lastShard, mark.light.shard, mark.dark.shard)
    // An owner's wish counts from the moment it is written down, not from the next rebuild.
    if (brands.includes(mark.title)) continue
    for (const domain of mark.domains) if (!domains.includes(domain)) byDomain.set(domain, mark)
  }
  const shards = Array.from({ length: lastShard + 1 }, (_, shard) =>
    read(`drawings-${shard}.generated.bin`),
  )
  return { byDomain, shards }
}

const read = (name: string): Buffer => readFileSync(new URL(`./${name}`, import.meta.url))
