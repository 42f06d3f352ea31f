import type { Snapshot } from '../page/snapshot.ts'
import {
  type BrandingProfile,
  type ColorRole,
  type Colors,
  colorRoles,
  type Mode,
  type ProfilePart,
} from '../profile/profile.ts'
import type { Value } from '../profile/value.ts'
import { findBrandName } from './brand-name.ts'
import { type ButtonGroup, rankButtons } from './buttons.ts'
import { type Choices, chooseBrand, chooseFirst, chooseLogo } from './choices.ts'
import { decideColors } from './colors.ts'
import { decideComponents } from './components.ts'
import { decideDesignSystem } from './design-system.ts'
import type { BrandFacts } from './facts.ts'
import { decideImages, type RankedLogo, rankLogos } from './logos.ts'
import { setAside } from './overlays.ts'
import { findBackground, type PageBackground } from './page-background.ts'
import { decideSpacing } from './spacing.ts'
import { decideTypography, type PaintedFonts } from './typography.ts'

type Sight = {
  facts: BrandFacts
  url: string
  snapshot: Snapshot
  /** The same page in its other color scheme, where it has one. */
  other: Snapshot | undefined
  painted: PaintedFonts
}

export type Decided = {
  profile: BrandingProfile
  /** What a model may choose among, in the order in which the choices count. */
  buttons: ButtonGroup[]
  logos: RankedLogo[]
}

/** From what was measured to what is answered; the same input always gives the same profile. */
export const decideProfile = (
  sight: Sight,
  include: readonly ProfilePart[],
  choices: Choices = {},
): Decided => {
  const { snapshot, facts } = sight
  const scene = readScene(snapshot)
  const { aside, background } = scene
  const logos = rankLogos(snapshot.logos, facts, aside)
  const buttons = chooseFirst(scene.buttons, choices.button)
  const chosenLogos = chooseLogo(logos, choices.logo)
  const logoPaints = chosenLogos[0]?.paints ?? []
  const measured = decideColors({
    ...{ snapshot, aside, background, buttons, logoPaints },
    themeColors: facts.themeColors,
  })
  const colors = chooseBrand(measured, choices)
  const wants = (part: ProfilePart) => include.includes(part)
  const modes =
    sight.other && wants('colors') ? bothModes(colors, background, sight.other, buttons) : undefined
  const profile: BrandingProfile = {
    url: sight.url,
    brandName: findBrandName(
      facts,
      sight.url,
      chosenLogos[0]?.alt ?? undefined,
      homeText(snapshot),
    ),
    colorScheme: background.scheme,
    ...(wants('colors') && { colors }),
    ...(wants('typography') && { typography: decideTypography(snapshot, aside, sight.painted) }),
    ...(wants('images') && { images: decideImages(chosenLogos, facts, choices.logo) }),
    ...(wants('components') && {
      components: decideComponents(snapshot, aside, background.color, buttons),
    }),
    ...(wants('spacing') && { spacing: decideSpacing(snapshot) }),
    ...(wants('personality') && { personality: null }),
    ...(wants('designSystem') && { designSystem: decideDesignSystem(snapshot) }),
    ...(modes && { modes }),
    ...(snapshot.isCut && { warning: 'The page is very large: its end was not measured.' }),
  }
  return { profile, buttons: scene.buttons, logos }
}

const homeText = ({ elements }: Snapshot): string | undefined =>
  elements.find(
    ({ tag, region, href, text }) =>
      tag === 'a' && region === 'header' && /^(?:\.?\/|#|https?:\/\/[^/]+\/?)$/.test(href) && text,
  )?.text

type Scene = { aside: ReadonlySet<number>; background: PageBackground; buttons: ButtonGroup[] }

const readScene = (snapshot: Snapshot): Scene => {
  const aside = setAside(snapshot)
  const background = findBackground(snapshot, aside)
  return { aside, background, buttons: rankButtons(snapshot, aside, background.color) }
}

/** The other scheme has the same main button, whatever it looks like there. */
const bothModes = (
  colors: Colors,
  { scheme }: PageBackground,
  other: Snapshot,
  buttons: readonly ButtonGroup[],
): { light?: Mode; dark?: Mode } | undefined => {
  const scene = readScene(other)
  if (scene.background.scheme === scheme) return undefined
  const main = buttons[0]?.best.element
  const at = scene.buttons.findIndex(group =>
    group.buttons.some(
      ({ element }) => element.selector === main?.selector && element.text === main.text,
    ),
  )
  const there = decideColors({
    snapshot: other,
    ...{ aside: scene.aside, background: scene.background },
    buttons: chooseFirst(scene.buttons, at < 0 ? undefined : at),
    ...{ themeColors: [], logoPaints: [] },
  })
  const here = { colors: rolesOf(colors) }
  const opposite = { colors: rolesOf(there) }
  return scheme === 'light' ? { light: here, dark: opposite } : { light: opposite, dark: here }
}

const rolesOf = (colors: Colors): Record<ColorRole, Value<string> | null> =>
  Object.fromEntries(colorRoles.map(role => [role, colors[role]])) as Record<
    ColorRole,
    Value<string> | null
  >
