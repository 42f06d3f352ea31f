import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createZip } from '../../../src/base/jobs/zip.ts'

/** The end of an archive of one more file than stand before it. */
const endAfter = async (before: { bytes: number; files: number }) => {
  const zip = createZip(new Date(0), before)
  const bytes = Buffer.concat(await zip.file('late.md', 'It comes late.')).length
  const end = Buffer.concat(await zip.end())
  return { end, last: end.subarray(-22), offset: before.bytes + bytes }
}

describe('an archive beyond what the first format can say', () => {
  it('tells of more files than 65,534 in an end of its own', async () => {
    const { end, last, offset } = await endAfter({ bytes: 1_000_000, files: 65_534 })
    assert.equal(last.readUInt32LE(0), 0x06054b50)
    assert.deepEqual([last.readUInt16LE(8), last.readUInt16LE(10)], [0xffff, 0xffff])
    const locator = end.subarray(-42, -22)
    assert.equal(locator.readUInt32LE(0), 0x07064b50)
    const at = Number(locator.readBigUInt64LE(8)) - offset
    assert.equal(end.readUInt32LE(at), 0x06064b50)
    assert.deepEqual(
      [24, 32, 40, 48].map(field => Number(end.readBigUInt64LE(at + field))),
      [65_535, 65_535, at, offset],
    )
  })

  it('tells where a file begins that lies beyond 4 GB', async () => {
    const far = 2 ** 33 + 5
    const { end, last } = await endAfter({ bytes: far, files: 0 })
    assert.equal(end.readUInt32LE(0), 0x02014b50)
    assert.equal(end.readUInt32LE(42), 0xffffffff)
    const extra = end.subarray(46 + 'late.md'.length)
    assert.deepEqual([extra.readUInt16LE(0), extra.readUInt16LE(2)], [1, 8])
    assert.equal(Number(extra.readBigUInt64LE(4)), far)
    assert.deepEqual([last.readUInt16LE(10), last.readUInt32LE(16)], [1, 0xffffffff])
  })

  it('needs none of that while it is small', async () => {
    const { end } = await endAfter({ bytes: 0, files: 0 })
    assert.equal(end.indexOf(Buffer.from([0x50, 0x4b, 6, 6])), -1)
  })
})
