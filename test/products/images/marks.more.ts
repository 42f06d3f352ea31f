import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isLegible } from '../../../scripts/marks/look.ts'
import { drawSheet } from '../../../scripts/marks/sheet.ts'
import { type Color, contrast, hexOf, readColor } from '../../../src/page/css/color.ts'
import type { Theme } from '../../../src/page/css/media.ts'
import { sanitizeSvg } from '../../../src/page/pixels/svg/sanitize.ts'
import { isGrey, surfaces } from '../../../src/page/pixels/tint.ts'
import type { Mark } from '../../../src/products/images/marks/catalogue.ts'
import stored from '../../../src/products/images/marks/marks.generated.json' with { type: 'json' }
import { findMark, markSvg } from '../../../src/products/images/marks/marks.ts'

const themes: Theme[] = ['light', 'dark']
const domains = stored.flatMap(mark => mark.domains)
const marks = [...new Set(domains.map(findMark))].filter(mark => mark !== undefined)
const drawn = marks.flatMap(mark =>
  themes.map(theme => ({ mark, theme, svg: markSvg(mark, theme) })),
)

const colorOf = (text: string): Color => {
  const color = readColor(text)
  assert.ok(color, text)
  return color
}

describe('a drawing', () => {
  it('stands in the middle of its square with room around it, and can be made out there', async () => {
    const wrong: string[] = []
    for (const theme of themes) {
      const cells = await pixelsOf(drawn.filter(each => each.theme === theme))
      for (const { mark, pixels } of cells) {
        if (touchesEdge(pixels)) wrong.push(`${mark.title} (${theme}) touches the edge`)
        const offPx = offCentre(pixels)
        if (offPx > 2) wrong.push(`${mark.title} (${theme}) is ${offPx} px off the middle`)
        // One color is held to its contrast below; a tile of it may be as dark as the surface.
        if (mark[theme].mono) {
          if (seenShare(pixels, theme) < 0.005) wrong.push(`${mark.title} (${theme}) is blank`)
          continue
        }
        const look = { sizePx, pixels, ink: { left: 0, top: 0, right: 63, bottom: 63, share: 1 } }
        if (!isLegible(look, theme)) wrong.push(`${mark.title} (${theme}) is not seen`)
      }
    }
    assert.deepEqual(wrong, [])
  })

  it('keeps its name on dark: black letters below a colored symbol are not lost', async () => {
    const mark = findMark('mastercard.com')
    assert.ok(mark)
    const [cell] = await pixelsOf([{ mark, theme: 'dark', svg: markSvg(mark, 'dark') }])
    assert.ok(cell)
    const look = { sizePx, pixels: cell.pixels, ink: { ...inkBox(cell.pixels), share: 0.5 } }
    assert.ok(mark.dark.plate || mark.dark.mono || isLegible(look, 'dark'))
  })

  it('passes the sanitiser unchanged', () => {
    const changed = drawn.filter(({ svg }, index) => {
      if (index % 12 >= 2) return false
      const clean = sanitizeSvg(svg)
      return !clean.ok || clean.svg !== svg
    })
    assert.deepEqual(
      changed.map(({ mark, theme }) => `${mark.title} ${theme}`),
      [],
    )
  })

  it('in one color is the brand’s color, or black or white on a tile of it: 3:1 either way', () => {
    const mono = drawn.filter(({ mark, theme }) => mark[theme].mono)
    assert.ok(mono.length > 4_000)
    const wrong = mono.filter(({ mark, theme, svg }) => {
      const paints = new Set([...svg.matchAll(/(?:fill|stroke)="(#[^"]+)"/g)].map(([, hex]) => hex))
      const [brand, surface] = [colorOf(mark.color), colorOf(surfaces[theme])]
      if (!paints.delete(hexOf(brand))) {
        // Black, grey and white name no brand: they are exchanged for each other, without a tile.
        const [only = '', more] = paints
        return !isGrey(brand) || more !== undefined || contrast(colorOf(only), surface) < 3
      }
      const [ink = ''] = paints
      if (ink === '') return contrast(brand, surface) < 3
      return (
        paints.size > 1 || !/^#(?:000000|ffffff)$/.test(ink) || contrast(brand, colorOf(ink)) < 3
      )
    })
    assert.deepEqual(
      wrong.map(({ mark, theme }) => `${mark.title} ${theme}`),
      [],
    )
  })
})

const sizePx = 64
const columns = 16
type Drawn = (typeof drawn)[number]

/** Each mark as it is painted at 64 px, cut from one sheet of many. */
const pixelsOf = async (all: readonly Drawn[]): Promise<{ mark: Mark; pixels: Buffer }[]> => {
  const found: { mark: Mark; pixels: Buffer }[] = []
  for (let from = 0; from < all.length; from += columns * columns) {
    const some = all.slice(from, from + columns * columns)
    const sheet = await drawSheet(
      some.map(({ svg }) => svg),
      { columns, cellPx: sizePx },
    )
      .ensureAlpha()
      .raw()
      .toBuffer()
    some.forEach(({ mark }, at) => {
      const left = (at % columns) * sizePx
      const top = Math.floor(at / columns) * sizePx
      const rows = Array.from({ length: sizePx }, (_, row) => {
        const start = ((top + row) * columns * sizePx + left) * 4
        return sheet.subarray(start, start + sizePx * 4)
      })
      found.push({ mark, pixels: Buffer.concat(rows) })
    })
  }
  return found
}

/** The share of pixels that differ from the surface the icon is shown on. */
const seenShare = (pixels: Buffer, theme: Theme): number => {
  const ground = theme === 'light' ? 255 : 0x12
  let seen = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const channels = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
    const isOpaque = (pixels[at + 3] ?? 0) > 128
    if (isOpaque && channels.some(channel => Math.abs(channel - ground) > 48)) seen++
  }
  return seen / (sizePx * sizePx)
}

const inkBox = (pixels: Buffer) => {
  const inked = Array.from({ length: sizePx * sizePx }, (_, at) => at).filter(
    at => (pixels[at * 4 + 3] ?? 0) >= 64,
  )
  const [xs, ys] = [inked.map(at => at % sizePx), inked.map(at => Math.floor(at / sizePx))]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  return { left, right, top: Math.min(...ys), bottom: Math.max(...ys) }
}

/** How far the middle of what is painted lies from the middle of the square. */
const offCentre = (pixels: Buffer): number => {
  const [xs, ys] = [new Set<number>(), new Set<number>()]
  for (let at = 0; at < sizePx * sizePx; at++)
    if ((pixels[at * 4 + 3] ?? 0) > 24) {
      xs.add(at % sizePx)
      ys.add(Math.floor(at / sizePx))
    }
  const off = [xs, ys].map(set => Math.abs(Math.min(...set) + Math.max(...set) - (sizePx - 1)) / 2)
  return Math.max(...off)
}

const touchesEdge = (pixels: Buffer): boolean => {
  const last = sizePx - 1
  const alpha = (x: number, y: number) => pixels[(y * sizePx + x) * 4 + 3] ?? 0
  return Array.from({ length: sizePx }, (_, at) => [
    alpha(at, 0),
    alpha(at, last),
    alpha(0, at),
    alpha(last, at),
  ]).some(ring => ring.some(each => each > 24))
}
