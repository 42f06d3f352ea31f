import type { Theme } from '../../../page/css/media.ts'
import { readShadow, type Shadow } from '../decide/shadow.ts'
import { type BrandingProfile, type ColorRole, colorRoles } from '../profile/profile.ts'

/** What a profile observed, as named design tokens; nothing is derived or made up. */
export type Tokens = {
  colors: Named<string>[]
  /** The roles that differ in the other scheme, and which one that is. */
  other: { scheme: Theme; colors: Named<string>[] } | undefined
  fonts: Named<string[]>[]
  sizes: Named<number>[]
  radii: Named<number>[]
  shadows: Named<Shadow[]>[]
  spacingUnitPx: number | undefined
  spacing: Named<number>[]
}

export type Named<T> = { name: string; value: T; confidence?: number }

export const tokensOf = (profile: BrandingProfile): Tokens => ({
  colors: colorsOf(profile.colors),
  other: otherColors(profile),
  fonts: fontsOf(profile),
  sizes: Object.entries(profile.typography?.sizes ?? {}).flatMap(([name, size]) =>
    size ? [{ name, value: size.value, confidence: size.confidence }] : [],
  ),
  radii: Object.entries(profile.components ?? {}).flatMap(([name, component]) =>
    component && name !== 'link'
      ? [{ name: kebab(name), value: component.radius.topLeft, confidence: component.confidence }]
      : [],
  ),
  shadows: (profile.spacing?.shadows ?? []).flatMap(({ value }, at) => {
    const parsed = readShadow(value)
    return parsed ? [{ name: `${at + 1}`, value: parsed }] : []
  }),
  spacingUnitPx: profile.spacing?.baseUnit?.value,
  spacing: (profile.spacing?.scale ?? []).map(px => ({
    name: `${px}`.replace('.', '_'),
    value: px,
  })),
})

type Roles = Partial<Record<ColorRole, { value: string; confidence: number } | null>>

const colorsOf = (roles: Roles | undefined): Named<string>[] =>
  colorRoles.flatMap(role => {
    const found = roles?.[role]
    return found ? [{ name: kebab(role), value: found.value, confidence: found.confidence }] : []
  })

const otherColors = ({ colorScheme, colors, modes }: BrandingProfile): Tokens['other'] => {
  const scheme = colorScheme === 'light' ? 'dark' : 'light'
  const there = modes?.[scheme]?.colors
  if (!there) return undefined
  const here = new Map(colorsOf(colors).map(({ name, value }) => [name, value]))
  return { scheme, colors: colorsOf(there).filter(({ name, value }) => here.get(name) !== value) }
}

const fontNames = { primary: 'body', heading: 'heading', code: 'code' } as const

const fontsOf = ({ typography }: BrandingProfile): Named<string[]>[] =>
  (['primary', 'heading', 'code'] as const).flatMap(role => {
    const family = typography?.families[role]
    if (!family) return []
    const stack = typography.fonts.find(font => font.family === family.value)?.stack ?? []
    // The cleaned name first, then what the site itself falls back on.
    const value = [family.value, ...stack.slice(1)]
    return [{ name: fontNames[role], value: [...new Set(value)], confidence: family.confidence }]
  })

const kebab = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
