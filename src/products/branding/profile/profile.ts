import type { Static } from 'typebox'
import { named } from '../../../base/http/answers.ts'
import { optional, orNull, Type } from '../../../kit/schema.ts'
import { Confidence, claimOf, evidenceList } from './value.ts'

/** The seven parts of a profile; `colors` and `images` alone need no browser. */
export const parts = [
  'colors',
  'typography',
  'images',
  'components',
  'spacing',
  'personality',
  'designSystem',
] as const
export type ProfilePart = (typeof parts)[number]

const Hex = Type.String({
  pattern: '^#[0-9a-f]{6}$',
  description: '`#rrggbb`, as painted in sRGB',
})
const Px = Type.Number({ description: 'CSS pixels' })
const color = (description: string) => claimOf(Hex, 'ColorClaim', description)
const text = (description: string) => claimOf(Type.String(), 'TextClaim', description)
const px = (description: string) => claimOf(Px, 'SizeClaim', description)

const roles = {
  brand: color(
    'The color of the identity: declared (token, theme-color), or of the logo and the header',
  ),
  action: color('Fill of the main button; differs from `brand` on some sites'),
  primary: color('What the main action is painted in: `action` where there is one, else `brand`'),
  secondary: color('The second color: of the second button, or declared'),
  accent: color('A further color that stands out'),
  background: color('The page'),
  textPrimary: color('Running text'),
  textSecondary: color('Muted text'),
  link: color('Links in running text'),
  success: color('Status: success'),
  warning: color('Status: warning'),
  error: color('Status: error'),
}
export type ColorRole = keyof typeof roles
export const colorRoles = Object.keys(roles) as ColorRole[]

const PaletteColor = named('PaletteColor', {
  hex: Hex,
  oklch: Type.String(),
  count: Type.Number({ description: 'Elements (or rules, without a browser) that use it' }),
  role: orNull(Type.String(), 'The role above that it has'),
  isToken: Type.Boolean({ description: 'A custom property holds it' }),
  onColor: Type.Optional(Hex),
})
export type PaletteColor = Static<typeof PaletteColor>

export const Colors = named('BrandColors', {
  ...roles,
  palette: Type.Array(PaletteColor, { description: 'Most used first' }),
  cssVariables: Type.Record(Type.String(), Type.String(), {
    description: 'Custom properties of the page with colors, as painted or as authored',
  }),
})
export type Colors = Static<typeof Colors>

const Font = named('BrandFont', {
  family: Type.String({ description: 'Cleaned of build hashes' }),
  role: Type.Enum(['heading', 'body', 'code', 'button', 'other']),
  share: Type.Number({ minimum: 0, maximum: 1, description: 'Of the page’s text' }),
  stack: Type.Array(Type.String(), { description: 'As declared' }),
  rendered: orNull(
    Type.Object({
      family: Type.String(),
      isCustom: Type.Boolean({ description: 'Loaded by the page, not of the system' }),
    }),
    'What was really painted, here',
  ),
  confidence: Confidence,
  evidence: evidenceList,
})
export type Font = Static<typeof Font>

const TextStyle = named('TextStyle', {
  context: Type.String({ description: '`h1` … `h6`, `body`, `small`, `button`, `link`, `code`' }),
  family: Type.String(),
  sizePx: Px,
  weight: Type.Number(),
  lineHeight: orNull(Type.Number(), 'As a multiple of the size; null for `normal`'),
  letterSpacing: orNull(Px, 'null for `normal`'),
  transform: Type.String(),
  count: Type.Number({ description: 'Characters set so' }),
})
export type TextStyle = Static<typeof TextStyle>

export const sizeNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'body', 'small'] as const

export const Typography = named('BrandTypography', {
  fonts: Type.Array(Font),
  families: Type.Object({
    primary: text('Of running text'),
    heading: text('Of headings'),
    code: text('Of code'),
  }),
  sizes: Type.Object(
    Object.fromEntries(sizeNames.map(name => [name, px(`Size of ${name}`)])) as Record<
      (typeof sizeNames)[number],
      ReturnType<typeof px>
    >,
  ),
  weights: Type.Array(Type.Object({ weight: Type.Number(), count: Type.Number() })),
  lineHeights: Type.Array(Type.Object({ lineHeight: Type.Number(), count: Type.Number() })),
  styles: Type.Array(TextStyle, { description: 'Every style of text, most used first' }),
})
export type Typography = Static<typeof Typography>

