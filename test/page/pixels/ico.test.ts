import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { decodeImage } from '../../../src/page/pixels/decode.ts'
import { decodeBmp } from '../../../src/page/pixels/raster/dib.ts'
import { decodeIcoBitmap, rankIcoEntries, readIco } from '../../../src/page/pixels/raster/ico.ts'
import { ImageRefused } from '../../../src/page/pixels/raster/refused.ts'
import { type BitmapOptions, type Painter, writeBmp, writeDib, writeIco } from './ico-writer.ts'

/** Red and white quarters with a transparent corner; exact in every depth, five bits too. */
const paint: Painter = (x, y) =>
  x < 2 && y < 2 ? [0, 0, 0, 0] : x < 4 === y < 4 ? [255, 0, 0, 255] : [255, 255, 255, 255]

const png = (size: number, background = '#00f') =>
  sharp({ create: { width: size, height: size, channels: 4, background } })
    .png()
    .toBuffer()

const expected = (size: number, hasMask: boolean): number[] => {
  const pixels: number[] = []
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const [r, g, b, a] = paint(x, y)
      pixels.push(r, g, b, hasMask ? a : 255)
    }
  return pixels
}

const variants: Record<string, BitmapOptions> = {
  '4 bits': { bits: 4 },
  '8 bits': { bits: 8 },
  '16 bits': { bits: 16 },
  '16 bits with bit fields': { bits: 16, fields: true },
  '24 bits': { bits: 24 },
  '32 bits': { bits: 32 },
  '32 bits with bit fields': { bits: 32, fields: true },
  '32 bits with every alpha zero': { bits: 32, zeroAlpha: true },
  '24 bits, rows from the top': { bits: 24, topDown: true },
}
for (const [name, options] of Object.entries(variants))
  test(`an icon of ${name} is read exactly`, () => {
    const file = writeIco([{ bytes: writeDib(9, paint, options), size: 9 }])
    const [entry] = readIco(file)
    assert.ok(entry)
    const { rgba } = decodeIcoBitmap(entry)
    // Transparent pixels have no color worth comparing.
    assert.deepEqual(visible(rgba), visible(expected(9, true)))
  })

const visible = (rgba: Iterable<number>): number[] => {
  const all = [...rgba]
  return all.map((value, index) => (all[(index | 3) as number] === 0 && index % 4 < 3 ? 0 : value))
}

test('a two-color icon with its mask is read exactly', () => {
  const ink: Painter = (x, y) => (x === y ? [0, 0, 0, 255] : [255, 255, 255, x > y ? 255 : 0])
  const [entry] = readIco(writeIco([{ bytes: writeDib(33, ink, { bits: 1 }), size: 33 }]))
  assert.ok(entry)
  const { rgba } = decodeIcoBitmap(entry)
  assert.deepEqual([...rgba.subarray(0, 8)], [0, 0, 0, 255, 255, 255, 255, 255])
  assert.equal(rgba[33 * 4 + 3], 0)
})

test('missing and cut masks leave the icon opaque there', () => {
  for (const mask of ['none', 'cut'] as const) {
    const [entry] = readIco(writeIco([{ bytes: writeDib(8, paint, { bits: 24, mask }), size: 8 }]))
    assert.ok(entry)
    assert.equal(decodeIcoBitmap(entry).rgba.length, 8 * 8 * 4)
  }
})

test('a bitmap file is read, rows in either order', () => {
  for (const topDown of [false, true]) {
    const dib = writeDib(8, paint, { bits: 24, isIcon: false, topDown })
    assert.deepEqual([...decodeBmp(writeBmp(dib, 0)).rgba], expected(8, false))
  }
})

test('the picture for a size is the smallest that need not be enlarged, else the largest', async () => {
  const sizes = [16, 48, 256, 32]
  const file = writeIco(
    await Promise.all(sizes.map(async size => ({ bytes: await png(size), size }))),
  )
  const best = (wanted: number) => rankIcoEntries(readIco(file), wanted)[0]?.width
  assert.deepEqual([1, 16, 33, 128, 512].map(best), [16, 16, 48, 256, 256])
})

