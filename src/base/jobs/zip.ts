import { once } from 'node:events'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)

/** A file within: its bytes, deflated, and what its headers say. */
type Packed = {
  name: Buffer
  crc: number
  bytes: number
  deflated: Buffer[]
  deflatedBytes: number
}

export type Zip = {
  /** The bytes of one more file. */
  file(name: string, text: string): Promise<Buffer[]>
  /** A file that grows line by line; its bytes come with the end. */
  growing(name: string): { add(text: string): Promise<void> }
  /** What stands at the end: the growing files, then the directory. */
  end(): Promise<Buffer[]>
}

/**
 * A ZIP archive written as it goes, of any size (ZIP64 where it must be): Node has DEFLATE and its
 * checksum, and the rest is a few headers. Only the directory is held in memory, a hundred bytes a
 * file. `before`: what stands in front of it already.
 */
export const createZip = (at: Date, before = { bytes: 0, files: 0 }): Zip => {
  const time = dosTime(at)
  const directory: Buffer[] = []
  const unfinished: (() => Promise<Packed>)[] = []
  let offset = before.bytes
  const write = (packed: Packed): Buffer[] => {
    const header = localHeader(packed, time)
    directory.push(alone(directoryEntry(packed, time, offset)))
    offset += header.length + packed.deflatedBytes
    return [header, ...packed.deflated]
  }
  return {
    async file(name, text) {
      const bytes = Buffer.from(text)
      const deflated = await deflate(bytes)
      return write({
        ...{ name: Buffer.from(name), crc: crc32(bytes), bytes: bytes.length },
        ...{ deflated: [deflated], deflatedBytes: deflated.length },
      })
    },
    growing(name) {
      const stream = createDeflateRaw()
      const deflated: Buffer[] = []
      stream.on('data', chunk => deflated.push(chunk))
      let [crc, bytes] = [0, 0]
      unfinished.push(async () => {
        stream.end()
        await once(stream, 'end')
        const deflatedBytes = deflated.reduce((sum, { length }) => sum + length, 0)
        return { name: Buffer.from(name), crc, bytes, deflated, deflatedBytes }
      })
      return {
        async add(text) {
          const chunk = Buffer.from(text)
          crc = crc32(chunk, crc)
          bytes += chunk.length
          if (!stream.write(chunk)) await once(stream, 'drain')
        },
      }
    },
    async end() {
      const files: Buffer[] = []
      for (const finish of unfinished) files.push(...write(await finish()))
      const size = directory.reduce((sum, { length }) => sum + length, 0)
      return [
        ...files,
        ...directory,
        endOf({ count: before.files + directory.length, size, offset }),
      ]
    },
  }
}

/** In memory of its own: a small buffer is a piece of a larger one, and would keep all of it. */
const alone = (bytes: Buffer): Buffer => {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

const max16 = 0xffff
const max32 = 0xffffffff
/** Names are UTF-8. */
const flags = 0x0800
const deflateMethod = 8

/** Fields of little-endian numbers, each with its width in bytes. */
const fields = (...numbers: [value: number, bytes: 2 | 4 | 8][]): Buffer => {
  const buffer = Buffer.alloc(numbers.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of numbers) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}

const localHeader = ({ name, crc, bytes, deflatedBytes }: Packed, time: number): Buffer =>
  Buffer.concat([
    fields([0x04034b50, 4], [20, 2], [flags, 2], [deflateMethod, 2], [time, 4]),
    fields([crc, 4], [deflatedBytes, 4], [bytes, 4], [name.length, 2], [0, 2]),
    name,
  ])

const directoryEntry = (packed: Packed, time: number, offset: number): Buffer => {
  const { name, crc, bytes, deflatedBytes } = packed
  const isFar = offset >= max32
  const extra = isFar ? fields([1, 2], [8, 2], [offset, 8]) : Buffer.alloc(0)
  return Buffer.concat([
    fields([0x02014b50, 4], [45, 2], [isFar ? 45 : 20, 2], [flags, 2], [deflateMethod, 2]),
    fields([time, 4], [crc, 4], [deflatedBytes, 4], [bytes, 4], [name.length, 2]),
    fields([extra.length, 2], [0, 2], [0, 2], [0, 2], [0, 4], [isFar ? max32 : offset, 4]),
    name,
    extra,
  ])
}

const endOf = ({ count, size, offset }: { count: number; size: number; offset: number }) => {
  const isLarge = count >= max16 || offset >= max32 || size >= max32
  const end64 = [
    fields([0x06064b50, 4], [44, 8], [45, 2], [45, 2], [0, 4], [0, 4]),
    fields([count, 8], [count, 8], [size, 8], [offset, 8]),
    fields([0x07064b50, 4], [0, 4], [offset + size, 8], [1, 4]),
  ]
  const small = Math.min(count, max16)
  return Buffer.concat([
    ...(isLarge ? end64 : []),
    fields([0x06054b50, 4], [0, 2], [0, 2], [small, 2], [small, 2]),
    fields([Math.min(size, max32), 4], [Math.min(offset, max32), 4], [0, 2]),
  ])
}

/** Two seconds exact, from 1980 on, in UTC. */
const dosTime = (at: Date): number =>
  (((at.getUTCFullYear() - 1980) << 25) |
    ((at.getUTCMonth() + 1) << 21) |
    (at.getUTCDate() << 16) |
    (at.getUTCHours() << 11) |
    (at.getUTCMinutes() << 5) |
    (at.getUTCSeconds() >> 1)) >>>
  0
