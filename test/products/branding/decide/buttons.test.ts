import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { difference, readColor } from '../../../../src/page/css/color.ts'
import { rankButtons } from '../../../../src/products/branding/decide/buttons.ts'
import { decideComponents } from '../../../../src/products/branding/decide/components.ts'
import type { Measured } from '../../../../src/products/branding/page/snapshot.ts'
import { look, nothing, snapshotOf, white } from './looks.ts'

type Look = Parameters<typeof look>[0]

/** Drawn by a line around it. */
const outlined = (more: Look = {}): Measured =>
  look({ ...more, style: { borderWidthPx: 1, ...more?.style } })
const rank = (...elements: Measured[]) => rankButtons(snapshotOf({ elements }), new Set([0]), white)

describe('what looks like a button', () => {
  const box = (width: number, height: number) => ({ box: { x: 0, y: 0, width, height } })
  const cases: [what: string, given: Look, is: boolean][] = [
    ['28 pixels wide', box(28, 50), true],
    ['27 pixels wide', box(27, 50), false],
    ['640 pixels wide', box(640, 50), true],
    ['641 pixels wide', box(641, 50), false],
    ['18 pixels high', box(90, 18), true],
    ['17 pixels high', box(90, 17), false],
    ['110 pixels high', box(90, 110), true],
    ['111 pixels high', box(90, 111), false],
    ['45 characters', { text: 'x'.repeat(45) }, true],
    ['46 characters', { text: 'x'.repeat(46) }, false],
    ['no letter', { text: '→ 7' }, false],
    ['twelve elements', { size: 12 }, true],
    ['thirteen elements', { size: 13 }, false],
    ['one that cannot be pressed', { isDisabled: true }, false],
    ['a tab', { role: 'tab' }, false],
    ['a role of its own', { role: 'button' }, true],
    ['the way past the menu', { text: 'Skip to content' }, false],
    ['in what floats over the page', { overlay: 0 }, false],
    ['in what floats as a part of it', { overlay: 1 }, true],
    ['a link', { kind: 'link' }, false],
    ['nothing around it', { style: { borderWidthPx: 0 } }, false],
    ['a shadow', { style: { borderWidthPx: 0, shadow: 'rgb(0, 0, 0) 0px 1px 2px 0px' } }, true],
    ['a fill', { style: { borderWidthPx: 0, background: '#ccc' } }, true],
    ['the fill of the page', { style: { borderWidthPx: 0, background: '#fefefe' } }, false],
  ]
  for (const [what, given, is] of cases)
    it(`is one, or is not: ${what}`, () => assert.equal(rank(outlined(given)).length, is ? 1 : 0))
})

describe('how likely a button is the main one', () => {
  /** Of a button that is nothing but outlined: by its size. */
  const size = (90 * 50) / 9_000
  const scoreOf = (given: Look = {}, ...others: Measured[]) => {
    const groups = rank(outlined(given), ...others)
    const own = groups
      .flatMap(({ buttons }) => buttons)
      .find(({ element }) => element.selector === '#a')
    return Math.round(((own?.score ?? Number.NaN) - size) * 100) / 100
  }
  const at = (x: number, y: number, width = 90, height = 50) => ({ box: { x, y, width, height } })
  const cases: [what: string, given: Look, points: number][] = [
    ['nothing', {}, 0],
    ['a name of main ones', { names: 'btn-primary' }, 3],
    ['a name of others', { names: 'btn ghost' }, -2.5],
    ['a name of dangers', { names: 'danger' }, -4],
    ['a name of success', { names: 'is success' }, -1],
    ['a name of controls', { names: 'carousel_x' }, -3.5],
    ['a word inside of another', { names: 'mainly cardiology' }, 0],
    ['a call', { text: 'Get lamps' }, 1],
    ['another errand', { text: 'Log in' }, -0.7],
    ['it sends a form', { type: 'submit' }, 0.7],
    ['on the first screen', at(40, 799), 1.5],
    ['below it', at(40, 800), 0],
    ['in the header', { region: 'header' }, 0.5],
    ['in the footer', { region: 'footer' }, -1.5],
    ['large', at(40, 900, 216, 50), 0.7],
    ['larger', at(40, 900, 400, 100), 0.7],
    ['black', { style: { background: '#000' } }, 5],
  ]
  for (const [what, given, points] of cases)
    it(`is counted in points: ${what}`, () => assert.equal(scoreOf(given), points))

  it('grows with the color of its fill, and with how far that is from what is around it', () => {
    const filled = (background: string) => scoreOf({ style: { background } })
    const contrast = (color: string) => difference(readColor(color) ?? white, white)
    const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 0.011, `${a} and ${b}`)
    near(filled('#999'), 3 + contrast('#999') / 25)
    near(filled('#f2f2f2'), 1.5 + contrast('#f2f2f2') / 25)
    near(filled('#00f'), 3 + 2 + 2)
    assert.ok(contrast('#f2f2f2') < 5 && contrast('#999') < 50)
  })

  it('is more of the first of a row', () => {
    const second = (x: number, y: number, more: Look = {}) =>
      outlined({ ...at(x, y), selector: '#b', ...more })
    const cases: [what: string, other: Measured, points: number][] = [
      ['it is the first', second(200, 900), 0.8],
      ['beside it a little lower', second(200, 911), 0.8],
      ['below it', second(200, 912), 0],
      ['it is the second', second(0, 900), 0],
      ['in another part of the page', second(200, 900, { region: 'footer' }), 0],
    ]
    for (const [what, other, points] of cases) assert.equal(scoreOf({}, other), points, what)
  })
})

