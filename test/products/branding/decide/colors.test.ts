import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readColor } from '../../../../src/page/css/color.ts'
import { rankButtons } from '../../../../src/products/branding/decide/buttons.ts'
import { decideColors } from '../../../../src/products/branding/decide/colors.ts'
import type { Measured, Snapshot } from '../../../../src/products/branding/page/snapshot.ts'
import { black, look, nothing, snapshotOf, white } from './looks.ts'

const [red, blue, green] = ['#cc2222', '#2233cc', '#0a5c36']

type Given = Partial<Pick<Snapshot, 'texts'>> & {
  variables?: readonly (readonly [name: string, value: string])[]
  elements?: Measured[]
  logoPaints?: string[]
  themes?: string[]
  page?: typeof white
}

const decide = ({
  logoPaints = [],
  themes = [],
  page = white,
  elements = [],
  variables = [],
  ...more
}: Given) => {
  const snapshot = snapshotOf({
    elements,
    ...more,
    variables: variables.map(([name, value]) => [name, value]),
  })
  return decideColors({
    ...{ snapshot, aside: nothing, logoPaints },
    background: { color: page, scheme: 'light', claim: { value: '#ffffff', confidence: 1 } },
    buttons: rankButtons(snapshot, nothing, page),
    themeColors: themes.map(value => ({ value, from: 'theme-color' })) as never,
  })
}
const brandOf = (given: Given) => decide(given).brand?.value

describe('the color of a brand', () => {
  const button = (background: string, more: Parameters<typeof look>[0] = {}) =>
    look({ ...more, style: { background } })
  const link = (color: string) => look({ kind: 'link', inText: true, style: { color } })
  const bar = (background: string, more: Partial<Measured> = {}) =>
    look({
      ...{ kind: 'bar', region: 'header', box: { x: 0, y: 0, width: 1280, height: 60 } },
      ...more,
      style: { background },
    })
  const cases: [what: string, given: Given, brand: string | undefined][] = [
    ['nothing', {}, undefined],
    ['a theme', { themes: [red] }, red],
    ['a theme without a color', { themes: ['#fff', '#777', 'x'] }, undefined],
    ['a logo of one color before a theme', { logoPaints: [red], themes: [blue] }, red],
    ['a theme before a logo of two colors', { logoPaints: [red, green], themes: [blue] }, blue],
    [
      'a logo of many, of which three count',
      { logoPaints: [red, red, red, green], themes: [blue] },
      red,
    ],
    ['a theme in a color of the logo', { logoPaints: [red, blue], themes: [blue] }, blue],
    ['a logo of the color of the page', { logoPaints: ['#fefefe', '#777', 'x'] }, undefined],
    ['a logo that is hardly seen', { logoPaints: ['rgb(204 34 34 / .5)'] }, undefined],
    ['a link', { elements: [link(red)] }, red],
    ['a link in black', { elements: [link('#000')] }, undefined],
    ['a theme before a link', { elements: [link(red)], themes: [blue] }, blue],
    ['a header', { elements: [bar(red)] }, red],
    ['a grey header', { elements: [bar('#777')] }, undefined],
    ['a bar that is no header', { elements: [bar(red, { region: 'main' })] }, undefined],
    [
      'a bar at 120 pixels',
      { elements: [bar(red, { box: { x: 0, y: 120, width: 1280, height: 60 } })] },
      undefined,
    ],
    [
      'a bar at 119 pixels',
      { elements: [bar(red, { box: { x: 0, y: 119, width: 1280, height: 60 } })] },
      red,
    ],
    ['a header before a link', { elements: [bar(red), link(blue)] }, red],
    ['a theme before a header', { elements: [bar(red)], themes: [blue] }, blue],
    ['a button', { elements: [button(red)] }, red],
    ['a header before a green button', { elements: [bar(blue), button('#1a9c4b')] }, blue],
    ['a red button before a header', { elements: [bar(blue), button(red)] }, red],
    [
      'a link before a button in the color of success',
      { elements: [link(blue), button(red)], variables: [['--success', red]] },
      blue,
    ],
    ['a token', { variables: [['--brand', red]] }, red],
    ['a token before a logo', { variables: [['--primary', red]], logoPaints: [blue] }, red],
    [
      'a logo before a token for buttons',
      { variables: [['--btn-primary', red]], logoPaints: [blue] },
      blue,
    ],
    ['a logo before an accent', { variables: [['--accent', red]], logoPaints: [blue] }, blue],
  ]
  for (const [what, given, brand] of cases)
    it(`is what most speaks for: ${what}`, () => assert.equal(brandOf(given), brand))

  it('is none of a logo that hardly differs from the page it stands on', () => {
    const page = readColor(red)
    assert.ok(page)
    assert.equal(brandOf({ page, logoPaints: ['#b82020'] }), undefined)
    assert.equal(brandOf({ page, logoPaints: ['#b41e1e'] }), '#b41e1e')
  })

  it('is, of several tokens for one role, the one that the main button is painted in', () => {
    const variables = [
      ['--primary', red],
      ['--primary-x', blue],
    ] as const
    const other = [
      ['--primary', red],
      ['--primary-x-y', blue],
    ] as const
    assert.equal(brandOf({ variables }), red)
    assert.equal(brandOf({ variables, elements: [button(blue)] }), blue)
    assert.equal(brandOf({ variables: other, elements: [button(blue)] }), red)
  })
})

