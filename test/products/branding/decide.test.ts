import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Color, hexOf, readColor } from '../../../src/page/css/color.ts'
import { electBrand } from '../../../src/products/branding/decide/brand-color.ts'
import { rankButtons } from '../../../src/products/branding/decide/buttons.ts'
import { chooseFirst } from '../../../src/products/branding/decide/choices.ts'
import { decideDesignSystem } from '../../../src/products/branding/decide/design-system.ts'
import { rules } from '../../../src/products/branding/decide/design-systems.ts'
import { cleanFamily, firstFamily } from '../../../src/products/branding/decide/families.ts'
import { judgeOverlay, safeAnswer } from '../../../src/products/branding/decide/overlays.ts'
import { readShadow, visibleShadow } from '../../../src/products/branding/decide/shadow.ts'
import { decideSpacing } from '../../../src/products/branding/decide/spacing.ts'
import { readTokens, tokensFor } from '../../../src/products/branding/decide/tokens.ts'
import { toCss } from '../../../src/products/branding/exports/css.ts'
import type { Measured, Overlay, Snapshot } from '../../../src/products/branding/page/snapshot.ts'

const color = (text: string): Color => {
  const read = readColor(text)
  assert.ok(read, text)
  return read
}

describe('a font’s name', () => {
  it('is what people call it, whatever a build tool made of it', () => {
    const names = [
      ['__Inter_a1b2c3', 'Inter'],
      ['__Source_Sans_Pro_1f2e3d', 'Source Sans Pro'],
      ['__GDS_Transport_1raoz4', 'GDS Transport'],
      ['__Inter_Fallback_a1b2c3', undefined],
      ['Geist Fallback', undefined],
      ['Inter Placeholder', undefined],
      ['Graphik-7f3a9c01', 'Graphik'],
      ['font_8a7f6e5d4c', undefined],
      ['Font Awesome 6 Free', 'Font Awesome 6 Free'],
      ['IBM Plex Sans', 'IBM Plex Sans'],
      ['Facade', 'Facade'],
    ] as const
    for (const [hashed, clean] of names) assert.equal(cleanFamily(hashed), clean, hashed)
    assert.equal(firstFamily('"__Inter_Fallback_a1b2c3", "Open Sans", serif'), 'Open Sans')
  })
})

describe('the base unit', () => {
  const unitOf = (...px: number[]) => {
    const distances = px.map(each => ({ px: each, count: 3 }))
    const snapshot = { distances, radii: [], shadows: [], variables: [], roots: { rootFontPx: 16 } }
    return decideSpacing(snapshot as unknown as Snapshot).baseUnit?.value
  }
  it('is the one whose multiples the distances are', () => {
    assert.equal(unitOf(5, 10, 15, 20, 25, 30, 40, 60), 5)
    assert.equal(unitOf(4, 8, 12, 16, 20, 24, 48), 4)
    assert.equal(unitOf(8, 16, 24, 32, 48, 64), 8)
    assert.equal(unitOf(6, 12, 18, 24, 30, 42), 6)
  })
  it('is none when nothing fits, or when there is too little to say', () => {
    assert.equal(unitOf(3.2, 7, 11, 13.5, 17, 22, 29, 31), undefined)
    assert.equal(unitOf(8, 16), undefined)
    assert.equal(unitOf(), undefined)
  })
})

