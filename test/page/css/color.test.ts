import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type Color,
  contrast,
  difference,
  hexOf,
  isGrey,
  oklchOf,
  over,
  readColor,
} from '../../../src/page/css/color.ts'

const read = (text: string, reading = {}): Color => {
  const color = readColor(text, reading)
  assert.ok(color, text)
  return color
}

describe('a color', () => {
  it('is what a browser paints, whatever space it is written in', () => {
    // The right column was measured: Chromium's pixels of a canvas filled with the left one.
    const painted = [
      ['rebeccapurple', '#663399'],
      ['#0d6efd80', '#0d6efd'],
      ['hsl(171 100% 41%)', '#00d1b2'],
      ['oklch(0.623 0.214 259.815)', '#2b7fff'],
      ['oklch(45% 0.24 277.023)', '#422ad5'],
      ['lab(52% 40 30)', '#c15d4b'],
      ['color(display-p3 1 0 0)', '#ff0000'],
      ['color(display-p3 0.2 0.7 0.3)', '#00b63c'],
      ['oklch(86% 0.4 120)', '#b7eb00'],
      ['color(srgb 0.2 0.4 0.6)', '#336699'],
      ['color-mix(in srgb, red, blue)', '#800080'],
      ['color-mix(in srgb, white 25%, black)', '#404040'],
      ['color-mix(in oklab, #422ad5 90%, #000)', '#3823b9'],
      ['color-mix(in oklch, red, blue)', '#ba00c2'],
      ['color-mix(in hsl, #f00 30%, #0f0)', '#99ff00'],
      ['color-mix(in srgb, #123456 50%, transparent)', '#123456'],
    ] as const
    for (const [text, hex] of painted) assert.equal(hexOf(read(text)), hex, text)
  })

  it('keeps its alpha, also through color-mix', () => {
    assert.equal(read('rgb(0 0 0 / 25%)').alpha, 0.25)
    assert.equal(read('color-mix(in srgb, #123456 30%, transparent)').alpha.toFixed(2), '0.30')
    assert.equal(read('transparent').alpha, 0)
  })

  it('is read by scheme and by the text’s color where it depends on them', () => {
    assert.equal(hexOf(read('light-dark(#fff, rgb(0, 0, 0))')), '#ffffff')
    assert.equal(hexOf(read('light-dark(#fff, rgb(0, 0, 0))', { scheme: 'dark' })), '#000000')
    assert.equal(hexOf(read('currentColor', { current: read('#abc') })), '#aabbcc')
    assert.equal(readColor('currentColor'), undefined)
  })

  it('is nothing where the text is none', () => {
    for (const text of [
      '',
      'none',
      'inherit',
      'var(--x)',
      'url(#a)',
      '12px',
      'color-mix(in x, red)',
      'translate(1px)',
    ])
      assert.equal(readColor(text), undefined, text)
    assert.equal(readColor('light-dark('.repeat(40)), undefined)
  })

  it('is seen through what lies on it', () => {
    const veil = over(read('rgb(0 0 0 / 50%)'), read('#ffffff'))
    assert.equal(hexOf(veil), '#808080')
    assert.equal(veil.alpha, 1)
  })

  it('is compared as people see it', () => {
    assert.ok(difference(read('#0d6efd'), read('#0d6efe')) < 1)
    assert.ok(difference(read('#0f7a52'), read('#1d70b8')) > 20)
    assert.equal(contrast(read('#000'), read('#fff')), 21)
    assert.ok(isGrey(read('#64748b')))
    assert.equal(isGrey(read('#e9d4ff')), false)
    assert.ok(isGrey(read('#6c757d')))
    assert.equal(oklchOf(read('#ffffff')), 'oklch(100% 0 0)')
    assert.equal(oklchOf(read('#808080')), 'oklch(60% 0 0)')
    assert.equal(oklchOf({ red: 0.502, green: 0.5019, blue: 0.5019, alpha: 1 }), 'oklch(60% 0 0)')
    assert.equal(oklchOf(read('#818080')), 'oklch(60.1% 0.001 17.2)')
  })
})
