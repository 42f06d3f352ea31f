import { readColor } from '../../../page/css/color.ts'
import type { Shadow } from '../decide/shadow.ts'
import type { BrandingProfile } from '../profile/profile.ts'
import { type Named, type Tokens, tokensOf } from './tokens.ts'

type Json = Record<string, unknown>

/** Design tokens in the format of the W3C Design Tokens Community Group, 2025.10. */
export const toDtcg = (profile: BrandingProfile): Json => {
  const tokens = tokensOf(profile)
  return withoutEmpty({
    $description: `Observed on ${profile.url}`,
    color: group('color', tokens.colors, colorValue),
    ...(tokens.other && {
      [`color-${tokens.other.scheme}`]: group('color', tokens.other.colors, colorValue),
    }),
    font: group('fontFamily', tokens.fonts, stack => stack),
    'font-size': group('dimension', tokens.sizes, px),
    radius: group('dimension', tokens.radii, px),
    spacing: group('dimension', spacingOf(tokens), px),
    shadow: group('shadow', tokens.shadows, layers => layers.map(shadowValue)),
  })
}

const group = <T>(type: string, tokens: readonly Named<T>[], write: (value: T) => unknown): Json =>
  tokens.length === 0
    ? {}
    : {
        $type: type,
        ...Object.fromEntries(
          tokens.map(({ name, value, confidence }) => [
            name,
            {
              $value: write(value),
              ...(confidence === undefined
                ? {}
                : { $extensions: { 'siteray.branding': { confidence } } }),
            },
          ]),
        ),
      }

const spacingOf = ({ spacing, spacingUnitPx }: Tokens): Named<number>[] =>
  spacingUnitPx === undefined ? spacing : [{ name: 'unit', value: spacingUnitPx }, ...spacing]

const px = (value: number): Json => ({ value, unit: 'px' })

const colorValue = (text: string): Json => {
  const { red, green, blue, alpha } = readColor(text) ?? black
  const components = [red, green, blue].map(channel => Math.round(channel * 10_000) / 10_000)
  return {
    colorSpace: 'srgb',
    components,
    ...(alpha < 1 ? { alpha: Math.round(alpha * 1_000) / 1_000 } : {}),
    ...(text.startsWith('#') ? { hex: text } : {}),
  }
}
const black = { red: 0, green: 0, blue: 0, alpha: 1 }

const shadowValue = ({ color, x, y, blur, spread, inset }: Shadow): Json => ({
  color: colorValue(color),
  offsetX: px(x),
  offsetY: px(y),
  blur: px(blur),
  spread: px(spread),
  ...(inset ? { inset } : {}),
})

const withoutEmpty = (tree: Json): Json =>
  Object.fromEntries(
    Object.entries(tree).filter(
      ([, value]) => typeof value !== 'object' || Object.keys(Object(value)).length > 0,
    ),
  )