describe('an overlay', () => {
  const overlay = (given: Partial<Overlay>): Overlay => ({
    names: '',
    role: '',
    position: 'fixed',
    zIndex: 100,
    box: { x: 0, y: 600, width: 1280, height: 200 },
    text: '',
    hasNavigation: false,
    hasHeading: false,
    isModal: false,
    buttons: [],
    ...given,
  })
  const button = (text: string, index: number, tag = 'button', href = '') => ({
    ...{ text, index, tag, href },
  })
  const page = { viewport: { width: 1280, height: 800 }, page: { width: 1280, height: 3000 } }
  const judge = (given: Partial<Overlay>) => judgeOverlay(overlay(given), page as Snapshot)

  it('is known by its words where its names are hashed', () => {
    const buttons = [button('Accept all', 0)]
    assert.equal(judge({ text: 'We use cookies. Accept all', buttons }), 'consent')
    assert.equal(
      judge({ position: 'static', text: 'Wir verwenden Cookies. Alle akzeptieren', buttons }),
      'consent',
    )
  })
  it('is part of the page when it is its header or its sticky side', () => {
    const header = { x: 0, y: 0, width: 1280, height: 72 }
    assert.equal(judge({ box: header, hasNavigation: true, text: 'Product Pricing' }), 'bar')
    assert.equal(judge({ position: 'sticky', text: 'On this page' }), 'bar')
    const column = { x: 0, y: 0, width: 240, height: 800 }
    assert.equal(judge({ box: column, hasNavigation: true }), 'bar')
    assert.equal(judge({ box: column }), 'notice')
  })
  it('is part of the page when it is all there is: the shell of an application', () => {
    const shell = overlay({ box: { x: 0, y: 0, width: 1280, height: 800 }, text: 'x'.repeat(401) })
    const judgeAt = (height: number, given: Partial<Overlay> = {}) =>
      judgeOverlay({ ...shell, ...given }, { ...page, page: { width: 1280, height } } as Snapshot)
    assert.equal(judgeAt(800), 'bar')
    assert.equal(judgeAt(840), 'bar')
    assert.equal(judgeAt(841), 'notice')
    assert.equal(judgeAt(800, { text: 'Subscribe' }), 'notice')
    assert.equal(judgeAt(800, { box: { x: 0, y: 0, width: 640, height: 800 } }), 'notice')
  })
  it('is set aside when it chats, asks or announces', () => {
    const corner = { x: 1190, y: 710, width: 70, height: 70 }
    assert.equal(judge({ box: corner, text: 'Chat' }), 'chat')
    assert.equal(judge({ isModal: true, text: 'Subscribe to our newsletter' }), 'dialog')
    assert.equal(judge({ text: 'Black Friday: everything must go' }), 'notice')
  })
  it('is refused before it is closed, closed before it is accepted, and never followed', () => {
    const all = [button('Accept all', 0), button('Close', 1), button('Reject all', 2)]
    assert.equal(safeAnswer(overlay({ buttons: all })), 2)
    assert.equal(safeAnswer(overlay({ buttons: all.slice(0, 2) })), 1)
    assert.equal(safeAnswer(overlay({ buttons: all.slice(0, 1) })), 0)
    const away = [button('Reject all', 0, 'a', '/privacy/reject')]
    assert.equal(safeAnswer(overlay({ buttons: away })), undefined)
  })
})

describe('a token', () => {
  const nameFor = (role: 'brand' | 'primary' | 'error', ...names: string[]) =>
    tokensFor(
      readTokens(
        names.map(name => [name, '#123456'] as const),
        'light',
      ),
      role,
    )[0]?.name

  it('means a role by its name, not a state or a tint of it', () => {
    assert.equal(
      nameFor('primary', '--bs-primary-border-subtle', '--bs-primary', '--bs-btn-primary-hover'),
      '--bs-primary',
    )
    assert.equal(
      nameFor('primary', '--color-primary-content', '--color-primary'),
      '--color-primary',
    )
    assert.equal(nameFor('primary', '--text-primary', '--primary-foreground'), undefined)
    assert.equal(nameFor('brand', '--brand-light', '--govuk-brand-color'), '--govuk-brand-color')
    assert.equal(nameFor('error', '--mat-sys-error', '--on-error'), '--mat-sys-error')
  })
  it('may be channels that the page puts into hsl() itself', () => {
    const [token] = readTokens([['--primary', '222.2 47.4% 11.2%']], 'light')
    assert.equal(token && hexOf(token.color), '#0f172a')
  })
})

