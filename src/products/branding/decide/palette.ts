import {
  type Color,
  contrast,
  difference,
  hexOf,
  oklchOf,
  over,
  readColor,
} from '../../../page/css/color.ts'
import type { Snapshot } from '../page/snapshot.ts'
import { type ColorRole, colorRoles, type PaletteColor } from '../profile/profile.ts'
import type { Value } from '../profile/value.ts'
import { paintOf } from './paint.ts'
import type { Token } from './tokens.ts'

type Use = { color: Color; count: number; on: Color[] }

const maxColors = 24

/** Every color that the page paints with outside of overlays, most used first. */
export const collectPalette = (
  snapshot: Snapshot,
  aside: ReadonlySet<number>,
  page: Color,
  tokens: readonly Token[],
  roles: Record<ColorRole, Value<string> | null>,
): PaletteColor[] => {
  const uses: Use[] = []
  const add = (color: Color | undefined, count: number, on?: Color) => {
    if (!color || color.alpha < 0.05) return
    const use = uses.find(other => difference(other.color, color) < 2)
    if (use) use.count += count
    else if (uses.length < 200) uses.push({ color, count, on: [] })
    if (on) (use ?? uses.at(-1))?.on.push(on)
  }
  const isOwn = ({ overlay }: { overlay: number | null }) => overlay === null || !aside.has(overlay)
  for (const surface of snapshot.surfaces.filter(isOwn)) {
    const color = readColor(surface.value)
    add(color && over(color, page), surface.count)
  }
  for (const text of snapshot.texts.filter(isOwn)) {
    const color = readColor(text.color)
    add(color && over(color, page), text.count)
  }
  for (const element of snapshot.elements.filter(isOwn)) {
    const { fill, border, text } = paintOf(element, page)
    add(border, 1)
    if (fill) add(fill, 0, text)
  }
  const nameOf = (hex: string) => colorRoles.find(role => roles[role]?.value === hex) ?? null
  return uses
    .sort((a, b) => b.count - a.count)
    .slice(0, maxColors)
    .map(({ color, count, on }) => {
      const hex = hexOf(color)
      const readable = on.find(text => contrast(text, color) > 2)
      return {
        hex,
        oklch: oklchOf(color),
        count,
        role: nameOf(hex),
        isToken: tokens.some(token => difference(token.color, color) < 1),
        ...(readable ? { onColor: hexOf(readable) } : {}),
      }
    })
}
