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
