import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BrandFacts } from '../../../../src/products/branding/decide/facts.ts'
import { decideImages, rankLogos } from '../../../../src/products/branding/decide/logos.ts'
import type { LogoSight } from '../../../../src/products/branding/page/snapshot.ts'

const url = 'https://lamps.test/mark.png'
/** In the header, at the top left, named as a logo, with the brand's name; it leads nowhere. */
const likely: LogoSight = {
  ...{ kind: 'img', url, svg: '', sprites: [], paints: [], alt: 'Lamps', names: 'logo', href: '' },
  ...{ leadsHome: false, box: { x: 20, y: 20, width: 120, height: 40 }, region: 'header' },
  ...{ naturalPx: { width: 240, height: 80 }, overlay: null, inButton: false, neighbours: 0 },
  ...{ linkText: '', backdrop: [], selector: 'img' },
}
const facts: BrandFacts = {
  ...{ title: 'Lamps', siteName: 'Lamps', organisation: undefined, description: undefined },
  ...{ themeColors: [], icons: [], ogImage: undefined },
}
const logoOf = (given: Partial<LogoSight>, times = 1) => {
  const sights = Array.from({ length: times }, () => ({ ...likely, ...given }))
  return decideImages(rankLogos(sights, facts, new Set([0])), facts).logo?.value
}

describe('a picture that looks like the logo', () => {
  const home = { leadsHome: true, href: 'https://lamps.test/' }
  const still: [why: string, given: Partial<LogoSight>, times?: number][] = [
    ['nothing speaks against it', {}],
    ['it leads to another site', { href: 'https://other.test/' }],
    ['it is in the footer', { region: 'footer', box: { ...likely.box, y: 3_000 }, ...home }],
    ['it has two others beside it', { neighbours: 2 }],
    ['it is in a button that leads home', { inButton: true, ...home }],
    ['it is in a row, but leads home', { neighbours: 5, ...home }],
    ['it lies in what floats as a part of the page', { overlay: 1 }],
    ['it is shown three times', {}, 3],
  ]
  for (const [why, given, times] of still)
    it(`is the logo, where ${why}`, () => assert.equal(logoOf(given, times), url))

  const never: [why: string, given: Partial<LogoSight>, times?: number][] = [
    ['is in a button', { inButton: true }],
    ['is one of four in a row', { neighbours: 3 }],
    ['stands among partners', { names: 'logo partners' }],
    ['leads to a social network', { href: 'https://lamps.test/facebook' }],
    ['floats over the page', { overlay: 0, ...home }],
    ['did not load', { naturalPx: { width: 0, height: 0 } }],
    ['is a pixel', { naturalPx: { width: 1, height: 1 }, ...home }],
    ['has no name and shows a way', { names: 'arrow-left', ...home }],
    ['is shown four times', {}, 4],
  ]
  for (const [why, given, times] of never)
    it(`is not the logo, where it ${why}`, () => assert.equal(logoOf(given, times), undefined))
})

