import { pipeline, Readable } from 'node:stream'
import { constants, createGunzip } from 'node:zlib'
import {
  createSitemapReader,
  type SitemapEntry,
  type SitemapFault,
} from '../../page/links/sitemap.ts'

export type SitemapTask = { bytes: Uint8Array; url: string }

export type SitemapFile = {
  entries: SitemapEntry[]
  /** Why it ends early or holds nothing; what was read counts all the same. */
  fault: SitemapFault | 'bomb' | undefined
}

/** The protocol's own limit, unpacked. */
export const maxSitemapBytes = 50 * 1024 * 1024
/** A file of addresses shrinks to a twentieth; beyond this it was made to burst. */
const maxRatio = 200
const ratioFromBytes = 1_000_000

/** Runs in a thread: a sitemap's bytes, packed or not, piece by piece. */
export const readSitemap = async ({ bytes, url }: SitemapTask): Promise<SitemapFile> => {
  const reader = createSitemapReader(url)
  const decoder = decoderFor(bytes)
  const entries: SitemapEntry[] = []
  let size = 0
  let fault: SitemapFile['fault']
  try {
    for await (const chunk of piecesOf(bytes)) {
      size += chunk.length
      if (size > maxSitemapBytes) fault = 'full'
      else if (size > ratioFromBytes && size > bytes.length * maxRatio) fault = 'bomb'
      if (fault) break
      for (const entry of reader.write(decoder.decode(chunk, { stream: true }))) entries.push(entry)
      if (reader.fault()) break
    }
  } catch {
    // Bytes that do not unpack: what came before them counts.
    fault = 'broken'
  }
  for (const entry of reader.end()) entries.push(entry)
  return { entries, fault: fault ?? reader.fault() }
}

const pieceBytes = 65_536

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
    yield* pipeline(Readable.from(slices(bytes)), gunzip, () => {})
  } else yield* slices(bytes)
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** UTF-8, as the protocol says; a byte order mark may say UTF-16. */
const decoderFor = (bytes: Uint8Array): TextDecoder => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be')
  return new TextDecoder()
}
