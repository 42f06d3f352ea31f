import { crc32, createInflateRaw } from 'node:zlib'

export type ZipEntry = {
  name: string
  method: number
  crc: number
  packedBytes: number
  /** As the archive says: only unpacking shows whether it is true. */
  bytes: number
  offset: number
}

const signature = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }
/** The end record is 22 bytes long, and a comment of up to 65,535 bytes may follow it. */
const endSearchBytes = 22 + 65_535
const maxEntries = 20_000

/** The directory of a ZIP archive, or undefined where it has none that can be read. */
export const readZip = (file: Buffer): ZipEntry[] | undefined => {
  const mark = Buffer.alloc(4)
  mark.writeUInt32LE(signature.end)
  const tail = Math.max(0, file.length - endSearchBytes)
  const found = file.subarray(tail).lastIndexOf(mark)
  if (found < 0) return undefined
  try {
    return readDirectory(file, tail + found)
  } catch (error) {
    // An offset that leads out of the file.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const readDirectory = (file: Buffer, end: number): ZipEntry[] | undefined => {
  const count = file.readUInt16LE(end + 10)
  if (count > maxEntries) return undefined
  const entries: ZipEntry[] = []
  for (let at = file.readUInt32LE(end + 16); entries.length < count; ) {
    if (file.readUInt32LE(at) !== signature.central) return undefined
    const nameBytes = file.readUInt16LE(at + 28)
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + nameBytes),
      method: file.readUInt16LE(at + 10),
      crc: file.readUInt32LE(at + 16),
      packedBytes: file.readUInt32LE(at + 20),
      bytes: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

/** The first `maxBytes` of an entry, or undefined where they cannot be unpacked. */
export const unpackEntry = async (
  file: Buffer,
  entry: ZipEntry,
  maxBytes: number,
): Promise<Buffer | undefined> => {
  const packed = packedOf(file, entry)
  if (!packed) return undefined
  if (entry.method === 0) return packed.subarray(0, maxBytes)
  if (entry.method !== 8) return undefined
  const inflate = createInflateRaw()
  const chunks: Buffer[] = []
  let bytes = 0
  inflate.end(packed)
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= maxBytes) break
    }
  } catch {
    return undefined
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

const packedOf = (file: Buffer, { offset, packedBytes }: ZipEntry): Buffer | undefined => {
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== signature.local) return undefined
  const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28)
  return file.subarray(start, start + packedBytes)
}

/** The archive again, with other content for some of its entries. */
export const replaceEntries = (
  file: Buffer,
  entries: readonly ZipEntry[],
  replaced: ReadonlyMap<string, Buffer>,
): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const other = replaced.get(entry.name)
    const packed = other ?? packedOf(file, entry)
    if (!packed) continue
    const facts = other
      ? { method: 0, crc: crc32(other), packedBytes: other.length, bytes: other.length }
      : entry
    const name = Buffer.from(entry.name)
    const local = header(signature.local, 30, 4, facts, name)
    const central = header(signature.central, 46, 6, facts, name)
    central.writeUInt32LE(offset, 42)
    parts.push(local, name, packed)
    directory.push(central, name)
    offset += local.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(signature.end)
  end.writeUInt16LE(directory.length / 2, 8)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.length, 0),
    12,
  )
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

/** Both headers have the same members in the same order, from the version that is needed on. */
const header = (
  mark: number,
  bytes: number,
  at: number,
  facts: Omit<ZipEntry, 'name' | 'offset'>,
  name: Buffer,
): Buffer => {
  const record = Buffer.alloc(bytes)
  record.writeUInt32LE(mark)
  record.writeUInt16LE(20, at)
  // Names are UTF-8.
  record.writeUInt16LE(0x0800, at + 2)
  record.writeUInt16LE(facts.method, at + 4)
  record.writeUInt32LE(facts.crc, at + 10)
  record.writeUInt32LE(facts.packedBytes, at + 14)
  record.writeUInt32LE(facts.bytes, at + 18)
  record.writeUInt16LE(name.length, at + 22)
  return record
}