test('a picture of a file is a PNG or begins with the header of a bitmap of a size that icons have', () => {
  type Header = { size?: number; width?: number; height?: number; length?: number }
  const listed = ({ size = 40, width = 16, height = 32, length = 40 }: Header) => {
    const bytes = Buffer.alloc(length)
    bytes.writeUInt32LE(size, 0)
    if (size === 12) {
      bytes.writeUInt16LE(width, 4)
      bytes.writeInt16LE(height, 6)
      bytes.writeUInt16LE(24, 10)
    } else {
      bytes.writeInt32LE(width, 4)
      bytes.writeInt32LE(height, 8)
      bytes.writeUInt16LE(24, 14)
    }
    const [one] = readIco(writeIco([{ bytes, size: 16 }]))
    return one && [one.width, one.height, one.bits]
  }
  const cases: [header: Header, listed: number[] | undefined][] = [
    [{}, [16, 16, 24]],
    [{ length: 39 }, undefined],
    [{ size: 12 }, [16, 16, 24]],
    [{ size: 11 }, undefined],
    [{ size: 39 }, undefined],
    [{ size: 1024 }, [16, 16, 24]],
    [{ size: 1025 }, undefined],
    [{ height: -32 }, [16, 16, 24]],
    [{ size: 12, height: -32 }, [16, 16, 24]],
    [{ height: 20 }, [16, 10, 24]],
    [{ width: 1, height: 2 }, [1, 1, 24]],
    [{ width: 0 }, undefined],
    [{ height: 0 }, undefined],
    [{ width: 2048, height: 4096 }, [2048, 2048, 24]],
    [{ width: 2049 }, undefined],
    [{ height: 4098 }, undefined],
  ]
  for (const [header, expected] of cases)
    assert.deepEqual(listed(header), expected, JSON.stringify(header))
})

test('the payload is believed, not the directory', async () => {
  const bytes = await png(64)
  const file = writeIco([
    { bytes, size: 16, length: 7 },
    { bytes: writeDib(8, paint, { bits: 32 }), size: 255 },
  ])
  const decoded = await decodeImage(file)
  assert.ok(decoded.ok)
  assert.equal(decoded.facts.width, 64)
})

test('one broken picture only means the next one', async () => {
  const whole = await png(64)
  const file = writeIco([
    { bytes: whole.subarray(0, 50), size: 64 },
    { bytes: writeDib(32, paint, { bits: 32 }), size: 32 },
    { bytes: Buffer.from('nonsense'), size: 16 },
    { bytes: Buffer.alloc(0), size: 16, offset: 0xffffff },
  ])
  const decoded = await decodeImage(file)
  assert.ok(decoded.ok)
  assert.equal(decoded.facts.width, 32)
  assert.equal(decoded.kind, 'ico')
})

test('a cursor file is an icon file', async () => {
  const decoded = await decodeImage(writeIco([{ bytes: await png(16), size: 16 }], 2))
  assert.ok(decoded.ok)
})

test('a directory that claims far more than there is costs nothing', async () => {
  const file = writeIco([{ bytes: await png(16), size: 16 }], 1, 65_535)
  assert.ok((await decodeImage(file)).ok)
  const huge = Buffer.alloc(100)
  huge.writeUInt32LE(40, 0)
  huge.writeInt32LE(469_762_080, 4)
  huge.writeInt32LE(64, 8)
  const refused = await decodeImage(writeIco([{ bytes: huge, size: 16 }]))
  assert.ok(!refused.ok)
})

test('no damage to an icon file does more than refuse it', async () => {
  const original = writeIco([
    { bytes: writeDib(16, paint, { bits: 8 }), size: 16 },
    { bytes: writeDib(16, paint, { bits: 32, fields: true }), size: 16 },
    { bytes: await png(16), size: 16 },
  ])
  const random = seeded(7)
  const before = process.cpuUsage()
  for (let round = 0; round < 4000; round++) {
    const file = Buffer.from(
      original.subarray(0, round % 3 ? original.length : random() % original.length),
    )
    for (let i = 0; i < 1 + (round % 6); i++)
      file[random() % Math.max(1, file.length)] = random() & 0xff
    try {
      for (const entry of readIco(file)) if (entry.kind === 'bitmap') readBitmap(entry)
    } catch (error) {
      assert.ok(error instanceof ImageRefused, String(error))
    }
  }
  const { user } = process.cpuUsage(before)
  assert.ok(user / 1000 < 8000, `${user / 1000} ms`)
})

const readBitmap = (entry: ReturnType<typeof readIco>[number]) => {
  try {
    decodeIcoBitmap(entry)
  } catch (error) {
    assert.ok(error instanceof ImageRefused, String(error))
  }
}

/** Always the same numbers, so a failure can be repeated. */
const seeded = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}
