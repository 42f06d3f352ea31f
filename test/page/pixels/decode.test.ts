import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import {
  type DecodedImage,
  type DecodeOptions,
  decodeImage,
} from '../../../src/page/pixels/decode.ts'
import { sniffImage } from '../../../src/page/pixels/raster/sniff.ts'
import { writeBmp, writeDib, writeIco } from './ico-writer.ts'

type Color = { r: number; g: number; b: number; alpha: number }
const red: Color = { r: 255, g: 0, b: 0, alpha: 1 }
const clear: Color = { r: 0, g: 0, b: 0, alpha: 0 }

const canvas = (width: number, height: number, background: Color = red) =>
  sharp({ create: { width, height, channels: 4, background } })

const svgImage = (body: string, size = 64) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64">${body}</svg>`,
  )

const decoded = async (bytes: Uint8Array, options: DecodeOptions = {}): Promise<DecodedImage> => {
  const result = await decodeImage(bytes, options)
  assert.ok(result.ok, result.ok ? '' : `${result.reason}: ${result.detail}`)
  return result
}
const refusal = async (bytes: Uint8Array, options: DecodeOptions = {}) => {
  const result = await decodeImage(bytes, options)
  return result.ok ? 'accepted' : result.reason
}

test('the kind comes from the bytes', async () => {
  const image = canvas(4, 4)
  const dib = writeDib(4, () => [1, 2, 3, 255], { bits: 24, isIcon: false })
  const samples: [Uint8Array, string | undefined][] = [
    [await image.clone().png().toBuffer(), 'png'],
    [await image.clone().jpeg().toBuffer(), 'jpeg'],
    [await image.clone().gif().toBuffer(), 'gif'],
    [await image.clone().webp().toBuffer(), 'webp'],
    [await image.clone().avif().toBuffer(), 'avif'],
    [await image.clone().tiff().toBuffer(), 'tiff'],
    [writeBmp(dib, 0), 'bmp'],
    [writeIco([{ bytes: dib, size: 4 }]), 'ico'],
    [svgImage(''), 'svg'],
    [Buffer.from('\ufeff<?xml version="1.0"?><!-- made by hand --><svg />'), 'svg'],
    [Buffer.from('<x:svg xmlns:x="http://www.w3.org/2000/svg"/>', 'utf16le'), 'svg'],
    [Buffer.from('<!DOCTYPE html><html><svg></svg></html>'), 'html'],
    [Buffer.from('BMW is a company, not a bitmap'), undefined],
    [Buffer.from(''), undefined],
  ]
  for (const [bytes, kind] of samples) assert.equal(sniffImage(bytes), kind)
})

test('every raster format of the web gives a source, its true size and its facts', async () => {
  const image = canvas(40, 20)
  for (const kind of ['png', 'jpeg', 'gif', 'webp', 'avif'] as const) {
    const { source, facts } = await decoded(await image.clone()[kind]().toBuffer())
    assert.equal(source.kind, 'raster')
    assert.deepEqual([facts.width, facts.height, facts.squareness], [40, 20, 0.5])
    assert.ok(facts.isFlat, kind)
  }
})

