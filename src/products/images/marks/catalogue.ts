import { readdirSync, readFileSync } from 'node:fs'

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

export type Drawing = {
  /** Where it stands in the stored files. */
  shard: number
  at: number
  bytes: number
  /** One color, the brand's; `currentColor` in the drawing. */
  mono?: boolean
  /** Colors that the surface swallows, to be shown on a white tile. */
  plate?: boolean
  /** The drawing is a tile itself, with the mark left out of it. */
  tile?: 'square' | 'round'
  /** `package@version:slug` */
  source: string
  /** SPDX identifier of the drawing; the brand's trademark is another matter. */
  licence: string
}

export type Catalogue = { byDomain: Map<string, Mark>; shards: Buffer[] }

/**
 * Without those whose owners asked to be left out: an owner's wish counts from the moment it is
 * written into removed.json, not from the next rebuild.
 */
export const readCatalogue = (without: { domains: string[]; brands: string[] }): Catalogue => ({
  byDomain: readIndex(without),
  shards: readShards(),
})

type Stored = Omit<Mark, 'isWordmark' | 'dark'> & { dark?: Drawing }

const mostOblong = 1.8

const readIndex = (without: { domains: string[]; brands: string[] }): Map<string, Mark> => {
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
