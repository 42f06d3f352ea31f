import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { BackupError } from './backup-error.ts'

/**
 * A back-up's file: frames (kind, length, body), compressed with zstd. First a header, then for each
 * table its name and columns, its rows as COPY writes them in text, and its checksum; at the end a
 * digest of all that came before. Read and written as a stream: no table must fit into memory.
 */
export type Frame = { kind: FrameKind; body: Buffer }
type FrameKind = keyof typeof kinds

const kinds = {
  header: 'h',
  table: 't',
  rows: 'd',
  checksum: 'e',
  sequences: 's',
  end: 'z',
} as const
const names = new Map(Object.entries(kinds).map(([name, letter]) => [letter.charCodeAt(0), name]))

const headBytes = 5
/** Small enough to hold, large enough that a million small rows are not a million frames. */
export const chunkBytes = 256 * 1024
const bodyMaxBytes = 64 * 1024 * 1024

export const jsonFrame = (kind: FrameKind, value: unknown): Frame => ({
  kind,
  body: Buffer.from(JSON.stringify(value)),
})

/** Complete and on the disk when it returns; whatever goes wrong before leaves a part of a file. */
export const writeArchive = (
  path: string,
  frames: AsyncIterable<Frame>,
  signal: AbortSignal,
): Promise<void> =>
  pipeline(
    encode(frames),
    createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
    }),
    // It holds hashes of keys, mail and pages that were read: for its owner only.
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  )

async function* encode(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  for await (const frame of frames) {
    const bytes = bytesOf(frame)
    digest.update(bytes)
    yield bytes
  }
  yield bytesOf(jsonFrame('end', { sha256: digest.digest('hex') }))
}

const bytesOf = ({ kind, body }: Frame): Buffer => {
  const head = Buffer.alloc(headBytes)
  head.write(kinds[kind], 'latin1')
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

/** The frames without the end; anything that is not as it was written is an error before it. */
export async function* readArchive(path: string): AsyncGenerator<Frame> {
  const digest = createHash('sha256')
  let ended = false
  try {
    for await (const frame of framesOf(path)) {
      if (ended) throw new Error('there is something behind its end')
      if (frame.kind === 'end') {
        ended = true
        if (JSON.parse(String(frame.body)).sha256 !== digest.digest('hex'))
          throw new Error('its content is not what was written')
        continue
      }
      digest.update(bytesOf(frame))
      yield frame
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    const code: unknown = Object(error).code
    if (code === 'ENOENT') throw new BackupError(`There is no file ${path}.`)
    if (code === 'EACCES' || code === 'EISDIR')
      throw new BackupError(`${path} cannot be read (${code}).`)
    const reason = Object(error).message
    throw new BackupError(`${path} is damaged or not a Siteray back-up: ${reason}.`, {
      cause: error,
    })
  }
  if (!ended) throw new BackupError(`${path} is damaged: its end is missing.`)
}

async function* framesOf(path: string): AsyncGenerator<Frame> {
  const unpacked = createZstdDecompress({ chunkSize: chunkBytes })
  const reading = pipeline(createReadStream(path), unpacked)
  // Its error also ends the loop below.
  reading.catch(() => undefined)
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of unpacked) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (let frame = firstFrame(held); frame; frame = firstFrame(held)) {
      held = held.subarray(headBytes + frame.body.length)
      yield frame
    }
  }
  await reading
  if (held.length > 0) throw new Error('it ends in the middle')
}

const firstFrame = (held: Buffer): Frame | undefined => {
  if (held.length < headBytes) return undefined
  const kind = names.get(held.readUInt8(0)) as FrameKind | undefined
  const length = held.readUInt32BE(1)
  if (!kind || length > bodyMaxBytes) throw new Error('it is not made of our frames')
  if (held.length < headBytes + length) return undefined
  return { kind, body: held.subarray(headBytes, headBytes + length) }
}
