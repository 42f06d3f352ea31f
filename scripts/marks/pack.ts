import { brotliCompressSync, constants } from 'node:zlib'
import type { Chosen } from './art.ts'
import { packages } from './packages.ts'

export type Entry = Chosen & {
  domains: string[]
  title: string
  color: string
  guidelines?: string
}

/** No stored file is over this: large blobs make a repository slow to read and to review. */
const mostShardBytes = 900_000

/**
 * The frozen form: one line of JSON a mark, which a reviewer can read in a diff, and the drawings
 * apart, each compressed on its own, so that the server opens only the one it needs.
 */
export const pack = (entries: Entry[]): Record<string, Buffer> => {
  const drawings = store()
  const lines = entries.map(entry => {
    const light = drawings.add(entry.light.svg)
    const dark = entry.dark === entry.light ? undefined : drawings.add(entry.dark.svg)
    return JSON.stringify({
      domains: entry.domains.toSorted(),
      title: entry.title,
      color: entry.color,
      ratio: entry.light.ratio,
      light: { ...light, ...(entry.light.mono && { mono: true }) },
      ...(dark && { dark: { ...dark, ...(entry.dark.mono && { mono: true }) } }),
      source: sourceOf(entry.brand),
      ...(entry.darkBrand !== entry.brand && { darkSource: sourceOf(entry.darkBrand) }),
      licence: entry.brand.licence,
      ...(entry.guidelines && { guidelines: entry.guidelines }),
    })
  })
  const versions = Object.values(packages).map(({ name, version }) => [name, version])
  const index = `{"packages":${JSON.stringify(Object.fromEntries(versions))},\n"marks":[\n${lines.join(',\n')}\n]}\n`
  return { 'marks.generated.json': Buffer.from(index), ...drawings.files() }
}

const sourceOf = ({ source, slug }: { source: string; slug: string }) => `${source}:${slug}`

const store = () => {
  const shards: Buffer[][] = [[]]
  let sizeBytes = 0
  return {
    add: (svg: string) => {
      const bytes = brotliCompressSync(svg, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: svg.length,
        },
      })
      if (sizeBytes + bytes.length > mostShardBytes) {
        shards.push([])
        sizeBytes = 0
      }
      const place = { shard: shards.length - 1, at: sizeBytes, bytes: bytes.length }
      shards.at(-1)?.push(bytes)
      sizeBytes += bytes.length
      return place
    },
    files: () =>
      Object.fromEntries(
        shards.map((parts, shard) => [`drawings-${shard}.generated.bin`, Buffer.concat(parts)]),
      ),
  }
}
