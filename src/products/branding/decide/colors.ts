import {
  type Color,
  chromaOf,
  difference,
  hexOf,
  hueOf,
  isGrey,
  lightnessOf,
  readColor,
} from '../../../page/css/color.ts'
import type { Snapshot } from '../page/snapshot.ts'
import type { Colors } from '../profile/profile.ts'
import { type BrandEvidence, claim, type Value } from '../profile/value.ts'
import { electBrand, type Vote } from './brand-color.ts'
import type { ButtonGroup } from './buttons.ts'
import type { BrandFacts } from './facts.ts'
import { findLink, type LinkLook, linkClaim } from './links.ts'
import type { PageBackground } from './page-background.ts'
import { paintOf } from './paint.ts'
import { collectPalette } from './palette.ts'
import { findTextColors } from './text-colors.ts'
import { readTokens, type Token, type TokenRole, tokensFor } from './tokens.ts'

type ColorSources = {
  snapshot: Snapshot
  aside: ReadonlySet<number>
  background: PageBackground
  /** Main button first. */
  buttons: readonly ButtonGroup[]
  /** From the page’s head and the files it names. */
  themeColors: BrandFacts['themeColors']
  /** The logo’s own colors. */
  logoPaints: readonly string[]
}

export const decideColors = (sources: ColorSources): Colors => {
  const { snapshot, aside, background, buttons } = sources
  const page = background.color
  const tokens = readTokens(snapshot.variables, background.scheme)
  const action = actionOf(buttons)
  const link = findLink(snapshot, aside, page)
  const texts = findTextColors(snapshot, aside, page)
  const ink = readColor(texts.primary.value) ?? page
  const brand = electBrand([
    ...tokenVotes(tokens, action?.color),
    ...headVotes(sources),
    ...logoVotes(sources, page),
    ...headerVotes(sources),
    ...(action ? [actionVote(action, tokens)] : []),
    ...(link ? linkVotes(link, ink) : []),
  ])
  const primary = action?.claim ?? brand?.claim ?? null
  const taken = [action?.color, brand?.color].filter(color => color !== undefined)
  const secondary = secondaryOf(buttons, tokens, taken)
  const roles = {
    brand: brand?.claim ?? null,
    action: action?.claim ?? null,
    primary,
    secondary: secondary?.claim ?? null,
    accent: accentOf(tokens, secondary ? [...taken, secondary.color] : taken),
    background: background.claim,
    textPrimary: texts.primary,
    textSecondary: texts.secondary,
    link: linkClaim(link),
    success: statusOf(tokens, 'success'),
    warning: statusOf(tokens, 'warning'),
    error: statusOf(tokens, 'error'),
  }
  return {
    ...roles,
    palette: collectPalette(snapshot, aside, page, tokens, roles),
    cssVariables: Object.fromEntries(
      tokens.slice(0, maxVariables).map(({ name, color }) => [name, hexOf(color)]),
    ),
  }
}

const maxVariables = 300

type Found = { color: Color; claim: Value<string> }

/** How much the best look of button is ahead of the next says how sure its color is. */
const actionOf = (groups: readonly ButtonGroup[]): Found | undefined => {
  const filled = groups.filter(({ best }) => best.paint.fill !== undefined)
  const [first, second] = filled
  const color = first?.best.paint.fill
  if (!first || !color) return undefined
  const lead = first.score - (second?.score ?? 0)
  const isClear = first.best.isFilled
  const confidence = isClear ? 0.62 + Math.min(0.34, lead * 0.08) : 0.5
  return {
    color,
    claim: claim(hexOf(color), confidence, [
      {
        source: 'computed',
        detail: `fill of “${first.best.element.text}” and buttons like it`,
        selector: first.best.element.selector,
        property: 'background-color',
        count: first.buttons.length,
      },
    ]),
  }
}

const vote = (
  color: Color,
  weight: number,
  source: BrandEvidence['source'],
  detail: string,
  selector?: string,
): Vote => ({ color, weight, evidence: { source, detail, ...(selector ? { selector } : {}) } })

const tokenWeights = { brand: 3, primary: 2.2, accent: 1.2 } as const

/** Of several tokens for one role the one that the main button is painted in counts. */
const tokenVotes = (tokens: readonly Token[], action: Color | undefined): Vote[] =>
  (['brand', 'primary', 'accent'] as const).flatMap(role => {
    const found = tokensFor(tokens, role)
    const painted = found.find(token => action && difference(token.color, action) < 3)
    const [best = painted] = found
    if (!best) return []
    const { color, fit, name } = painted && painted.fit > best.fit - 0.4 ? painted : best
    const evidence = { source: 'token', detail: `declared as ${role}`, property: name } as const
    // A token for buttons tells what the main button has told already.
    const isButtons = /button|btn/i.test(name)
    return [{ color, weight: tokenWeights[role] * fit * (isButtons ? 0.5 : 1), evidence }]
  })

