import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { wcagContrast } from 'culori'
import { readColor } from '../../../src/page/css/color.ts'
import type { Theme } from '../../../src/page/css/media.ts'
import { surfaces, tintColor } from '../../../src/page/pixels/tint.ts'

const bytesOf = (text: string): [red: number, green: number, blue: number] => {
  const color = readColor(text)
  assert.ok(color, text)
  const { red, green, blue } = color
  return [Math.round(red * 255), Math.round(green * 255), Math.round(blue * 255)]
}

test('a tint can be seen on its surface, and is the declared color where that can be', () => {
  const declared = [
    '#000',
    '#fff',
    '#f00',
    '#0f0',
    '#00f',
    'yellow',
    '#123456',
    'rebeccapurple',
    'oklch(0.5 0.2 30)',
    'nonsense',
    undefined,
  ]
  for (const theme of ['light', 'dark'] as const)
    for (const color of declared) {
      const tint = tintColor(theme, color)
      assert.match(tint, /^#[\da-f]{6}$/)
      assert.ok(wcagContrast(tint, surfaces[theme]) >= 3, `${color} on ${theme}: ${tint}`)
    }
  assert.equal(tintColor('light', '#1a73e8'), '#1a73e8')
  assert.equal(tintColor('dark'), '#ffffff')
  assert.equal(tintColor('light'), '#000000')
})

describe('the tint of a mark', () => {
  const cases: [color: string, theme: Theme, expected: string][] = [
    ['#635bff', 'light', '#635bff'],
    ['#000000', 'light', '#000000'],
    ['#000000', 'dark', '#ffffff'],
    ['#181717', 'dark', '#ffffff'],
    ['#ffffff', 'light', '#000000'],
    ['#ffffff', 'dark', '#ffffff'],
  ]
  for (const [color, theme, expected] of cases)
    it(`draws ${color} as ${expected} on ${theme}`, () =>
      assert.equal(tintColor(theme, color), expected))

  it('keeps the hue of a color it must lighten or darken', () => {
    const [red, green, blue] = bytesOf(tintColor('light', '#fffc00'))
    assert.ok(red > blue + 60 && green > blue + 60)
    const navy = bytesOf(tintColor('dark', '#003087'))
    assert.ok(navy[2] > navy[0] + 60)
  })
})