const Logo = named('BrandLogo', {
  url: Type.String({ description: 'http(s), or a data URL for a logo drawn in the page' }),
  kind: Type.Enum(['svg', 'img', 'icon']),
  source: Type.String({ description: 'Where it stood: `header`, `json-ld`, `touch`, `link`, …' }),
  alt: orNull(Type.String(), 'Its text'),
  href: orNull(Type.String(), 'Where it leads'),
  width: orNull(Px, 'As shown'),
  height: orNull(Px, 'As shown'),
  theme: optional.Enum(['light', 'dark']),
  score: Type.Number(),
  reasons: Type.Array(Type.String(), { description: 'What speaks for and against it' }),
  svg: optional.String({ description: 'The drawing, rebuilt without scripts' }),
})
export type Logo = Static<typeof Logo>

export const Images = named('BrandImages', {
  logo: text('Address of the best logo'),
  logos: Type.Array(Logo, { description: 'All candidates, best first' }),
  favicon: text('Address of the icon'),
  ogImage: text('Address of the image for sharing'),
})
export type Images = Static<typeof Images>

const sides = { top: Px, right: Px, bottom: Px, left: Px }

export const Component = named('BrandComponent', {
  fill: orNull(Hex, 'null where nothing is painted'),
  text: orNull(Hex, 'Color of its text'),
  border: orNull(
    Type.Object({ color: Hex, widthPx: Px, style: Type.String() }),
    'null where there is none',
  ),
  radius: Type.Object({ topLeft: Px, topRight: Px, bottomRight: Px, bottomLeft: Px }),
  shadow: orNull(Type.String(), 'As computed'),
  padding: Type.Object(sides),
  font: Type.Object({ family: Type.String(), sizePx: Px, weight: Type.Number() }),
  confidence: Confidence,
  evidence: evidenceList,
})
export type Component = Static<typeof Component>

const component = (description: string) => orNull(Component, description)

export const Components = named('BrandComponents', {
  buttonPrimary: component('The main button'),
  buttonSecondary: component('The other button'),
  input: component('A text field'),
  card: component('A panel that holds content'),
  link: component('A link in running text'),
})
export type Components = Static<typeof Components>

export const Spacing = named('BrandSpacing', {
  baseUnit: orNull(
    Type.Object({
      value: Px,
      fit: Type.Number({
        description: 'Share of the distances that are multiples of it, 0 to 1',
      }),
      confidence: Confidence,
      evidence: evidenceList,
    }),
    'The unit that the page’s distances are multiples of; null when none fits well',
  ),
  scale: Type.Array(Px, { description: 'Spacing values in use, ascending' }),
  radii: Type.Array(Type.Object({ px: Px, count: Type.Number() })),
  shadows: Type.Array(Type.Object({ value: Type.String(), count: Type.Number() })),
})
export type Spacing = Static<typeof Spacing>

export const tones = [
  'professional',
  'friendly',
  'playful',
  'bold',
  'elegant',
  'technical',
] as const
export const energies = ['calm', 'balanced', 'energetic'] as const
export const audiences = [
  'consumers',
  'businesses',
  'developers',
  'professionals',
  'citizens',
  'learners',
  'general',
] as const

export const Personality = named('BrandPersonality', {
  tone: Type.Enum([...tones]),
  energy: Type.Enum([...energies]),
  audience: Type.Enum([...audiences]),
  audienceText: Type.String({ description: 'Who it speaks to, in a few words' }),
  confidence: Confidence,
  evidence: evidenceList,
})
export type Personality = Static<typeof Personality>

export const DesignSystem = named('BrandDesignSystem', {
  framework: text('CSS framework or design system'),
  componentLibrary: text('Component library'),
  signals: Type.Array(Type.String(), { description: 'What gave them away' }),
})
export type DesignSystem = Static<typeof DesignSystem>

const Mode = named('BrandMode', {
  colors: Type.Partial(Type.Object(roles), { description: 'The roles measured in this scheme' }),
})
export type Mode = Static<typeof Mode>

export const BrandingProfile = named('BrandingProfile', {
  url: Type.String({ description: 'The final address' }),
  brandName: text('Name of the brand'),
  colorScheme: Type.Enum(['light', 'dark'], { description: 'As painted' }),
  colors: Type.Optional(Colors),
  typography: Type.Optional(Typography),
  images: Type.Optional(Images),
  components: Type.Optional(Components),
  spacing: Type.Optional(Spacing),
  personality: Type.Optional(
    orNull(Personality, 'A language model’s judgement; null without a model'),
  ),
  designSystem: Type.Optional(DesignSystem),
  modes: optional.Object(
    { light: Type.Optional(Mode), dark: Type.Optional(Mode) },
    { description: 'Both schemes, where the site has both' },
  ),
  warning: optional.String({ description: 'What was lost or is doubtful' }),
})
export type BrandingProfile = Static<typeof BrandingProfile>
