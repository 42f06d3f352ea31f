import {
  type Color,
  chromaOf,
  contrast,
  difference,
  hexOf,
  over,
  readColor,
} from '../../../page/css/color.ts'
import type { Snapshot, TextGroup } from '../page/snapshot.ts'
import { claim, type Value } from '../profile/value.ts'

type Shade = { color: Color; characters: number; selector: string }

/** Running text on the page's own color: the most used shade, and the muted one beside it. */
export const findTextColors = (
  snapshot: Snapshot,
  aside: ReadonlySet<number>,
  page: Color,
): { primary: Value<string>; secondary: Value<string> | null } => {
  const body = readColor(snapshot.roots.bodyText)
  const shades = collectShades(snapshot.texts, aside, page)
  const total = shades.reduce((sum, { characters }) => sum + characters, 0)
  const [most] = shades
  const isUsual = most && body && difference(most.color, over(body, page)) < 3
  const color = most?.color ?? (body ? over(body, page) : page)
  const share = most ? most.characters / total : 0
  const primary = claim(hexOf(color), isUsual ? 0.95 : most ? 0.55 + 0.35 * share : 0.5, [
    {
      source: 'computed',
      detail: `${Math.round(share * 100)} % of the running text`,
      selector: most?.selector ?? 'body',
      property: 'color',
    },
  ])
  const muted = shades.find(
    shade =>
      shade !== most &&
      shade.characters > total * 0.04 &&
      difference(shade.color, color) > 6 &&
      // Muted, not a price in red.
      chromaOf(shade.color) < chromaOf(color) + 0.06 &&
      contrast(shade.color, page) < contrast(color, page),
  )
  return {
    primary,
    secondary: muted
      ? claim(hexOf(muted.color), 0.7, [
          {
            source: 'computed',
            detail: `${Math.round((muted.characters / total) * 100)} % of the running text`,
            selector: muted.selector,
            property: 'color',
          },
        ])
      : null,
  }
}

const collectShades = (
  texts: readonly TextGroup[],
  aside: ReadonlySet<number>,
  page: Color,
): Shade[] => {
  const shades: Shade[] = []
  for (const group of texts) {
    if (group.context !== 'body' && group.context !== 'small') continue
    if (group.region === 'header' || (group.overlay !== null && aside.has(group.overlay))) continue
    const ground = group.on === '' ? page : readColor(group.on)
    if (!ground || difference(ground, page) > 4) continue
    const color = readColor(group.color)
    if (!color || color.alpha === 0) continue
    const seen = over(color, page)
    const shade = shades.find(other => difference(other.color, seen) < 2)
    if (shade) shade.characters += group.characters
    else shades.push({ color: seen, characters: group.characters, selector: group.selector })
  }
  return shades.sort((a, b) => b.characters - a.characters)
}
