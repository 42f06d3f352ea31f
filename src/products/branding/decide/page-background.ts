import { type Colour, difference, hexOf, lightnessOf, readColour } from '../../../page/css/color.ts'
import type { Snapshot } from '../page/snapshot.ts'
import { claim, type Value } from '../value.ts'
import { pageColour } from './paint.ts'

export type PageBackground = {
  colour: Colour
  scheme: 'light' | 'dark'
  claim: Value<string>
}

/** The page's own colour, unless one other colour is painted over most of it. */
export const findBackground = (snapshot: Snapshot, aside: ReadonlySet<number>): PageBackground => {
  const root = pageColour(snapshot)
  const cover = coverOf(snapshot, aside, root)
  const colour = cover?.colour ?? root
  const selector = cover?.selector ?? 'body'
  const confidence = cover ? 0.75 : snapshot.roots.hasImage ? 0.85 : 0.96
  return {
    colour,
    scheme: schemeOf(colour, readColour(snapshot.roots.bodyText)),
    claim: claim(hexOf(colour), confidence, [
      {
        source: 'computed',
        detail: cover ? 'painted over most of the page' : 'painted under the whole page',
        selector,
        property: 'background-color',
      },
    ]),
  }
}

/** Between the clear cases the text decides: light on dark or dark on light. */
export const schemeOf = (background: Colour, text: Colour | undefined): 'light' | 'dark' => {
  const lightness = lightnessOf(background)
  if (lightness < 0.4) return 'dark'
  if (lightness > 0.75 || !text) return lightness < 0.6 ? 'dark' : 'light'
  return lightnessOf(text) > lightness ? 'dark' : 'light'
}

const coverOf = (
  { surfaces, page, roots }: Snapshot,
  aside: ReadonlySet<number>,
  root: Colour,
): { colour: Colour; selector: string } | undefined => {
  const whole = page.width * page.height
  // What lies under the page may be as large as what covers it.
  const under = new Set([roots.html, roots.body, ...roots.wrappers])
  for (const surface of surfaces) {
    if (under.has(surface.value)) continue
    if (surface.overlay !== null && aside.has(surface.overlay)) continue
    const colour = readColour(surface.value)
    if (!colour || colour.alpha < 0.98 || difference(colour, root) < 2) continue
    if (surface.areaPx > whole * 0.75 && surface.largestPx > whole * 0.3)
      return { colour, selector: surface.selector }
  }
  return undefined
}
