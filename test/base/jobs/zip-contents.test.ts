import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, inflateRawSync } from 'node:zlib'
import { createZip } from '../../../src/base/jobs/zip.ts'

/** A time as DOS writes it: two seconds exact. */
const at = new Date(Date.UTC(2031, 4, 6, 13, 47, 59))
const readTime = (value: number) => [
  ...[(value >>> 25) + 1980, (value >>> 21) & 15, (value >>> 16) & 31],
  ...[(value >>> 11) & 31, (value >>> 5) & 63, (value & 31) * 2],
]

/** The files of an archive, by its directory; each must be the same where it stands itself. */
const unzip = (zip: Buffer) => {
  const end = zip.subarray(-22)
  assert.equal(end.readUInt32LE(0), 0x06054b50)
  assert.deepEqual([end.readUInt16LE(4), end.readUInt16LE(6), end.readUInt16LE(20)], [0, 0, 0])
  const count = end.readUInt16LE(10)
  assert.equal(end.readUInt16LE(8), count)
  const size = end.readUInt32LE(12)
  const start = end.readUInt32LE(16)
  assert.equal(start + size + 22, zip.length)
  const files: [name: string, text: string][] = []
  let entry = start
  for (let file = 0; file < count; file++) {
    const central = zip.subarray(entry)
    assert.equal(central.readUInt32LE(0), 0x02014b50)
    assert.deepEqual(
      [4, 6, 8, 10].map(field => central.readUInt16LE(field)),
      [45, 20, 0x0800, 8],
    )
    assert.deepEqual(readTime(central.readUInt32LE(12)), [2031, 5, 6, 13, 47, 58])
    const [crc, packed, bytes] = [16, 20, 24].map(field => central.readUInt32LE(field))
    const nameLength = central.readUInt16LE(28)
    assert.deepEqual(
      [30, 32, 34, 36].map(field => central.readUInt16LE(field)),
      [0, 0, 0, 0],
    )
    assert.equal(central.readUInt32LE(38), 0)
    const name = central.toString('utf8', 46, 46 + nameLength)
    const local = zip.subarray(central.readUInt32LE(42))
    assert.equal(local.readUInt32LE(0), 0x04034b50)
    assert.deepEqual(
      [4, 6, 8].map(field => local.readUInt16LE(field)),
      [20, 0x0800, 8],
    )
    assert.equal(local.readUInt32LE(10), central.readUInt32LE(12))
    assert.deepEqual(
      [14, 18, 22].map(field => local.readUInt32LE(field)),
      [crc, packed, bytes],
    )
    assert.deepEqual([local.readUInt16LE(26), local.readUInt16LE(28)], [nameLength, 0])
    assert.equal(local.toString('utf8', 30, 30 + nameLength), name)
    const from = 30 + nameLength
    const content = inflateRawSync(local.subarray(from, from + (packed ?? 0)))
    assert.deepEqual([content.length, crc32(content)], [bytes, crc])
    files.push([name, content.toString()])
    entry += 46 + nameLength
  }
  assert.equal(entry, start + size)
  return files
}

test('what was written can be unpacked, files and those that grew, in the order of their ends', async () => {
  const zip = createZip(at)
  const list = zip.growing('list.jsonl')
  const other = zip.growing('other.txt')
  const parts: Buffer[] = []
  parts.push(...(await zip.file('grün/a.md', 'Lamps of brass. '.repeat(20))))
  await list.add('one\n')
  parts.push(...(await zip.file('b.md', '')))
  await list.add('zwölf\n')
  await other.add('x'.repeat(200_000))
  parts.push(...(await zip.end()))
  assert.deepEqual(unzip(Buffer.concat(parts)), [
    ['grün/a.md', 'Lamps of brass. '.repeat(20)],
    ['b.md', ''],
    ['list.jsonl', 'one\nzwölf\n'],
    ['other.txt', 'x'.repeat(200_000)],
  ])
})

test('an archive of nothing is one', async () => {
  assert.deepEqual(unzip(Buffer.concat(await createZip(at).end())), [])
})
