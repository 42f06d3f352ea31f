import { type Color, difference, hexOf, lightnessOf, readColor } from '../../../page/css/color.ts'
import type { Theme } from '../../../page/css/media.ts'
import type { Snapshot } from '../page/snapshot.ts'
import { claim, type Value } from '../profile/value.ts'
import { pageColor } from './paint.ts'

export type PageBackground = {
  color: Color
  scheme: Theme
  claim: Value<string>
}

/** The page's own color, unless one other color is painted over most of it. */
export const findBackground = (snapshot: Snapshot, aside: ReadonlySet<number>): PageBackground => {
  const root = pageColor(snapshot)
  const cover = coverOf(snapshot, aside, root)
  const color = cover?.color ?? root
  const selector = cover?.selector ?? 'body'
  const confidence = cover ? 0.75 : snapshot.roots.hasImage ? 0.85 : 0.96
  return {
    color,
    scheme: schemeOf(color, readColor(snapshot.roots.bodyText)),
    claim: claim(hexOf(color), confidence, [
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
export const schemeOf = (background: Color, text: Color | undefined): Theme => {
  const lightness = lightnessOf(background)
  if (lightness < 0.4) return 'dark'
  if (lightness > 0.75 || !text) return lightness < 0.6 ? 'dark' : 'light'
  return lightnessOf(text) > lightness ? 'dark' : 'light'
}

const coverOf = (
  { surfaces, page, roots }: Snapshot,
  aside: ReadonlySet<number>,
  root: Color,
): { color: Color; selector: string } | undefined => {
  const whole = page.width * page.height
  // What lies under the page may be as large as what covers it.
  const under = new Set([roots.html, roots.body, ...roots.wrappers])
  for (const surface of surfaces) {
    if (under.has(surface.value)) continue
    if (surface.overlay !== null && aside.has(surface.overlay)) continue
    const color = readColor(surface.value)
    if (!color || color.alpha < 0.98 || difference(color, root) < 2) continue
    if (surface.areaPx > whole * 0.75 && surface.largestPx > whole * 0.3)
      return { color, selector: surface.selector }
  }
  return undefined
}
