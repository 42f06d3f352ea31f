import type { Shadow } from '../decide/shadow.ts'
import type { BrandingProfile } from '../profile/profile.ts'
import { type Named, type Tokens, tokensOf } from './tokens.ts'

type Line = [name: string, value: string]

/** Custom properties; the other color scheme follows the visitor's preference. */
export const toCss = (profile: BrandingProfile): string => {
  const tokens = tokensOf(profile)
  const lines: Line[] = [
    ...colorLines(tokens.colors),
    ...tokens.fonts.map(({ name, value }): Line => [`font-${name}`, writeStack(value)]),
    ...pxLines('font-size', tokens.sizes),
    ...pxLines('radius', tokens.radii),
    ...unitLine('spacing-unit', tokens),
    ...pxLines('spacing', tokens.spacing),
    ...shadowLines(tokens),
  ]
  const other = tokens.other
    ? `\n@media (prefers-color-scheme: ${tokens.other.scheme}) {\n${block(':root', colorLines(tokens.other.colors), '  ')}}\n`
    : ''
  return comment(profile) + block(':root', lines) + other
}

/** The theme of Tailwind CSS 4: `--color-*`, `--font-*`, `--text-*`, `--radius-*`, `--shadow-*`. */
export const toTailwind = (profile: BrandingProfile): string => {
  const tokens = tokensOf(profile)
  const lines: Line[] = [
    ...colorLines(tokens.colors),
    ...tokens.fonts.map(({ name, value }): Line => [`font-${name}`, writeStack(value)]),
    ...pxLines('text', tokens.sizes),
    // Tailwind multiplies its one unit: `p-4` is four times this.
    ...unitLine('spacing', tokens),
    ...pxLines('radius', tokens.radii),
    ...shadowLines(tokens),
  ]
  return comment(profile) + block('@theme', lines)
}

const block = (head: string, lines: readonly Line[], indent = ''): string =>
  `${indent}${head} {\n${lines.map(([name, value]) => `${indent}  --${name}: ${value};\n`).join('')}${indent}}\n`

const colorLines = (colors: readonly Named<string>[]): Line[] =>
  colors.map(({ name, value }) => [`color-${name}`, value])

const pxLines = (prefix: string, values: readonly Named<number>[]): Line[] =>
  values.map(({ name, value }) => [`${prefix}-${name}`, `${value}px`])

const unitLine = (name: string, { spacingUnitPx }: Tokens): Line[] =>
  spacingUnitPx === undefined ? [] : [[name, `${spacingUnitPx}px`]]

const shadowLines = ({ shadows }: Tokens): Line[] =>
  shadows.map(({ name, value }) => [`shadow-${name}`, value.map(writeShadow).join(', ')])

const writeShadow = ({ color, x, y, blur, spread, inset }: Shadow): string =>
  `${inset ? 'inset ' : ''}${x}px ${y}px ${blur}px ${spread}px ${color}`

/** Names come from the page: quoted, so that none of them ends the declaration. */
const writeStack = (stack: readonly string[]): string =>
  stack
    .map(name =>
      /^[a-z]+(?:-[a-z]+)*$/.test(name) ? name : `"${name.replace(/["\\\p{Cc}]/gu, '')}"`,
    )
    .join(', ')

const comment = ({ url, warning }: BrandingProfile): string =>
  `/* ${`Observed on ${url}.${warning ? ` ${warning}` : ''}`.replaceAll('*/', '* /')} */\n`
