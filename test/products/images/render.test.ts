import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { ImageSource } from '../../../src/page/pixels/decode.ts'
import { sanitizeSvg } from '../../../src/page/pixels/svg/sanitize.ts'
import { contentTypes, formats } from '../../../src/products/images/formats.ts'
import { boxSvg, frameSvg } from '../../../src/products/images/frame-svg.ts'
import { renderIcon, renderLogo, renderOg } from '../../../src/products/images/render.ts'
import { readRequest, splitTarget } from '../../../src/products/images/request.ts'
import { maxSizePx } from '../../../src/products/images/sizes.ts'

const raster = async (width: number, height: number): Promise<ImageSource> => {
  const background = { r: 0, g: 90, b: 200, alpha: 1 }
  const bytes = await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()
  return { kind: 'raster', bytes, width, height }
}

const vector = (width = 40, height = 20): ImageSource => {
  const clean = sanitizeSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path fill="#005ac8" d="M0 0h${width}v${height}H0z"/></svg>`,
  )
  assert.ok(clean.ok)
  return { kind: 'svg', svg: clean.svg }
}

const pixel = async (bytes: Buffer, x: number, y: number): Promise<number[]> => {
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * 4
  return [...data.subarray(at, at + 4)]
}

test('an icon has exactly the size asked for, in every format', async () => {
  const source = await raster(64, 64)
  for (const format of formats)
    for (const sizePx of [1, 16, 64, 257, 2048]) {
      const { bytes, contentType } = await renderIcon(source, { sizePx, format })
      const meta = await sharp(bytes).metadata()
      assert.deepEqual([meta.width, meta.height], [sizePx, sizePx])
      // AVIF is in the box of HEIF.
      assert.equal(format, { heif: 'avif', jpeg: 'jpg' }[meta.format as string] ?? meta.format)
      assert.equal(contentType, contentTypes[format])
    }
})

test('a wide picture is padded with transparency, never cropped or stretched', async () => {
  const { bytes } = await renderIcon(await raster(200, 100), { sizePx: 100, format: 'png' })
  assert.deepEqual(await pixel(bytes, 50, 10), [0, 0, 0, 0])
  assert.deepEqual(await pixel(bytes, 0, 50), [0, 90, 200, 255])
  assert.deepEqual(await pixel(bytes, 99, 50), [0, 90, 200, 255])
  assert.deepEqual(await pixel(bytes, 50, 90), [0, 0, 0, 0])
})

test('a drawing that does not fit is padded with transparency, never cropped or stretched', async () => {
  const { bytes } = await renderOg(vector(10, 80), { sizePx: 100, format: 'png' })
  const { width, height } = await sharp(bytes).metadata()
  assert.deepEqual([width, height], [100, 400])
  assert.deepEqual(await pixel(bytes, 10, 200), [0, 0, 0, 0])
  assert.deepEqual(await pixel(bytes, 50, 0), [0, 90, 200, 255])
  assert.deepEqual(await pixel(bytes, 50, 399), [0, 90, 200, 255])
  assert.deepEqual(await pixel(bytes, 90, 200), [0, 0, 0, 0])
})

test('a logo asked for at the limit, or beyond it, fills a box of that size', async () => {
  for (const px of [maxSizePx - 1, maxSizePx, maxSizePx + 1]) {
    const { box, ...wanted } = readRequest(splitTarget(`/logo/a.example?width=${px}&height=${px}`))
    assert.ok(box)
    const side = Math.min(px, maxSizePx)
    for (const source of [await raster(64, 64), vector(40, 40)]) {
      const { bytes } = await renderLogo(source, { ...wanted, box, density: 1 })
      const { width, height } = await sharp(bytes).metadata()
      assert.deepEqual([width, height], [side, side])
      for (const at of [0, side - 1])
        assert.deepEqual(await pixel(bytes, at, at), [0, 90, 200, 255])
    }
    const drawn = boxSvg((vector(40, 40) as { svg: string }).svg, { box })
    assert.match(String(drawn.bytes), new RegExp(`width="${side}" height="${side}"`))
  }
})

test('a jpg stands on white', async () => {
  const { bytes } = await renderIcon(await raster(200, 100), { sizePx: 100, format: 'jpg' })
  const [r, g, b] = await pixel(bytes, 50, 5)
  assert.ok(r === 255 && g === 255 && b === 255, `${r} ${g} ${b}`)
})

test('a drawing stays one, in a square that shows at the size asked for', async () => {
  const { svg } = vector(40, 20) as { svg: string }
  const { bytes, contentType } = frameSvg(svg, { sizePx: 120 })
  assert.equal(contentType, 'image/svg+xml')
  const clean = sanitizeSvg(bytes)
  assert.ok(clean.ok)
  assert.deepEqual([clean.width, clean.height], [120, 120])
  assert.deepEqual(await pixel(bytes, 60, 20), [0, 0, 0, 0])
  assert.deepEqual(await pixel(bytes, 2, 60), [0, 90, 200, 255])
  assert.deepEqual(await pixel(bytes, 60, 100), [0, 0, 0, 0])
})

test('what lies beyond the edges of an oblong drawing stays out of view', async () => {
  const clean = sanitizeSvg(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path fill="#005ac8" d="M0-40h40v120H0z"/></svg>',
  )
  assert.ok(clean.ok)
  const { bytes } = frameSvg(clean.svg, { sizePx: 120 })
  assert.deepEqual(await pixel(bytes, 60, 10), [0, 0, 0, 0])
})

test('grey has no color, in pixels and in drawings', async () => {
  const source = vector(20, 20)
  const wanted = { sizePx: 32, greyscale: true }
  const drawn = frameSvg((source as { svg: string }).svg, wanted)
  const pixels = await renderIcon(source, { ...wanted, format: 'png' })
  for (const { bytes } of [drawn, pixels]) {
    const [r = 0, g = 0, b = 0, alpha] = await pixel(bytes, 16, 16)
    assert.ok(Math.abs(r - g) <= 2 && Math.abs(g - b) <= 2 && r > 40 && r < 200, `${r} ${g} ${b}`)
    assert.equal(alpha, 255)
  }
})

test('an Open Graph image is exactly as wide as asked and keeps its proportions', async () => {
  for (const source of [await raster(400, 210), vector()]) {
    const { bytes } = await renderOg(source, { sizePx: 600, format: 'jpg' })
    const { width, height } = await sharp(bytes).metadata()
    assert.deepEqual([width, height], [600, source.kind === 'svg' ? 300 : 315])
  }
})

test('an endless strip is padded instead of becoming a gigapixel', async () => {
  const { bytes } = await renderOg(await raster(2, 4000), { sizePx: 100, format: 'png' })
  const { width, height } = await sharp(bytes).metadata()
  assert.deepEqual([width, height], [100, 400])
})

test('orientation is honoured, metadata dropped, colors converted to sRGB', async () => {
  const upright = await sharp({
    create: { width: 40, height: 20, channels: 3, background: '#f00' },
  })
    .composite([
      {
        input: { create: { width: 20, height: 20, channels: 3, background: '#00f' } },
        left: 20,
        top: 0,
      },
    ])
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const source: ImageSource = { kind: 'raster', bytes: upright, width: 20, height: 40 }
  const { bytes } = await renderIcon(source, { sizePx: 40, format: 'png' })
  const meta = await sharp(bytes).metadata()
  assert.deepEqual(
    [meta.icc, meta.exif, meta.orientation, meta.space],
    [undefined, undefined, undefined, 'srgb'],
  )
  const [top, bottom] = [await pixel(bytes, 20, 5), await pixel(bytes, 20, 35)]
  assert.ok((top[0] ?? 0) > 200 && (bottom[2] ?? 0) > 200, `${top} ${bottom}`)
  assert.deepEqual(await pixel(bytes, 2, 20), [0, 0, 0, 0])
})
