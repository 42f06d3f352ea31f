import type {
  BrandingProfile,
  Component,
  Typography,
} from '../../products/branding/profile/profile.ts'
import { present } from './call.ts'

/** A profile as these clients know it: bare values, colors in capitals, sizes with their unit. */
export const toBranding = (profile: BrandingProfile): Record<string, unknown> => {
  const { colors, typography, images, components, spacing, personality } = profile
  return present({
    colorScheme: profile.colorScheme,
    brandName: profile.brandName?.value,
    logo: images?.logo?.value,
    colors: colors && bare(colors, upper),
    fonts: typography?.fonts.map(({ family, role }) => ({ family, role })),
    typography: typography && toTypography(typography),
    spacing:
      spacing &&
      present({
        baseUnit: spacing.baseUnit?.value,
        borderRadius: spacing.radii[0] && pixels(spacing.radii[0].px),
      }),
    components: components && each(components, one => one && toComponent(one)),
    images: images && bare(images, text => text),
    personality: personality && {
      tone: personality.tone,
      energy: energies[personality.energy],
      targetAudience: personality.audienceText,
    },
  })
}

const energies = { calm: 'low', balanced: 'medium', energetic: 'high' } as const

/** Of all that is said with how sure it is, the values alone. */
const bare = (claims: object, show: (text: string) => string): Record<string, unknown> =>
  each(claims, claim => {
    const value = Object(claim).value as unknown
    return typeof value === 'string' ? show(value) : undefined
  })

const each = <T extends object>(members: T, show: (one: T[keyof T]) => unknown) =>
  present(Object.fromEntries(Object.entries(members).map(([name, one]) => [name, show(one)])))

const toTypography = ({ families, sizes, styles }: Typography) => {
  const lineHeight = (context: string) =>
    styles.find(style => style.context === context)?.lineHeight ?? undefined
  const weight = (context: string) => styles.find(style => style.context === context)?.weight
  return {
    fontFamilies: bare(families, text => text),
    fontSizes: each(sizes, claim => claim && pixels(claim.value)),
    lineHeights: present({ heading: lineHeight('h1'), body: lineHeight('body') }),
    fontWeights: present({ regular: weight('body'), bold: weight('h1') }),
  }
}

const toComponent = ({ fill, text, border, radius, shadow }: Component) =>
  present({
    background: fill && upper(fill),
    textColor: text && upper(text),
    borderColor: border && upper(border.color),
    borderRadius: pixels(radius.topLeft),
    shadow,
  })

const upper = (text: string) => text.toUpperCase()
const pixels = (size: number) => `${size}px`
