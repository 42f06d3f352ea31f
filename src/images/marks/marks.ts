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
  source: { package: string; version: string; slug: string }
  /** SPDX identifier of the drawing; the brand's trademark is another matter. */
  licence: string
  /** Where the owner says how the mark may be used, if known. */
  guidelines?: string
  light: Drawing
  dark: Drawing
}

/** Where a drawing stands in the stored files; `mono` ones are tinted for the surface. */
type Drawing = { shard: number; at: number; bytes: number; mono?: boolean }

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

type Stored = Omit<Mark, 'source' | 'dark'> & { source: string; dark?: Drawing }

const load = (): Catalogue => {
  const { packages, marks } = JSON.parse(read('marks.generated.json').toString('utf8')) as {
    packages: Record<string, string>
    marks: Stored[]
  }
  const { domains, brands } = removed as { domains: string[]; brands: string[] }
  const byDomain = new Map<string, Mark>()
  for (const stored of marks) {
    // An owner's wish counts from the moment it is written down, not from the next rebuild.
    if (brands.includes(stored.title)) continue
    const mark = {
      ...stored,
      dark: stored.dark ?? stored.light,
      source: sourceOf(stored, packages),
    }
    for (const domain of mark.domains) if (!domains.includes(domain)) byDomain.set(domain, mark)
  }
  const shardCount =
    1 +
    Math.max(
      0,
      ...marks.flatMap(mark => [mark.light, mark.dark ?? mark.light]).map(drawing => drawing.shard),
    )
  const shards = Array.from({ length: shardCount }, (_, shard) =>
    read(`drawings-${shard}.generated.bin`),
  )
  return { byDomain, shards }
}

const sourceOf = ({ source }: Stored, packages: Record<string, string>): Mark['source'] => {
  const colon = source.lastIndexOf(':')
  const name = source.slice(0, colon)
  return { package: name, version: packages[name] ?? '', slug: source.slice(colon + 1) }
}

const read = (name: string): Buffer => readFileSync(new URL(`./${name}`, import.meta.url))
