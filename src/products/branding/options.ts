import { type Color, chromaOf, hueOf, lightnessOf, readColor } from '../../page/css/color.ts'
import { describeButton } from './decide/buttons.ts'
import type { Decided } from './decide/decide.ts'
import type { BrandFacts } from './decide/facts.ts'
import type { Snapshot } from './page/snapshot.ts'
import { colorRoles } from './profile/profile.ts'

/** What a model is shown: measured things in words, each chosen by its index. */
export type Options = {
  title: string
  description: string
  text: string
  buttons: string[]
  logos: string[]
  /** The same order as `hexes`: models name colors better than they read hex. */
  colors: string[]
  hexes: string[]
}

const maxButtons = 12
const maxLogos = 20
const maxColors = 12
const maxText = 3_000

export const describeOptions = (
  { profile, buttons, logos }: Decided,
  snapshot: Snapshot,
  facts: BrandFacts,
): Options => {
  const palette = (profile.colors?.palette ?? []).slice(0, maxColors)
  const candidates = [profile.colors?.brand?.value, profile.colors?.action?.value]
  const hexes = [
    ...new Set([...candidates, ...palette.map(({ hex }) => hex)].filter(hex => hex !== undefined)),
  ].slice(0, maxColors)
  return {
    title: facts.title ?? '',
    description: (facts.description ?? '').slice(0, 500),
    text: snapshot.elements
      .map(({ text }) => text)
      .join(' · ')
      .slice(0, maxText),
    buttons: buttons.slice(0, maxButtons).map(describeButton),
    logos: logos
      .slice(0, maxLogos)
      .map(
        ({ kind, source, alt, width, height, reasons }) =>
          `${kind} from ${source}, ${width ?? '?'}×${height ?? '?'} px, text “${alt ?? ''}”; ${reasons.join(', ')}`,
      ),
    colors: hexes.map(hex => {
      const color = readColor(hex)
      const uses = colorRoles.filter(role => profile.colors?.[role]?.value === hex)
      const count = palette.find(entry => entry.hex === hex)?.count ?? 0
      return `${color ? nameColor(color) : hex}, used ${count} times${uses.length > 0 ? `, as ${uses.join(', ')}` : ''}`
    }),
    hexes,
  }
}

const hues: readonly (readonly [until: number, name: string])[] = [
  [15, 'pink'],
  [45, 'red'],
  [75, 'orange'],
  [110, 'yellow'],
  [155, 'green'],
  [200, 'teal'],
  [235, 'light blue'],
  [275, 'blue'],
  [310, 'violet'],
  [345, 'magenta'],
  [360, 'pink'],
]

/** `dark blue`, `light grey`, `vivid red` */
const nameColor = (color: Color): string => {
  const lightness = lightnessOf(color)
  const hue = hueOf(color)
  if (hue === undefined) {
    if (lightness > 0.97) return 'white'
    if (lightness < 0.2) return 'black'
    return lightness > 0.75 ? 'light grey' : lightness < 0.4 ? 'dark grey' : 'grey'
  }
  const name = hues.find(([until]) => hue <= until)?.[1] ?? 'pink'
  const shade =
    lightness > 0.85 ? 'pale ' : lightness < 0.4 ? 'dark ' : chromaOf(color) > 0.17 ? 'vivid ' : ''
  return shade + name
}
