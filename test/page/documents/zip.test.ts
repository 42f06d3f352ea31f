import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import { readZip, replaceEntries, unpackEntry } from '../../../src/page/documents/office/zip.ts'

type Made = { name: string; content: string; method?: number; extra?: number }

/** An archive as programs write it: with extra fields, comments, and a comment at its end. */
const zip = (made: readonly Made[], comment = ''): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, method = 8, extra = 0 } of made) {
    const plain = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(plain) : plain
    const record = (mark: number, size: number, at: number) => {
      const head = Buffer.alloc(size)
      head.writeUInt32LE(mark)
      head.writeUInt16LE(method, at + 4)
      head.writeUInt32LE(crc32(plain), at + 10)
      head.writeUInt32LE(packed.length, at + 14)
      head.writeUInt32LE(plain.length, at + 18)
      head.writeUInt16LE(Buffer.byteLength(name), at + 22)
      head.writeUInt16LE(extra, at + 24)
      return head
    }
    const local = Buffer.concat([
      record(0x04034b50, 30, 4),
      Buffer.from(name),
      Buffer.alloc(extra),
      packed,
    ])
    const central = record(0x02014b50, 46, 6)
    central.writeUInt16LE(extra, 32)
    central.writeUInt32LE(offset, 42)
    parts.push(local)
    directory.push(Buffer.concat([central, Buffer.from(name), Buffer.alloc(2 * extra)]))
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(made.length, 10)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end, Buffer.from(comment)])
}

const two: Made[] = [
  { name: 'a.xml', content: 'lamp '.repeat(50), extra: 3 },
  { name: 'b/ü.txt', content: 'as it is', method: 0 },
]
const names = (file: Buffer) => readZip(file)?.map(({ name }) => name)
const contents = async (file: Buffer, most = 1_000) =>
  Promise.all((readZip(file) ?? []).map(async one => String(await unpackEntry(file, one, most))))

describe('an archive', () => {
  it('lists what it holds, and gives it back', async () => {
    const file = zip(two)
    const [first] = readZip(file) ?? []
    assert.equal(first?.bytes, 250)
    assert.equal(first?.crc, crc32('lamp '.repeat(50)))
    assert.deepEqual(await contents(file), ['lamp '.repeat(50), 'as it is'])
    assert.deepEqual(await contents(file, 7), ['lamp la', 'as it i'])
  })
  it('is found before a comment, however long', () => {
    const one = [{ name: 'a', content: '' }]
    assert.deepEqual(names(zip(one, 'c'.repeat(65_535))), ['a'])
    assert.equal(names(zip(one, 'c'.repeat(65_536))), undefined)
    assert.deepEqual(names(zip([])), [])
  })
  it('that is cut off, or whose directory leads nowhere, is none', () => {
    const file = zip(two)
    assert.equal(names(file.subarray(0, -22)), undefined)
    assert.equal(names(Buffer.from('words')), undefined)
    const lost = Buffer.from(file)
    lost.writeUInt32LE(file.length, file.length - 6)
    assert.equal(names(lost), undefined)
    const wrong = Buffer.from(file)
    wrong.writeUInt32LE(1, file.length - 6)
    assert.equal(names(wrong), undefined)
    const many = Buffer.from(file)
    many.writeUInt16LE(20_001, file.length - 12)
    assert.equal(names(many), undefined)
  })
  it('gives nothing of an entry that is not where it should be, or packed in another way', async () => {
    const file = zip(two)
    const [first, second] = readZip(file) ?? []
    assert.ok(first && second)
    for (const wrong of [
      { ...first, offset: 1 },
      { ...first, offset: file.length - 29 },
      { ...first, method: 9 },
      { ...second, method: 8 },
    ])
      assert.equal(await unpackEntry(file, wrong, 100), undefined)
  })
  it('with other content for some entries keeps the rest as it was packed', async () => {
    const file = zip(two)
    const entries = readZip(file) ?? []
    const again = replaceEntries(file, entries, new Map([['b/ü.txt', Buffer.from('other')]]))
    assert.deepEqual(await contents(again), ['lamp '.repeat(50), 'other'])
    const [kept, other] = readZip(again) ?? []
    assert.deepEqual([kept?.method, kept?.crc, kept?.bytes], [8, crc32('lamp '.repeat(50)), 250])
    assert.deepEqual([other?.method, other?.crc, other?.bytes], [0, crc32('other'), 5])
    assert.deepEqual(names(again), ['a.xml', 'b/ü.txt'])
    assert.equal(again.readUInt16LE(4), 20, 'the version that is needed')
    assert.equal(again.readUInt16LE(6), 0x0800, 'names are UTF-8')
    const size = again.readUInt32LE(again.length - 10)
    assert.equal(size + again.readUInt32LE(again.length - 6), again.length - 22)
    assert.deepEqual(
      [again.readUInt16LE(again.length - 14), again.readUInt16LE(again.length - 12)],
      [2, 2],
    )
    const one = replaceEntries(file, [{ ...entries[0], offset: 1 } as never], new Map())
    assert.deepEqual(names(one), [], 'what cannot be found is left out')
  })
})
