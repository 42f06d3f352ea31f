import { brotliCompressSync, constants } from 'node:zlib'
import type { Art, Chosen } from './art.ts'
import { ownerPackages } from './owners.ts'
import { packages } from './packages.ts'
import type { Brand } from './sources.ts'

export type Entry = Chosen & {
  domains: string[]
  title: string
  color: string
  guidelines?: string
}

/** No stored file is over this: large blobs make a repository slow to read and to review. */
const mostShardBytes = 950_000

/**
 * The frozen form: one line of JSON a mark, which a reviewer can read in a diff, and the drawings
 * apart, each compressed on its own, so that the server opens only the one it needs.
 */
export const pack = (entries: Entry[]): Record<string, Buffer> => {
  const drawings = store()
  const lines = entries.map(({ light, dark, brand, darkBrand, ...entry }) =>
    JSON.stringify({
      domains: entry.domains.toSorted(),
      title: entry.title,
      color: entry.color,
      ratio: light.ratio,
      ...(entry.guidelines && { guidelines: entry.guidelines }),
      light: { ...drawings.add(light), ...credit(brand) },
      ...(dark !== light && { dark: { ...drawings.add(dark), ...credit(darkBrand) } }),
    }),
  )
  return {
    'marks.generated.json': Buffer.from(`[\n${lines.join(',\n')}\n]\n`),
    ...drawings.files(),
  }
}

const versions = new Map<string, string>(
  [...Object.values(packages), ...Object.values(ownerPackages)].map(({ name, version }) => [
    name,
    version,
  ]),
)
const credit = ({ source, slug, licence }: Brand) => ({
  source: `${source}@${versions.get(source)}:${slug}`,
  licence,
})

const store = () => {
  const shards: Buffer[][] = [[]]
  let sizeBytes = 0
  return {
    add: ({ svg, mono, tile, plate }: Art) => {
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
      const place = {
        shard: shards.length - 1,
        at: sizeBytes,
        bytes: bytes.length,
        ...(mono && { mono }),
        ...(tile && { tile }),
        ...(plate && { plate }),
      }
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