test('an image that is lying on its side is measured upright', async () => {
  const bytes = await canvas(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const { facts } = await decoded(bytes)
  assert.deepEqual([facts.width, facts.height], [20, 40])
})

test('the first frame with something to see stands for an animation', async () => {
  const frames = [canvas(8, 8, clear), canvas(8, 8, clear), canvas(8, 8)]
  const pages = await Promise.all(frames.map(frame => frame.png().toBuffer()))
  for (const kind of ['gif', 'webp'] as const) {
    const bytes = await sharp(pages, { join: { animated: true } })
      [kind]()
      .toBuffer()
    const { source, facts } = await decoded(bytes)
    assert.ok(!facts.isBlank)
    assert.ok(source.kind === 'raster')
    assert.equal((await sharp(source.bytes).metadata()).format, 'png')
  }
})

test('facts tell blank, flat, one-color and tiled images apart', async () => {
  const blank = await decoded(await canvas(16, 16, clear).png().toBuffer())
  assert.ok(blank.facts.isBlank)
  assert.equal(blank.facts.markColor, undefined)

  const mark = await decoded(svgImage('<circle cx="32" cy="32" r="16" fill="#1a1a1a"/>'))
  assert.equal(mark.facts.markColor, '#1a1a1a')
  assert.ok(!mark.facts.isFlat)
  assert.ok(mark.facts.contrast.light > 15)
  assert.ok(mark.facts.contrast.dark < 1.2)
  assert.ok(Math.abs(mark.facts.content.width - 0.5) < 0.03)
  assert.ok(Math.abs(mark.facts.coverage - Math.PI / 16) < 0.02)

  const tile = await decoded(
    svgImage('<path fill="#fff" d="M0 0h64v64H0z"/><circle cx="32" cy="32" r="20" fill="#06f"/>'),
  )
  assert.equal(tile.facts.markColor, undefined)
  assert.deepEqual(
    tile.facts.colors.slice(0, 2).map(({ hex }) => hex),
    ['#ffffff', '#0066ff'],
  )
  assert.ok(tile.facts.contrast.light > 4)
  assert.ok(tile.facts.contrast.dark > 15)
})

test('an SVG is measured for the theme asked for', async () => {
  const svg = svgImage(
    '<style>path{fill:#000}@media (prefers-color-scheme:dark){path{fill:#fff}}</style><path d="M8 8h48v48H8z"/>',
  )
  const light = await decoded(svg, { theme: 'light' })
  const dark = await decoded(svg, { theme: 'dark' })
  assert.deepEqual([light.facts.markColor, dark.facts.markColor], ['#000000', '#ffffff'])
  assert.ok(light.hasDarkRules && light.facts.isVector)
})

test('a file that is no usable image is refused with its reason', async () => {
  const png = await canvas(64, 64).png().toBuffer()
  assert.equal(await refusal(Buffer.from('<html></html>')), 'unsupported_format')
  assert.equal(await refusal(Buffer.from('hello')), 'unknown_format')
  assert.equal(await refusal(png.subarray(0, 60)), 'broken')
  assert.equal(await refusal(png, { limits: { bytes: 50 } }), 'too_many_bytes')
  assert.equal(await refusal(png, { limits: { pixels: 4000 } }), 'too_many_pixels')
  assert.equal(
    await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')),
    'svg_malformed',
  )
  assert.equal(await refusal(await canvas(4, 4).tiff().toBuffer()), 'unsupported_format')
})

test('a refused file is told what it is', async () => {
  const told = async (text: string) => {
    const image = await decodeImage(Buffer.from(text))
    return image.ok ? 'an image' : image.detail
  }
  assert.equal(await told('<html></html>'), 'Siteray does not read html as an image.')
  assert.equal(await told('hello'), 'These bytes are not an image.')
})

test('a small file that unpacks to a gigapixel is refused at once', async () => {
  const bomb = Buffer.from(await canvas(1, 1).png().toBuffer())
  bomb.writeUInt32BE(30_000, 16)
  bomb.writeUInt32BE(30_000, 20)
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
  const before = process.cpuUsage()
  assert.equal(await refusal(bomb), 'too_many_pixels')
  const { user, system } = process.cpuUsage(before)
  assert.ok((user + system) / 1000 < 1000)
})

test('a picture that must be held whole with 16 bits a channel may be half as large', async () => {
  const sized = async (side: number, depth: 8 | 16) => {
    const small = canvas(1, 1).toColorspace(depth === 16 ? 'rgb16' : 'srgb')
    const png = Buffer.from(await small.png({ progressive: true }).toBuffer())
    png.writeUInt32BE(side, 16)
    png.writeUInt32BE(side, 20)
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
    return png
  }
  assert.equal(await refusal(await sized(3_000, 16)), 'too_many_pixels')
  assert.equal(await refusal(await sized(3_000, 8)), 'broken')
})

test('no damage to a picture does more than refuse it', async () => {
  const image = sharp(svgImage('<circle cx="32" cy="32" r="30" fill="red"/>'))
  const originals = await Promise.all([
    image.clone().png().toBuffer(),
    image.clone().jpeg({ progressive: true }).toBuffer(),
    image.clone().gif().toBuffer(),
    image.clone().webp().toBuffer(),
  ])
  let state = 11
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
  for (let round = 0; round < 120; round++) {
    const original = originals[round % originals.length] ?? assert.fail()
    const file = Buffer.from(original)
    for (let i = 0; i < 1 + (round % 8); i++) file[random() % file.length] = random() & 0xff
    await decodeImage(file)
  }
})