/** White and black in `theme-color` only match the browser's frame to the page. */
const headVotes = ({ themeColors }: ColorSources): Vote[] =>
  themeColors.flatMap(({ value, from }) => {
    const color = readColor(value)
    return color && !isGrey(color) ? [vote(color, 1.5, 'meta', `${from} ${value}`)] : []
  })

const logoVotes = ({ logoPaints }: ColorSources, page: Color): Vote[] => {
  const colors = logoPaints
    .flatMap(text => readColor(text) ?? [])
    .filter(color => color.alpha > 0.5 && !isGrey(color) && difference(color, page) > 5)
    .sort((a, b) => chromaOf(b) - chromaOf(a))
  return colors
    .slice(0, 3)
    .map(color => vote(color, 1.8 / Math.min(3, colors.length), 'logo', 'painted in the logo'))
}

/** Links that stand out from the text do so in a color that somebody chose. */
const linkVotes = ({ color, element }: LinkLook, ink: Color): Vote[] =>
  isGrey(color) || difference(color, ink) < 5
    ? []
    : [vote(color, 1, 'computed', 'color of links', element.selector)]

const headerVotes = ({ snapshot, aside, background }: ColorSources): Vote[] => {
  const header = snapshot.elements
    .filter(({ kind, region, box }) => kind === 'bar' && region === 'header' && box.y < 120)
    .filter(({ overlay }) => overlay === null || !aside.has(overlay))
    .map(element => ({ element, fill: paintOf(element, background.color).fill }))
    .find(({ fill }) => fill && !isGrey(fill) && difference(fill, background.color) > 8)
  return header?.fill
    ? [vote(header.fill, 1.2, 'computed', 'background of the header', header.element.selector)]
    : []
}

/**
 * A button in the color that the site itself calls success is an action, not an identity; and green
 * means “go” on sites of any color.
 */
const actionVote = ({ color }: Found, tokens: readonly Token[]): Vote => {
  const isStatus = tokensFor(tokens, 'success').some(token => difference(token.color, color) < 5)
  const weight = isStatus ? 0.5 : isBetween(color, 135, 165) ? 0.8 : 1.5
  return vote(color, weight, 'computed', 'fill of the main button')
}

const secondaryOf = (
  buttons: readonly ButtonGroup[],
  tokens: readonly Token[],
  taken: readonly Color[],
): Found | undefined => {
  const isNew = (color: Color) => taken.every(other => difference(other, color) > 8)
  const token = tokensFor(tokens, 'secondary').find(({ color }) => isNew(color))
  const button = buttons
    .slice(1)
    .find(({ best }) => best.isFilled && best.paint.fill && isNew(best.paint.fill))
  const fill = button?.best.paint.fill
  if (token) {
    const isPainted = fill && difference(fill, token.color) < 5
    const evidence: BrandEvidence = { source: 'token', detail: 'declared', property: token.name }
    return {
      color: token.color,
      claim: claim(hexOf(token.color), isPainted ? 0.85 : 0.6, [evidence]),
    }
  }
  if (!fill || !button || isGrey(fill)) return undefined
  const { selector } = button.best.element
  return {
    color: fill,
    claim: claim(hexOf(fill), 0.55, [
      { source: 'computed', detail: 'fill of the second button', selector },
    ]),
  }
}

const accentOf = (tokens: readonly Token[], taken: readonly Color[]): Value<string> | null => {
  const token = tokensFor(tokens, 'accent').find(({ color }) => !isGrey(color))
  if (!token) return null
  const isOwn = taken.every(other => difference(other, token.color) > 5)
  return claim(hexOf(token.color), isOwn ? 0.65 : 0.75, [
    { source: 'token', detail: 'declared', property: token.name },
  ])
}

/** Hues a status can have, so that a token of that name with another meaning is not taken. */
const statusHues = {
  success: (color: Color) => isBetween(color, 100, 200),
  warning: (color: Color) => isBetween(color, 35, 115),
  error: (color: Color) => isBetween(color, 340, 400) || isBetween(color, 0, 45),
}

const isBetween = (color: Color, from: number, to: number): boolean => {
  const { red, green, blue } = color
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 0.08) return false
  const hue = hueDegrees(color)
  return (hue >= from && hue <= to) || (hue + 360 >= from && hue + 360 <= to)
}

const hueDegrees = (color: Color): number => hueOf(color) ?? 0

const statusOf = (
  tokens: readonly Token[],
  role: Extract<TokenRole, 'success' | 'warning' | 'error'>,
): Value<string> | null => {
  const found = tokensFor(tokens, role).find(
    ({ color }) => statusHues[role](color) && lightnessOf(color) < 0.93,
  )
  return found
    ? claim(hexOf(found.color), found.fit > 0.6 ? 0.85 : 0.6, [
        { source: 'token', detail: 'declared', property: found.name },
      ])
    : null
}
