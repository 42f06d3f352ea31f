import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  decideTypography,
  type PaintedFonts,
} from '../../../../src/products/branding/decide/typography.ts'
import type { TextGroup } from '../../../../src/products/branding/page/snapshot.ts'
import { snapshotOf, textGroup } from './looks.ts'

const decide = (texts: Partial<TextGroup>[], painted: PaintedFonts = {}) =>
  decideTypography(snapshotOf({ texts: texts.map(textGroup) }), new Set([0]), painted)

describe('the fonts of a page', () => {
  it('have a part each, the first of those that they have', () => {
    const { fonts, families } = decide([
      { family: 'Inter', characters: 600 },
      { family: 'Inter', context: 'h1', characters: 20 },
      { family: 'Lora', context: 'h2', characters: 80 },
      { family: 'Fira Code', context: 'code', characters: 100 },
      { family: 'Roboto', context: 'button', characters: 50 },
      { family: 'Arvo', context: 'h5', characters: 150 },
    ])
    assert.deepEqual(
      fonts.map(({ family, role, share }) => [family, role, share]),
      [
        ['Inter', 'body', 0.62],
        ['Arvo', 'other', 0.15],
        ['Fira Code', 'code', 0.1],
        ['Lora', 'heading', 0.08],
        ['Roboto', 'button', 0.05],
      ],
    )
    const { primary, heading, code } = families
    assert.deepEqual([primary?.value, primary?.confidence], ['Inter', 0.95])
    assert.deepEqual([heading?.value, heading?.confidence], ['Lora', 0.87])
    assert.deepEqual([code?.value, code?.confidence], ['Fira Code', 0.95])
    assert.equal(heading?.evidence?.[0]?.detail, '80 % of the headings')
  })

  it('are those of links and buttons where there is no text', () => {
    const { families } = decide([
      { family: 'Inter', context: 'link', characters: 60 },
      { family: 'Lora', context: 'button', characters: 50 },
    ])
    assert.equal(families.primary?.value, 'Inter')
    assert.equal(families.heading, null)
    assert.equal(families.code, null)
    assert.deepEqual(decide([]).fonts, [])
  })

  it('are none of icons, and none of what floats over the page', () => {
    const { fonts } = decide([
      { family: 'Inter' },
      { family: 'Font Awesome 6 Free' },
      { family: 'Lora', overlay: 0 },
      { family: 'Arvo', overlay: 1 },
    ])
    assert.deepEqual(
      fonts.map(({ family }) => family),
      ['Inter', 'Arvo'],
    )
  })

  it('have the name that was painted where theirs is only a hash', () => {
    const hash = 'font_8a7f6e5d4c'
    const nameOf = (family: string, isCustom: boolean) =>
      decide([{ family: hash }], { [hash]: { family, isCustom } }).fonts[0]?.family
    assert.equal(nameOf('Graphik', true), 'Graphik')
    assert.equal(nameOf('Arial', false), 'Arial')
    assert.equal(nameOf(hash, true), hash)
    const painted = { Inter: { family: 'Inter Tight', isCustom: true } }
    assert.equal(decide([{ family: 'Inter' }], painted).fonts[0]?.family, 'Inter')
  })

  it('and sizes, weights and styles are listed as far as they say something', () => {
    const many = (count: number) =>
      decide(
        Array.from({ length: count }, (_, at) => ({
          ...{
            family: `Font ${String.fromCharCode(65 + at)}`,
            weight: 100 + at,
            lineHeightPx: 20 + at,
          },
          characters: 1_000 - at,
        })),
      )
    const { fonts, weights, lineHeights } = many(13)
    assert.deepEqual([fonts.length, weights.length, lineHeights.length], [12, 12, 12])
    assert.ok(!weights.some(({ weight }) => weight === 112))
    assert.deepEqual(
      [many(12).fonts.length, many(40).styles.length, many(41).styles.length],
      [12, 40, 40],
    )
  })
})

describe('the sizes of a page', () => {
  it('are those in which most is set, surer the more it is', () => {
    const { sizes } = decide([
      { context: 'h1', sizePx: 40, characters: 30 },
      { context: 'h1', sizePx: 48, characters: 40 },
      { context: 'h1', sizePx: 40, characters: 30 },
      { context: 'body', sizePx: 16, characters: 10 },
    ])
    assert.deepEqual([sizes.h1?.value, sizes.h1?.confidence], [40, 0.81])
    assert.deepEqual([sizes.body?.value, sizes.body?.confidence], [16, 0.95])
    assert.equal(sizes.h2, null)
  })

  it('have heights of lines, as shares of them', () => {
    const { lineHeights, styles } = decide([
      { sizePx: 16, lineHeightPx: 25, characters: 5 },
      { sizePx: 18, lineHeightPx: null },
      { sizePx: 0, lineHeightPx: 9 },
    ])
    assert.deepEqual(lineHeights, [{ lineHeight: 1.56, count: 5 }])
    assert.deepEqual(
      styles.map(({ lineHeight }) => lineHeight),
      [null, null, 1.56],
    )
  })
})
