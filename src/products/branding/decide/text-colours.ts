import {
  type Colour,
  chromaOf,
  contrast,
  difference,
  hexOf,
  over,
  readColour,
} from '../../../page/css/color.ts'
import type { Snapshot, TextGroup } from '../page/snapshot.ts'
import { claim, type Value } from '../value.ts'

type Shade = { colour: Colour; characters: number; selector: string }

/** Running text on the page's own colour: the most used shade, and the muted one beside it. */
export const findTextColours = (
  snapshot: Snapshot,
  aside: ReadonlySet<number>,
  page: Colour,
): { primary: Value<string>; secondary: Value<string> | null } => {
  const body = readColour(snapshot.roots.bodyText)
  const shades = collectShades(snapshot.texts, aside, page)
  const total = shades.reduce((sum, { characters }) => sum + characters, 0)
  const [most] = shades
  const isUsual = most && body && difference(most.colour, over(body, page)) < 3
  const colour = most?.colour ?? (body ? over(body, page) : page)
  const share = most ? most.characters / total : 0
  const primary = claim(hexOf(colour), isUsual ? 0.95 : most ? 0.55 + 0.35 * share : 0.5, [
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
      difference(shade.colour, colour) > 6 &&
      // Muted, not a price in red.
      chromaOf(shade.colour) < chromaOf(colour) + 0.06 &&
      contrast(shade.colour, page) < contrast(colour, page),
  )
  return {
    primary,
    secondary: muted
      ? claim(hexOf(muted.colour), 0.7, [
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
  page: Colour,
): Shade[] => {
  const shades: Shade[] = []
  for (const group of texts) {
    if (group.context !== 'body' && group.context !== 'small') continue
    if (group.region === 'header' || (group.overlay !== null && aside.has(group.overlay))) continue
    const ground = group.on === '' ? page : readColour(group.on)
    if (!ground || difference(ground, page) > 4) continue
    const colour = readColour(group.color)
    if (!colour || colour.alpha === 0) continue
    const seen = over(colour, page)
    const shade = shades.find(other => difference(other.colour, seen) < 2)
    if (shade) shade.characters += group.characters
    else shades.push({ colour: seen, characters: group.characters, selector: group.selector })
  }
  return shades.sort((a, b) => b.characters - a.characters)
}