describe('the other colors', () => {
  const button = (background: string, y = 900) =>
    look({ box: { x: 40, y, width: 90, height: 50 }, selector: `#y${y}`, style: { background } })
  const confidence = (given: Given) => decide(given).action?.confidence

  it('name the main button, surer the more it is ahead of the next', () => {
    assert.equal(decide({ elements: [button('#000')] }).action?.value, '#000000')
    assert.equal(confidence({ elements: [button('#000')] }), 0.96)
    assert.equal(confidence({ elements: [button('#000'), button('#999', 2_000)] }), 0.7)
    assert.equal(confidence({ elements: [button('#f2f2f2')] }), 0.79)
    assert.equal(confidence({ elements: [button('#fefefe')] }), undefined)
    assert.equal(decide({}).action, null)
    assert.equal(decide({ elements: [look({ style: { borderWidthPx: 1 } })] }).action, null)
  })

  it('name a second one by its token, else by the second button, where it is another color', () => {
    const two = [button(red, 100), button(blue, 2_000)]
    const second = (given: Given) => {
      const { secondary } = decide(given)
      return secondary && [secondary.value, secondary.confidence]
    }
    assert.deepEqual(second({ elements: two }), [blue, 0.55])
    assert.deepEqual(second({ variables: [['--secondary', green]], elements: two }), [green, 0.6])
    assert.equal(second({ elements: [button(red)] }), null)
    assert.equal(second({ elements: [button(red), button('#777', 2_000)] }), null)
    assert.equal(second({ variables: [['--secondary', red]], elements: [button(red)] }), null)
    assert.deepEqual(second({ variables: [['--secondary', blue]], elements: two }), [blue, 0.85])
  })

  const accents: [what: string, given: Given, accent: [string, number] | null][] = [
    ['none', {}, null],
    ['a grey', { variables: [['--accent', '#777']] }, null],
    // It is the brand too.
    ['the only one', { variables: [['--accent', red]] }, [red, 0.75]],
    [
      'beside another',
      {
        variables: [
          ['--accent', red],
          ['--brand', blue],
        ],
      },
      [red, 0.65],
    ],
  ]
  for (const [what, given, accent] of accents)
    it(`name an accent by its token: ${what}`, () => {
      const { accent: found } = decide(given)
      assert.deepEqual(found && [found.value, found.confidence], accent)
    })

  const statuses: [name: 'success' | 'warning' | 'error', color: string, found: number | null][] = [
    ['success', '#1a9c4b', 0.85],
    ['success', red, null],
    ['success', '#eefcf2', null],
    ['success', '#777', null],
    ['success', '#d4c000', 0.85],
    ['success', '#e0a000', null],
    ['success', '#22a0a0', 0.85],
    ['success', '#22aacc', null],
    ['warning', '#e0a000', 0.85],
    ['warning', blue, null],
    ['warning', '#d05030', 0.85],
    ['warning', red, null],
    ['warning', '#d4c000', 0.85],
    ['warning', '#a0b000', null],
    ['warning', '#1a9c4b', null],
    ['error', red, 0.85],
    ['error', '#cc2288', 0.85],
    ['error', '#8822cc', null],
    ['error', '#cc22aa', null],
    ['error', '#777', null],
    ['error', '#ff6600', 0.85],
    ['error', '#e06a1a', null],
    ['error', '#1a9c4b', null],
  ]
  for (const [name, color, found] of statuses)
    it(`name a status in a color that it can have: ${name} ${color}`, () => {
      const claim = decide({ variables: [[`--${name}`, color]] })[name]
      assert.equal(claim?.confidence ?? null, found)
      assert.equal(
        decide({ variables: [[`--${name}-x-y`, color]] })[name]?.confidence ?? null,
        found && 0.6,
      )
    })

  it('list the variables, up to three hundred', () => {
    const variables = Array.from({ length: 301 }, (_, at) => [`--c${at}`, red] as const)
    assert.equal(Object.keys(decide({ variables }).cssVariables).length, 300)
    assert.equal(decide({ page: black, logoPaints: ['#010101'] }).brand, null)
  })
})
