import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DeclaredIcon, declare, type IconOrigin } from '../../../src/page/icons/declared.ts'
import { bestPossible, type IconFacts, promised, rankIcons } from '../../../src/page/icons/score.ts'

const icon = (origin: IconOrigin, more: Partial<DeclaredIcon> = {}): DeclaredIcon =>
  ({ ...declare(origin, 'https://a.example/i', undefined, {}), ...more }) as DeclaredIcon
const near = (actual: number, expected: number, of = '') =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected} ${of}`)
/** Points for so many pixels of the 256 that are wanted. */
const px = (pixels: number) => 40 * Math.min(1, Math.max(-0.5, Math.log2(pixels / 16) / 4))

test('an icon promises what its declaration is worth, at the size that it says', () => {
  near(promised(icon('link', { declaredPx: 64 }), 'light'), 42.4 + px(64))
  near(promised(icon('link', { declaredPx: 512 }), 'light'), 42.4 + 40)
  near(promised(icon('link', { declaredPx: 1 }), 'light'), 42.4 - 20)
  // Without a size, what such icons usually have.
  near(promised(icon('touch'), 'light'), 43 + px(180))
  near(promised(icon('manifest'), 'light'), 42.8 + px(192))
  near(promised(icon('well-known'), 'light'), 36 + px(256))
  near(promised(icon('mask'), 'light'), 18 + 40)
  near(promised(icon('link', { purpose: 'monochrome', declaredPx: 16 }), 'light'), 18)
  near(promised(icon('manifest', { purpose: 'maskable', declaredPx: 16 }), 'light'), 36)
})

test('a drawing is sharp at every size, and one that is meant as an icon is worth more', () => {
  const drawings: Partial<DeclaredIcon>[] = [
    { type: 'image/svg+xml' },
    { url: 'https://a.example/i.svg' },
    { url: 'https://a.example/i.SVGZ?v=1' },
    { url: 'https://a.example/i.svg#x' },
    { url: 'data:image/svg+xml,x' },
  ]
  for (const more of drawings) {
    near(promised(icon('link', { declaredPx: 16, ...more }), 'light'), 100, JSON.stringify(more))
    near(promised(icon('json-ld', { declaredPx: 16, ...more }), 'light'), 64)
  }
  for (const url of ['https://a.example/i.svg.png', 'https://a.example/svg', 'data:image/png,svg'])
    near(promised(icon('link', { declaredPx: 16, url }), 'light'), 42.4, url)
})

test('an icon for one surface is for that one', () => {
  const of = (theme: 'light' | 'dark' | undefined, asked: 'light' | 'dark') =>
    promised(icon('link', { declaredPx: 16, theme }), asked) - 42.4
  near(of(undefined, 'dark'), 0)
  near(of('dark', 'dark'), 70)
  near(of('light', 'light'), 2)
  near(of('dark', 'light'), -60)
  near(of('light', 'dark'), -60)
})

test('a file is larger than declared at times: twice as large at the most', () => {
  near(bestPossible(icon('link', { declaredPx: 32 }), 'light'), 42.4 + px(64))
  near(bestPossible(icon('link'), 'light'), 42.4 + 40)
})

const facts: IconFacts = {
  ...{ width: 256, height: 256, squareness: 1, isVector: false, isBlank: false, isFlat: false },
  ...{ fit: { light: 'plain', dark: 'plain' }, contrast: { light: 9, dark: 9 } },
  ...{ ratio: 1, sha256: '', adapts: false },
}
const judged = (some: Partial<IconFacts>, theme: 'light' | 'dark' = 'light', more = {}) => {
  const [ranked] = rankIcons(
    [{ icon: icon('link', more), facts: { ...facts, ...some }, problem: undefined }],
    theme,
  )
  return { points: (ranked?.score ?? Number.NaN) - 82.4, reasons: ranked?.reasons.slice(2) }
}

test('what is hard to see on a surface as it is loses to what is seen', () => {
  const plain = { light: 'plain', dark: 'plain' } as const
  near(judged({}).points, 0)
  for (const fit of ['tint', 'ground'] as const) {
    const { points, reasons } = judged({ fit: { ...plain, dark: fit } }, 'dark')
    near(points, -10)
    assert.deepEqual(reasons, ['hard to see on a dark surface as it is (-10)'])
  }
  near(judged({ fit: { ...plain, light: 'plate' } }).points, -10)
  assert.ok(
    judged({ fit: { ...plain, light: 'plate' }, contrast: { light: 1, dark: 1 } }).points < -49,
  )
  near(judged({ fit: { ...plain, light: 'tint' } }, 'dark').points, 0)
  near(
    judged({ contrast: { light: 1, dark: 9 } }, 'light', { purpose: 'monochrome' }).points,
    -24.4,
  )
})

test('a drawing that adapts to dark surfaces is a little better on them, and a banner is worse', () => {
  near(judged({ adapts: true }, 'dark').points, 5)
  near(judged({ adapts: true }, 'light').points, 0)
  near(judged({ squareness: 0.9 }).points, 0)
  const banner = judged({ squareness: 0.5, width: 512, height: 256 })
  near(banner.points, -30)
  assert.deepEqual(banner.reasons, ['not square, 512:256 (-30)'])
})

test('what is no icon has no score, and says why', () => {
  const why = (some: Partial<IconFacts>) =>
    rankIcons(
      [{ icon: icon('link'), facts: { ...facts, ...some }, problem: undefined }],
      'light',
    )[0]
  assert.deepEqual(why({ width: 7 })?.reasons, ['7×256 px is too small for an icon'])
  assert.notEqual(why({ width: 8, height: 8 })?.score, undefined)
  assert.notEqual(why({ width: 1, height: 1, isVector: true })?.score, undefined)
  assert.deepEqual(why({ isBlank: true })?.reasons, ['nothing to see in it'])
  assert.deepEqual(why({ isFlat: true })?.reasons, ['a single color all over'])
  const [missing] = rankIcons(
    [{ icon: icon('link'), facts: undefined, problem: undefined }],
    'light',
  )
  assert.deepEqual([missing?.score, missing?.reasons], [undefined, ['not fetched']])
})
