import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import sharp from 'sharp'
import { contrast } from '../../../src/page/css/color.ts'
import type { Theme } from '../../../src/page/css/media.ts'
import { decodeImage } from '../../../src/page/pixels/decode.ts'
import type { Fit } from '../../../src/page/pixels/fit.ts'
import { draw } from '../../../src/products/images/draw.ts'

const drawing = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">${body}</svg>`

const letter = 'M22 18h22v7H30v4h12v7H30v5h14v7H22z'
const square = 'M4 4h56v56H4z'
const disc = 'M32 3a29 29 0 1 0 .01 0z'
const path = (d: string, fill: string) => `<path fill-rule="evenodd" fill="${fill}" d="${d}"/>`

/** An icon, and what makes it visible on a light and on a dark surface. */
const icons: [name: string, body: string, light: Fit, dark: Fit][] = [
  ['a black letter', path(letter, '#000'), 'plain', 'tint'],
  ['a white letter', path(letter, '#fff'), 'tint', 'plain'],
  ['a navy letter', path(letter, '#10204f'), 'plain', 'tint'],
  ['an orange letter', path(letter, '#ff9900'), 'plain', 'plain'],
  ['a black square with a hole', path(square + letter, '#000'), 'plain', 'ground'],
  ['a white disc with a hole', path(disc + letter, '#fff'), 'ground', 'plain'],
  [
    'a black ring',
    '<circle cx="32" cy="32" r="24" fill="none" stroke="#111" stroke-width="9"/>',
    'plain',
    'tint',
  ],
  [
    'a black letter with a red dot',
    `${path(letter, '#000')}<circle cx="52" cy="46" r="5" fill="#e11"/>`,
    'plain',
    'plate',
  ],
  [
    'two dark bars',
    '<path d="M6 6h24v52H6z"/><path fill="#333" d="M34 20h24v38H34z"/>',
    'plain',
    'plate',
  ],
  [
    'a white letter on a black tile',
    `<rect width="64" height="64"/>${path(letter, '#fff')}`,
    'plain',
    'plain',
  ],
  [
    'a white shape with a black outline',
    '<path d="M14 56V26a18 18 0 0 1 36 0v30z" fill="#fff" stroke="#000" stroke-width="5"/>',
    'plain',
    'plain',
  ],
]

const themes = ['light', 'dark'] as const satisfies readonly Theme[]
const surfaces = { light: 255, dark: 0x12 }

/** The same picture as a drawing and as pixels. */
const filesOf = async (body: string): Promise<[kind: string, bytes: Buffer][]> => {
  const svg = Buffer.from(drawing(body))
  const pixels = sharp(svg, { density: 144 })
  return [
    ['svg', svg],
    ['png', await pixels.png().toBuffer()],
    ['webp', await pixels.webp({ lossless: true }).toBuffer()],
  ]
}

const drawn = async (bytes: Buffer, theme: Theme) => {
  const plain = { density: 1, format: 'png', raster: true, greyscale: false } as const
  const wanted = { kind: 'icon', bytes, maskColor: null, theme, sizePx: 64, ...plain } as const
  const image = await draw(wanted)
  return sharp(image.bytes).ensureAlpha().raw().toBuffer()
}

const grey = (value: number) => {
  const channel = value / 255
  return { red: channel, green: channel, blue: channel, alpha: 1 }
}

const colorAt = (rgba: Buffer, x: number, y: number) => {
  const at = (y * 64 + x) * 4
  return { hex: rgba.toString('hex', at, at + 3), alpha: rgba[at + 3] ?? 0 }
}

describe('an icon can be seen on the surface it is asked for', () => {
  for (const [name, body, light, dark] of icons)
    it(`${name}, as a drawing and as pixels alike`, async () => {
      for (const [kind, bytes] of await filesOf(body)) {
        const decoded = await decodeImage(bytes)
        assert.ok(decoded.ok)
        assert.deepEqual(decoded.facts.fit, { light, dark }, kind)
        for (const theme of themes) {
          const rgba = await drawn(bytes, theme)
          let seen = 0
          for (let at = 0; at < rgba.length; at += 4) {
            if ((rgba[at + 3] ?? 0) < 128) continue
            const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3)
            const color = { red: red / 255, green: green / 255, blue: blue / 255, alpha: 1 }
            if (contrast(color, grey(surfaces[theme])) >= 2) seen++
          }
          assert.ok(seen > 150, `${kind} on ${theme}: ${seen} pixels are seen`)
        }
      }
    })
})

test('a black mark is white on dark, at its full size and without a tile', async () => {
  for (const [kind, bytes] of await filesOf(path(letter, '#000'))) {
    const rgba = await drawn(bytes, 'dark')
    assert.deepEqual(colorAt(rgba, 25, 33), { hex: 'ffffff', alpha: 255 }, kind)
    assert.equal(colorAt(rgba, 4, 4).alpha, 0, kind)
  }
})

test('letters that are holes keep their tile and get their ground', async () => {
  for (const [kind, bytes] of await filesOf(path(square + letter, '#000'))) {
    const rgba = await drawn(bytes, 'dark')
    assert.deepEqual(colorAt(rgba, 25, 33), { hex: 'ffffff', alpha: 255 }, kind)
    assert.deepEqual(colorAt(rgba, 8, 8), { hex: '000000', alpha: 255 }, kind)
    assert.deepEqual(colorAt(rgba, 25, 33 - 20), { hex: '000000', alpha: 255 }, kind)
  }
})

test('a drawing stays one where it gets a ground or a plate, and what is ours is left alone', async () => {
  const asked = { kind: 'icon', maskColor: null, theme: 'dark', sizePx: 64, density: 1 } as const
  const more = { format: 'png', raster: false, greyscale: false } as const
  for (const body of [path(square + letter, '#000'), `${icons[8]?.[1]}`]) {
    const bytes = Buffer.from(drawing(body))
    const image = await draw({ ...asked, ...more, bytes })
    assert.equal(image.contentType, 'image/svg+xml')
    assert.match(Buffer.from(image.bytes).toString(), /#ffffff/)
    const ours = await draw({ ...asked, ...more, bytes, isFit: true })
    assert.doesNotMatch(Buffer.from(ours.bytes).toString(), /#ffffff/)
  }
})

test('the largest icons are made visible within bounds', async () => {
  const size = 3_000
  const huge = await sharp(Buffer.from(drawing(`${icons[8]?.[1]}`)), { density: 72 })
    .resize(size, size)
    .png()
    .toBuffer()
  assert.equal((await drawn(huge, 'dark')).length, 64 * 64 * 4)
})
