import {
  type Colour,
  contrast,
  difference,
  hexOf,
  oklchOf,
  over,
  readColour,
} from '../../../page/css/color.ts'
import type { Snapshot } from '../page/snapshot.ts'
import { type ColorRole, colorRoles, type PaletteColor } from '../profile.ts'
import type { Value } from '../value.ts'
import { paintOf } from './paint.ts'
import type { Token } from './tokens.ts'

type Use = { colour: Colour; count: number; on: Colour[] }

const maxColours = 24

/** Every colour that the page paints with outside of overlays, most used first. */
export const collectPalette = (
  snapshot: Snapshot,
  aside: ReadonlySet<number>,
  page: Colour,
  tokens: readonly Token[],
  roles: Record<ColorRole, Value<string> | null>,
): PaletteColor[] => {
  const uses: Use[] = []
  const add = (colour: Colour | undefined, count: number, on?: Colour) => {
    if (!colour || colour.alpha < 0.05) return
    const use = uses.find(other => difference(other.colour, colour) < 2)
    if (use) use.count += count
    else if (uses.length < 200) uses.push({ colour, count, on: [] })
    if (on) (use ?? uses.at(-1))?.on.push(on)
  }
  const isOwn = ({ overlay }: { overlay: number | null }) => overlay === null || !aside.has(overlay)
  for (const surface of snapshot.surfaces.filter(isOwn)) {
    const colour = readColour(surface.value)
    add(colour && over(colour, page), surface.count)
  }
  for (const text of snapshot.texts.filter(isOwn)) {
    const colour = readColour(text.color)
    add(colour && over(colour, page), text.count)
  }
  for (const element of snapshot.elements.filter(isOwn)) {
    const { fill, border, text } = paintOf(element, page)
    add(border, 1)
    if (fill) add(fill, 0, text)
  }
  const nameOf = (hex: string) => colorRoles.find(role => roles[role]?.value === hex) ?? null
  return uses
    .sort((a, b) => b.count - a.count)
    .slice(0, maxColours)
    .map(({ colour, count, on }) => {
      const hex = hexOf(colour)
      const readable = on.find(text => contrast(text, colour) > 2)
      return {
        hex,
        oklch: oklchOf(colour),
        count,
        role: nameOf(hex),
        isToken: tokens.some(token => difference(token.colour, colour) < 1),
        ...(readable ? { onColor: hexOf(readable) } : {}),
      }
    })
}