describe('the brand’s color', () => {
  const vote = (text: string, weight: number, detail: string) => ({
    color: color(text),
    weight,
    evidence: { source: 'computed', detail } as const,
  })
  it('is what several signs agree on, not the button alone', () => {
    const blue = [vote('#1d70b8', 1.2, 'header'), vote('#1d70b8', 1, 'links')]
    const green = [vote('#0f7a52', 1.5, 'button')]
    assert.equal(electBrand([...green, ...blue])?.claim.value, '#1d70b8')
    assert.equal(electBrand(green)?.claim.value, '#0f7a52')
    assert.equal(electBrand([]), null)
  })
  it('is surer the further it is ahead', () => {
    const one = electBrand([vote('#1d70b8', 1, 'links')])
    const many = electBrand(['token', 'header', 'logo'].map(name => vote('#1d70b8', 2, name)))
    assert.ok(one && many && many.claim.confidence > one.claim.confidence)
    assert.ok(one && one.claim.confidence < 0.8)
  })
})

describe('the main button', () => {
  const style = {
    ...{ color: '#ffffff', background: '#111111', gradient: '', shadow: '', family: 'Lato' },
    ...{ borderColor: '', borderWidthPx: 0, borderStyle: 'none', decoration: 'none' },
    ...{ sizePx: 16, weight: 400, opacity: 1 },
    radius: [0, 0, 0, 0] as [number, number, number, number],
    padding: [8, 16, 8, 16] as [number, number, number, number],
  }
  const button = (text: string, background: string, y: number, names = ''): Measured => ({
    ...{ kind: 'button', tag: 'a', role: '', type: '', names, text, label: '', href: '/x' },
    ...{ selector: 'a', backdrop: [], overlay: null, region: 'main', size: 0 },
    ...{ inText: false, isDisabled: false },
    box: { x: 40, y, width: 160, height: 40 },
    style: { ...style, background },
  })
  const first = (...elements: Measured[]) => {
    const snapshot = { elements, viewport: { width: 1280, height: 800 } } as Snapshot
    return rankButtons(snapshot, new Set(), color('#ffffff'))[0]?.best.element.text
  }

  it('may be black, and is not outvoted by faint ones however many there are', () => {
    const faint = Array.from({ length: 12 }, (_, at) => button('Add to cart', '#f3f4f6', 600 + at))
    assert.equal(
      first(...faint, button('Shop the collection', '#111111', 400)),
      'Shop the collection',
    )
  })
  it('is not a status, a tab or a control, whatever its color', () => {
    const plain = button('Get started', '#555555', 300)
    assert.equal(first(plain, button('Delete', '#dc2626', 100, 'btn-danger')), 'Get started')
    assert.equal(first(plain, button('Next', '#2563eb', 100, 'carousel-next')), 'Get started')
    assert.equal(
      first(plain, { ...button('Overview', '#2563eb', 100), role: 'tab' }),
      'Get started',
    )
  })
  it('is the first of two that differ in nothing but color', () => {
    const [a, b] = [button('Start', '#2563eb', 300), button('See more', '#7c3aed', 300)]
    assert.equal(first(a, { ...b, box: { ...b.box, x: 240 } }), 'Start')
  })
})

