import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import {
  chunkBytes,
  type Frame,
  jsonFrame,
  readArchive,
  writeArchive,
} from '../../../src/base/backup/archive.ts'
import { BackupError } from '../../../src/base/backup/backup-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'siteray-archive-'))
after(() => rmSync(folder, { recursive: true }))

let count = 0
const newPath = () => join(folder, `${++count}.backup`)

const writeTo = (path: string, frames: readonly Frame[]): Promise<void> => {
  async function* each() {
    yield* frames
  }
  return writeArchive(path, each(), new AbortController().signal)
}
const written = async (frames: readonly Frame[]): Promise<string> => {
  const path = newPath()
  await writeTo(path, frames)
  return path
}
/** A file whose frames are these bytes, whatever they are. */
const packed = (bytes: Buffer): string => {
  const path = newPath()
  writeFileSync(path, zstdCompressSync(bytes))
  return path
}
const read = async (path: string): Promise<Frame[]> => {
  const frames: Frame[] = []
  for await (const frame of readArchive(path)) frames.push(frame)
  return frames
}

const rows = (bytes: number): Frame => ({ kind: 'rows', body: Buffer.alloc(bytes, `${bytes},`) })
const header = jsonFrame('header', { version: 1 })
const headBytes = 5

describe('an archive', () => {
  const around = [-1, 0, 1].map(more => chunkBytes - headBytes + more)
  const cases: [what: string, frames: Frame[]][] = [
    ['nothing', []],
    ['a header', [header]],
    [
      'one of each kind',
      [
        header,
        ...(['table', 'rows', 'checksum', 'sequences'] as const).map(kind =>
          jsonFrame(kind, { kind }),
        ),
      ],
    ],
    ['a frame without a body', [rows(0), rows(3)]],
    ['frames that end where a chunk does, or beside it', around.map(rows)],
    ['frames over several chunks', [rows(3), rows(2.5 * chunkBytes), rows(chunkBytes), rows(7)]],
    ['many small frames', Array.from({ length: 600 }, (_, at) => rows(3 * at))],
  ]
  for (const [what, frames] of cases)
    it(`gives back what was written: ${what}`, async () => {
      const found = await read(await written(frames))
      assert.deepEqual(
        found.map(({ kind, body }) => `${kind} ${body.length}`),
        frames.map(({ kind, body }) => `${kind} ${body.length}`),
      )
      assert.ok(found.every(({ body }, at) => body.equals(frames[at]?.body ?? Buffer.alloc(0))))
    })

  it('is for its owner only, and takes the place of no file', async () => {
    const path = await written([header])
    assert.equal(statSync(path).mode & 0o777, 0o600)
    await assert.rejects(writeTo(path, [rows(9)]), { code: 'EEXIST' })
    assert.deepEqual(await read(path), [header])
  })
})

describe('an archive that is not as it was written', async () => {
  const frames = [header, rows(3), rows(900)]
  const good = zstdDecompressSync(readFileSync(await written(frames)))
  const headed = (kind: string, length: number, body = '') => {
    const head = Buffer.alloc(headBytes)
    head.write(kind)
    head.writeUInt32BE(length, 1)
    return Buffer.concat([head, Buffer.from(body)])
  }
  const changed = (at: number) => good.map((byte, other) => (other === at ? byte ^ 1 : byte))
  const cut = (bytes: number) => good.subarray(0, bytes)
  const firstEnd = headBytes + header.body.length
  const lastStart = firstEnd + 2 * headBytes + 903
  const mebibyte = 1024 * 1024

  const cases: [what: string, path: string, says: RegExp][] = [
    ['a byte of a body', packed(Buffer.from(changed(firstEnd - 2))), /not what was written\.$/],
    ['a frame is missing', packed(good.subarray(firstEnd)), /not what was written\.$/],
    ['a frame that nobody knows', packed(headed('q', 0)), /not made of our frames\.$/],
    ['a frame that is too long', packed(headed('d', 64 * mebibyte + 1)), /not made of our frames/],
    ['a frame that could be so long', packed(headed('d', 64 * mebibyte)), /in the middle\.$/],
    ['cut in a head', packed(cut(firstEnd + 4)), /in the middle\.$/],
    ['cut behind a head', packed(cut(firstEnd + headBytes)), /in the middle\.$/],
    ['cut in a body', packed(cut(good.length - 1)), /in the middle\.$/],
    ['cut between frames', packed(cut(firstEnd)), /is damaged: its end is missing\.$/],
    ['cut before the end', packed(cut(lastStart)), /is damaged: its end is missing\.$/],
    ['nothing', packed(Buffer.alloc(0)), /is damaged: its end is missing\.$/],
    ['more behind its end', packed(Buffer.concat([good, headed('d', 0)])), /behind its end\.$/],
    ['two ends', packed(Buffer.concat([good, good.subarray(lastStart)])), /behind its end\.$/],
    ['no file', newPath(), /^There is no file /],
    ['a folder', folder, /cannot be read \(EISDIR\)\.$/],
  ]
  for (const [what, path, says] of cases)
    it(`is refused with the reason: ${what}`, async () => {
      await assert.rejects(read(path), error => {
        assert.ok(error instanceof BackupError)
        assert.match(error.message, says)
        assert.ok(error.message.includes(path))
        return true
      })
    })

  it('is refused where it was never compressed', async () => {
    const path = newPath()
    writeFileSync(path, good)
    await assert.rejects(read(path), /is damaged or not a Siteray back-up: /)
  })

  it('gives what stands before the fault', async () => {
    const found: string[] = []
    const reading = async () => {
      for await (const { kind } of readArchive(packed(Buffer.from(changed(firstEnd - 2)))))
        found.push(kind)
    }
    await assert.rejects(reading())
    assert.deepEqual(found, ['header', 'rows', 'rows'])
  })
})