describe('what speaks for a picture, and against it', () => {
  /** Of a picture in the middle of the page, of which nothing is known. */
  const plain: LogoSight = {
    ...{ ...likely, alt: '', names: '', region: 'main' },
    box: { x: 20, y: 900, width: 120, height: 40 },
  }
  const scoreOf = (given: Partial<LogoSight>): number => {
    const [logo] = rankLogos([{ ...plain, ...given }], facts, new Set([0]))
    return logo?.score ?? Number.NaN
  }
  const box = (x: number, y: number, width = 120, height = 40) => ({ box: { x, y, width, height } })
  const home = { leadsHome: true, href: 'https://lamps.test/' }
  const drawing = (svg: string, more: Partial<LogoSight> = {}): Partial<LogoSight> => ({
    ...{
      kind: 'svg',
      svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${svg}</svg>`,
    },
    ...more,
  })
  const cases: [what: string, given: Partial<LogoSight>, points: number][] = [
    ['nothing', {}, 0],
    ['in the header', { region: 'header' }, 2.5],
    ['in the footer', { region: 'footer' }, -1],
    ['leads home', home, 3.5],
    ['named as a logo', { names: 'site-logo' }, 2.5],
    ['said to be a logo', { alt: 'Our logo' }, 2.5],
    ['logos of others', { alt: 'Logos' }, 0],
    ['the name of the brand', { alt: 'LAMPS of brass' }, 2],
    ['at the top left', box(639, 139), 1],
    ['too low for that', box(639, 140), 0],
    ['too far to the right', box(640, 139), 0],
    ['at the top, leading home', { ...home, ...box(700, 239) }, 5],
    ['lower, leading home', { ...home, ...box(700, 240) }, 3.5],
    ['small at the top, leading home', { ...home, ...box(700, 200, 28, 28) }, 3.5],
    ['a wider one there', { ...home, ...box(700, 200, 29, 28) }, 5],
    ['three others in a row', { neighbours: 3 }, -5],
    ['two others', { neighbours: 2 }, 0],
    ['partners', { names: 'partners' }, -6],
    ['partners, leading home', { names: 'partners', ...home }, 3.5],
    ['in a button', { inButton: true }, -4],
    ['leads to a page of the site', { href: 'https://lamps.test/oil' }, 0],
    ['leads to another site', { href: 'https://other.test/' }, -3],
    ['leads to a social network', { href: 'https://x.test/facebook' }, -10],
    ['a control', { names: 'menu' }, -4],
    ['a control named as a logo', { names: 'menu logo' }, 2.5],
    ['the size of a control', box(20, 900, 28, 28), -2.5],
    ['a little higher', box(20, 900, 28, 29), 0],
    ['named, in that size', { names: 'logo', ...box(20, 900, 28, 28) }, 2.5],
    ['floats over the page', { overlay: 0 }, -12],
    ['floats as a part of it', { overlay: 1 }, 0],
    ['did not load', { naturalPx: { width: 0, height: 0 } }, -8],
    ['two pixels high', { naturalPx: { width: 90, height: 2 } }, -12],
    ['three pixels high', { naturalPx: { width: 90, height: 3 } }, 0],
    ['hardly a file', { url: `data:image/gif;base64,${'A'.repeat(177)}` }, -12],
    ['a file', { url: `data:image/gif;base64,${'A'.repeat(178)}` }, 0],
    ['shows a way', { linkText: '← back' }, -8],
    ['named, and shows a way', { linkText: '← back', names: 'logo' }, 2.5],
    ['a drawing', drawing('<circle r="4"/>'), 0.3],
    ['a small drawing', drawing('<circle r="4"/>', box(20, 900, 28, 28)), -2.5],
    ['straight lines', drawing('<path d="M0 0H9V9z"/>', box(20, 900, 40, 40)), -7.7],
    ['larger ones', drawing('<path d="M0 0H9V9z"/>', box(20, 900, 41, 40)), 0.3],
    [
      'lines with words',
      drawing('<path d="M0 0H9V9z"/>', { alt: 'Oil', ...box(20, 900, 40, 40) }),
      0.3,
    ],
    ['a curve', drawing('<path d="M0 0C1 2 3 4 5 6z"/>', box(20, 900, 40, 40)), 0.3],
    [
      'a line and a circle',
      drawing('<path d="M0 0H9"/><circle r="4"/>', box(20, 900, 40, 40)),
      0.3,
    ],
    [
      'a stroke and a circle',
      drawing(
        '<g fill="none" stroke="red"><path d="M0 0H9"/><circle r="4"/></g>',
        box(20, 900, 40, 40),
      ),
      -7.7,
    ],
    ['three lines', drawing('<path d="M0 0H9V9z"/>'.repeat(3), box(20, 900, 40, 40)), -7.7],
    ['four lines', drawing('<path d="M0 0H9V9z"/>'.repeat(4), box(20, 900, 40, 40)), 0.3],
    [
      'a line of 120 characters',
      drawing(`<path d="M0 0${'H1'.repeat(58)}"/>`, box(20, 900, 40, 40)),
      -7.7,
    ],
    ['a longer one', drawing(`<path d="M0 0${'H1'.repeat(58)}z"/>`, box(20, 900, 40, 40)), 0.3],
  ]
  for (const [what, given, points] of cases)
    it(`is counted in points: ${what}`, () => assert.equal(scoreOf(given), points))

  it('is nothing of drawings that show nothing, however many there are', () => {
    const empty: Partial<LogoSight> = { kind: 'svg', svg: '' }
    const sights = [empty, empty, empty, empty, drawing('<g/>'), drawing('<path')]
    assert.deepEqual(
      rankLogos(
        sights.map(sight => ({ ...plain, ...sight })),
        facts,
        new Set(),
      ),
      [],
    )
  })

  it('is less for each of more than three that look the same, and more where it is declared too', () => {
    const scores = (times: number) =>
      rankLogos(Array(times).fill({ ...plain, ...home }), facts, new Set()).map(
        ({ score }) => score,
      )
    assert.deepEqual(scores(1), [3.5])
    assert.deepEqual(scores(3), [5.5])
    assert.deepEqual(scores(4), [-1.5])
    const icons = [{ url, origin: 'touch', declaredPx: 180 }] as never
    const both = rankLogos([{ ...plain, ...home }], { ...facts, icons }, new Set())
    assert.deepEqual(
      both.map(({ score, reasons }) => [score, reasons.length]),
      [[5, 2]],
    )
  })

  it('keeps the best twenty', () => {
    const sights = Array.from({ length: 21 }, (_, at) => ({
      ...{ ...plain, url: `https://lamps.test/${at}.png` },
      ...(at === 20 ? home : {}),
    }))
    const logos = rankLogos(sights, facts, new Set())
    assert.equal(logos.length, 20)
    assert.equal(logos[0]?.url, 'https://lamps.test/20.png')
    assert.ok(!logos.some(logo => logo.url.endsWith('/19.png')))
  })

  it('makes it the logo from five points on, surer with each', () => {
    const decide = (score: number, choice?: null) =>
      decideImages([{ ...rankLogos([likely], facts, new Set())[0], score } as never], facts, choice)
        .logo?.confidence
    assert.equal(decide(4.9), undefined)
    assert.equal(decide(5), 0.6)
    assert.equal(decide(10), 0.9)
    assert.equal(decide(20), 0.95)
    assert.equal(decide(20, null), undefined)
  })
})