describe('buttons that look alike', () => {
  const filled = (background: string, more: Look = {}) => look({ ...more, style: { background } })
  const groups = (...elements: Measured[]) => rank(...elements).map(({ buttons }) => buttons.length)

  it('are one group, by their fill or, without one, by their line', () => {
    assert.deepEqual(groups(filled('#000'), filled('#020202')), [2])
    assert.deepEqual(groups(filled('#000'), filled('#999')), [1, 1])
    assert.deepEqual(groups(filled('#000'), outlined()), [1, 1])
    assert.deepEqual(groups(outlined(), outlined({ style: { borderColor: '#060606' } })), [2])
    assert.deepEqual(groups(outlined(), outlined({ style: { borderColor: '#999' } })), [1, 1])
  })

  it('count for more together, each less than the one before, and never below nothing', () => {
    const [one] = rank(filled('#000'))
    const score = one?.score ?? 0
    assert.equal(score, 5.5)
    const sum = (count: number) => rank(...Array(count).fill(filled('#000')))[0]?.score ?? 0
    // Of equals at one place each is the first of its row.
    const own = 5.5 + 0.8
    assert.ok(Math.abs(sum(2) - own * 1.3) < 1e-9)
    assert.ok(Math.abs(sum(4) - own * 1.417) < 1e-9)
    assert.equal(sum(5), sum(4))
    const [poor] = rank(outlined({ names: 'danger' }))
    assert.equal(poor?.best.score, -3.5)
    assert.equal(poor?.score, 0)
    assert.equal(
      rank(
        outlined({ names: 'danger', text: 'Get it' }),
        outlined({ ...{ names: 'danger' }, box: { x: 0, y: 2_000, width: 90, height: 50 } }),
      )[0]?.score,
      0,
    )
  })
})

describe('the look of components', () => {
  const decide = (elements: Measured[]) =>
    decideComponents(snapshotOf({ elements }), nothing, white, rank(...elements))

  it('is surer of a main button the more it is ahead of the next', () => {
    const main = look({ style: { background: '#000' } })
    const other = (names: string) =>
      outlined({ names, box: { x: 40, y: 2_000, width: 90, height: 50 }, selector: '#b' })
    const poor = outlined()
    assert.equal(decide([poor]).buttonPrimary?.confidence, 0.69)
    assert.equal(decide([main]).buttonPrimary?.confidence, 0.95)
    const both = decide([main, other('btn-primary')])
    assert.equal(both.buttonPrimary?.confidence, 0.81)
    assert.equal(both.buttonSecondary?.confidence, 0.7)
    assert.equal(decide([main, other('')]).buttonSecondary?.confidence, 0.5)
    assert.equal(decide([main]).buttonSecondary, null)
  })

  const box = (width: number, height: number) => ({ x: 0, y: 900, width, height })
  const card = (more: Look = {}) => look({ kind: 'panel', size: 3, box: box(300, 300), ...more })
  const cards: [what: string, given: Look, is: boolean][] = [
    ['three things', {}, true],
    ['two things', { size: 2 }, false],
    ['two things in a line', { size: 2, style: { borderWidthPx: 1 } }, true],
    ['two things with a shadow', { size: 2, style: { shadow: 'rgb(0, 0, 0) 0px 1px 2px' } }, true],
    ['two things in round corners', { size: 2, style: { radius: [0, 0, 0, 1] } }, true],
    ['one thing in a line', { size: 1, style: { borderWidthPx: 1 } }, false],
    ['760 pixels wide', { box: box(760, 300) }, true],
    ['761 pixels wide', { box: box(761, 300) }, false],
    ['700 pixels high', { box: box(300, 700) }, true],
    ['701 pixels high', { box: box(300, 701) }, false],
    ['in the footer', { region: 'footer' }, false],
    ['a bar', { kind: 'bar' }, false],
  ]
  for (const [what, given, is] of cards)
    it(`has a card, or none: ${what}`, () => assert.equal(decide([card(given)]).card !== null, is))

  it('is that of most cards and fields, and surer of two cards than of one', () => {
    const round = card({ style: { radius: [8, 8, 8, 8] }, selector: '#round' })
    const { card: found } = decide([card(), round, round])
    assert.equal(found?.evidence?.[0]?.selector, '#round')
    assert.equal(found?.confidence, 0.82)
    assert.equal(decide([card()]).card?.confidence, 0.5)
    assert.equal(decide([card(), round]).card?.evidence?.[0]?.selector, '#a')
    const field = look({ kind: 'input' })
    assert.equal(decide([field]).input?.confidence, 0.85)
    assert.equal(decide([card()]).input, null)
  })
})