describe('a design system', () => {
  const marks = {
    classes: [],
    attributes: [],
    tags: [],
    files: [],
    generator: '',
    rootAttributes: [],
  }
  const named = (classes: string[], variables: string[] = []) =>
    decideDesignSystem({
      marks: { ...marks, classes: classes.map(name => [name, 1]) },
      variables: variables.map(name => [name, '#123456']),
    } as unknown as Snapshot)

  it('needs two signs of its own', () => {
    assert.equal(named(['btn', 'btn-primary', 'container', 'row']).framework, null)
    assert.equal(
      named(['btn', 'navbar-brand', 'btn-outline-primary']).framework?.value,
      'Bootstrap',
    )
    assert.equal(named([], ['--bs-primary', '--bs-body-bg']).framework, null)
  })
  it('is the one of which most signs are there, and of as many, the one with more names', () => {
    const bootstrap = ['navbar-brand', 'btn-outline-primary', 'col-md-6']
    const bulma = ['is-primary', 'is-link', 'columns', 'column']
    const frameworkOf = (...classes: string[]) => named(classes).framework?.value
    assert.equal(frameworkOf(...bootstrap, ...bulma), 'Bootstrap')
    assert.equal(frameworkOf(...bootstrap.slice(1), ...bulma), 'Bulma')
    const variables = ['--bulma-primary', '--bulma-radius']
    const most = named([...bootstrap.slice(1), ...bulma], variables)
    assert.equal(most.framework?.value, 'Bulma')
    assert.equal(most.framework?.confidence, 0.95)
    assert.equal(named(bootstrap.slice(1)).framework?.confidence, 0.85)
    assert.equal(named([...bootstrap.slice(1), `col-md-6${'6'.repeat(200)}`]).signals.length, 2)
  })
  it('is not taken for another one that shares its words', () => {
    const daisy = named(
      ['btn', 'btn-primary', 'btn-ghost', 'bg-base-200', 'navbar', 'card-body'],
      ['--color-base-100', '--color-base-content', '--color-primary-content'],
    )
    assert.equal(daisy.componentLibrary?.value, 'daisyUI')
    assert.equal(daisy.framework, null)
    assert.equal(named(['uk-flag', 'uk-map']).framework, null)
  })
  it('has anchored rules with at least two signs each', () => {
    for (const { name, signs } of rules) {
      assert.ok(signs.length >= 2, name)
      for (const { pattern, in: place } of signs)
        if (place !== 'file')
          assert.match(pattern.source, /^\^.*(\$|-|\[a-z\[\])$/, `${name}: ${pattern}`)
    }
  })
})

describe('an export', () => {
  it('lets no name of the page end its own declaration', () => {
    const css = toCss({
      url: 'https://a.test/*/',
      brandName: null,
      colorScheme: 'light',
      typography: {
        fonts: [],
        families: {
          primary: { value: 'x"; } body { display: none', confidence: 1 },
          heading: null,
          code: null,
        },
        sizes: {
          h1: null,
          h2: null,
          h3: null,
          h4: null,
          h5: null,
          h6: null,
          body: null,
          small: null,
        },
        weights: [],
        lineHeights: [],
        styles: [],
      },
    })
    assert.match(css, /--font-body: "x; } body { display: none";/)
    assert.equal(css.indexOf('*/'), css.lastIndexOf('*/'))
  })
  it('reads the shadows that browsers compute, and nothing else', () => {
    assert.deepEqual(readShadow('rgba(0, 0, 0, 0.1) 0px 2px 8px 0px'), [
      { color: 'rgba(0, 0, 0, 0.1)', x: 0, y: 2, blur: 8, spread: 0, inset: false },
    ])
    assert.equal(readShadow('url(javascript:1) 0px'), undefined)
    const seen = 'rgba(0, 0, 0, 0.1) 0px 1px 3px 0px'
    assert.equal(visibleShadow(`rgba(0, 0, 0, 0) 0px 0px 0px 0px, ${seen}`), seen)
    assert.equal(visibleShadow('rgba(0, 0, 0, 0) 0px 0px 0px 0px'), '')
  })
})

describe('a choice', () => {
  it('moves one to the front and loses none', () => {
    assert.deepEqual(chooseFirst(['a', 'b', 'c'], 2), ['c', 'a', 'b'])
    assert.deepEqual(chooseFirst(['a', 'b'], 7), ['a', 'b'])
    assert.deepEqual(chooseFirst(['a', 'b'], undefined), ['a', 'b'])
  })
})
