import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTextColors } from '../../../../src/products/branding/decide/text-colors.ts'
import type { TextGroup } from '../../../../src/products/branding/page/snapshot.ts'
import { snapshotOf, textGroup, white } from './looks.ts'

const find = (texts: Partial<TextGroup>[], bodyText = '#000') =>
  findTextColors(
    snapshotOf({ texts: texts.map(textGroup), roots: { bodyText } as never }),
    new Set([0]),
    white,
  )

describe('the color of running text', () => {
  it('is that of most of it, and surer the more of it there is', () => {
    const { primary } = find([
      { color: '#333', characters: 60 },
      { color: '#933', characters: 40 },
    ])
    assert.equal(primary.value, '#333333')
    assert.equal(primary.confidence, 0.76)
    const both = [
      { color: '#933', characters: 60 },
      { color: '#333', characters: 40 },
      { color: '#343434', characters: 40 },
    ]
    assert.equal(find(both).primary.value, '#333333')
    assert.equal(find([{ color: '#333' }]).primary.confidence, 0.9)
  })

  it('is sure where the page declares it, or one that nobody tells from it', () => {
    assert.equal(find([{ color: '#000' }]).primary.confidence, 0.95)
    assert.equal(find([{ color: '#101010' }]).primary.confidence, 0.95)
    assert.equal(find([{ color: '#141414' }]).primary.confidence, 0.9)
    assert.equal(find([{ color: '#808080' }], 'rgb(0 0 0 / 0.498)').primary.confidence, 0.95)
  })

  it('is what the page declares where it has no text, or that of the page', () => {
    assert.deepEqual([find([]).primary.value, find([]).primary.confidence], ['#000000', 0.5])
    assert.equal(find([], 'none').primary.value, '#ffffff')
    assert.equal(find([]).secondary, null)
  })

  const others: [what: string, given: Partial<TextGroup>, is: boolean][] = [
    ['small text', { context: 'small' }, true],
    ['a heading', { context: 'h1' }, false],
    ['a link', { context: 'link' }, false],
    ['the header', { region: 'header' }, false],
    ['the footer', { region: 'footer' }, true],
    ['what floats over the page', { overlay: 0 }, false],
    ['what floats as a part of it', { overlay: 1 }, true],
    ['a surface of another color', { on: '#0a5c36' }, false],
    ['a surface like the page', { on: '#eee' }, true],
    ['a surface that is a little darker', { on: '#eaeaea' }, false],
    ['a surface that cannot be read', { on: 'x' }, false],
    ['letters that nobody sees', { color: 'transparent' }, false],
    ['letters of no color', { color: 'x' }, false],
  ]
  for (const [what, given, is] of others)
    it(`is looked for, or not, in ${what}`, () => {
      const { primary } = find([{ color: '#933', ...given }])
      assert.equal(primary.evidence?.[0]?.detail.startsWith(is ? '100 %' : '0 %'), true)
    })
})

describe('the muted color beside it', () => {
  const muted = (color: string, characters: number, most = '#222') =>
    find([
      { color: most, characters: 1_000 - characters },
      { color, characters },
    ]).secondary
  it('is fainter, without a color of its own, and more than a twenty-fifth of all', () => {
    const found = muted('#777', 41)
    assert.deepEqual([found?.value, found?.confidence], ['#777777', 0.7])
    assert.equal(found?.evidence?.[0]?.detail, '4 % of the running text')
    assert.equal(muted('#777', 40), null)
    assert.equal(muted('#000', 100), null, 'it is stronger')
    assert.equal(muted('#262626', 100), null, 'it is the same')
    assert.equal(muted('#d22', 100), null, 'a price in red')
    assert.equal(muted('#777a80', 100)?.value, '#777a80')
  })
})
