import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DeclaredIcon, declare, type IconOrigin } from '../../../src/page/icons/declared.ts'
import {
  type Considered,
  type IconFacts,
  maskColorOf,
  rankIcons,
} from '../../../src/page/icons/score.ts'

const facts = (px: number, more: Partial<IconFacts> = {}): IconFacts => ({
  width: px,
  height: px,
  squareness: 1,
  isVector: false,
  isBlank: false,
  isFlat: false,
  fit: { light: 'plain', dark: 'plain' },
  contrast: { light: 5, dark: 4 },
  ratio: 1,
  sha256: '',
  adapts: false,
  ...more,
})
const icon = (
  origin: IconOrigin,
  of: IconFacts | string,
  more: Partial<DeclaredIcon> = {},
): Considered => ({
  icon: declare(origin, `https://a.example/${origin}`, undefined, more),
  facts: typeof of === 'string' ? undefined : of,
  problem: typeof of === 'string' ? of : undefined,
})
const order = (...candidates: Considered[]) =>
  rankIcons(candidates, 'light').map(({ considered }) => considered.icon.origin)

describe('the score of an icon', () => {
  it('puts sources in their order at the same resolution', () => {
    const sources: IconOrigin[] = ['touch', 'manifest', 'link', 'well-known', 'tile', 'json-ld']
    assert.deepEqual(
      order(...sources.toReversed().map(origin => icon(origin, facts(256)))),
      sources,
    )
  })

  it('puts the larger of a link and a touch icon first', () => {
    assert.deepEqual(order(icon('touch', facts(180)), icon('link', facts(192))), ['link', 'touch'])
    assert.deepEqual(order(icon('touch', facts(180)), icon('link', facts(180))), ['touch', 'link'])
    assert.deepEqual(order(icon('touch', facts(180)), icon('link', facts(128))), ['touch', 'link'])
  })

  it('grows with true pixels up to what is wanted, and no further', () => {
    const scores = [16, 32, 64, 128, 256, 2048].map(
      px => rankIcons([icon('link', facts(px))], 'light')[0]?.score ?? 0,
    )
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => a - b),
    )
    assert.equal(scores[4], scores[5])
    assert.ok((scores[3] ?? 0) < (scores[4] ?? 0))
  })

  it('refuses what is no icon and says why', () => {
    const flaws: [Considered, RegExp][] = [
      [icon('link', 'status 404'), /status 404/],
      [icon('link', facts(1)), /1×1 px/],
      [icon('link', facts(64, { isBlank: true })), /nothing to see/],
      [icon('link', facts(64, { isFlat: true })), /single color/],
      [
        icon(
          'link',
          facts(64, { sha256: 'db74ab0b78338c1f778f8398c45f4103c99aea0e845a3118a7750b4eeafd3445' }),
        ),
        /default icon of Vue/,
      ],
    ]
    for (const [candidate, reason] of flaws) {
      const [ranked] = rankIcons([candidate], 'light')
      assert.equal(ranked?.score, undefined)
      assert.match(ranked?.reasons.join() ?? '', reason)
    }
    const [first] = rankIcons([...flaws.map(([flawed]) => flawed), icon('mask', facts(16))], 'dark')
    assert.equal(first?.considered.icon.origin, 'mask')
  })

  it('prefers what is declared for dark on dark alone', () => {
    const dark = icon('link', facts(16), { theme: 'dark' })
    const vector = icon('touch', facts(300, { isVector: true, adapts: true }))
    const best = (theme: 'light' | 'dark') => rankIcons([dark, vector], theme)[0]?.considered
    assert.equal(best('dark'), dark)
    assert.equal(best('light'), vector)
  })

  it('takes from what cannot be seen on the surface, but not from what is tinted', () => {
    const invisible = facts(256, { contrast: { light: 1.1, dark: 15 } })
    assert.deepEqual(order(icon('link', invisible), icon('tile', facts(128))), ['tile', 'link'])
    const [mask] = rankIcons([icon('mask', invisible)], 'light')
    assert.doesNotMatch(mask?.reasons.join() ?? '', /hard to see/)
  })

  it('takes from what is not square, not from what nearly is', () => {
    const wide = facts(512, { height: 128, squareness: 0.25 })
    const nearly = facts(256, { height: 240, squareness: 0.94 })
    assert.deepEqual(order(icon('touch', wide), icon('link', facts(64))), ['link', 'touch'])
    assert.deepEqual(order(icon('link', facts(128)), icon('touch', nearly)), ['touch', 'link'])
  })

  it('gives a reason for every point', () => {
    const [ranked] = rankIcons([icon('touch', facts(180), { theme: 'light' })], 'light')
    const points = (ranked?.reasons ?? []).map(reason => Number(/\(([+-]\d+)\)$/.exec(reason)?.[1]))
    const sum = points.reduce((total, value) => total + value, 0)
    assert.ok(Math.abs(sum - (ranked?.score ?? 0)) < 2, ranked?.reasons.join(', '))
  })

  it('takes little from what is tinted, whether drawn or made of pixels', () => {
    const fit = { light: 'plain', dark: 'tint' } as const
    const best = (isVector: boolean, otherPx: number) => {
      const black = facts(256, { isVector, fit, contrast: { light: 21, dark: 1.1 } })
      const other = icon('touch', facts(otherPx))
      return rankIcons([icon('link', black), other], 'dark')[0]?.considered.icon.origin
    }
    assert.equal(best(true, 512), 'link')
    assert.equal(best(false, 64), 'link')
    assert.equal(best(false, 180), 'touch')
  })

  it('takes a little from what needs a tile to be seen', () => {
    const fit = { light: 'plain', dark: 'plate' } as const
    const best = (theme: 'light' | 'dark') =>
      rankIcons([icon('touch', facts(256, { fit })), icon('link', facts(256))], theme)[0]
    assert.equal(best('light')?.considered.icon.origin, 'touch')
    assert.equal(best('dark')?.considered.icon.origin, 'link')
  })

  it('tints mask icons from the color they declare', () => {
    assert.equal(maskColorOf(declare('mask', 'https://a.example/m')), '')
    assert.equal(
      maskColorOf(declare('mask', 'https://a.example/m', undefined, { color: '#123' })),
      '#123',
    )
    assert.equal(maskColorOf(declare('link', 'https://a.example/m')), undefined)
  })
})
