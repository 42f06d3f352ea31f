import {
  type Colour,
  chromaOf,
  difference,
  hexOf,
  hueOf,
  isGrey,
  lightnessOf,
  readColour,
} from '../../../page/css/color.ts'
import type { PageFacts } from '../facts.ts'
import type { Snapshot } from '../page/snapshot.ts'
import type { Colors } from '../profile.ts'
import { claim, type Evidence, type Value } from '../value.ts'
import { electBrand, type Vote } from './brand-colour.ts'
import type { ButtonGroup } from './buttons.ts'
import { findLink, type LinkLook, linkClaim } from './links.ts'
import type { PageBackground } from './page-background.ts'
import { paintOf } from './paint.ts'
import { collectPalette } from './palette.ts'
import { findTextColours } from './text-colours.ts'
import { readTokens, type Token, type TokenRole, tokensFor } from './tokens.ts'

export type ColorSources = {
  snapshot: Snapshot
  aside: ReadonlySet<number>
  background: PageBackground
  /** Main button first. */
  buttons: readonly ButtonGroup[]
  /** From the page’s head and the files it names. */
  themeColors: PageFacts['themeColors']
  /** The logo’s own colours. */
  logoPaints: readonly string[]
}

export const decideColors = (sources: ColorSources): Colors => {
  const { snapshot, aside, background, buttons } = sources
  const page = background.colour
  const tokens = readTokens(snapshot.variables, background.scheme)
  const action = actionOf(buttons)
  const link = findLink(snapshot, aside, page)
  const texts = findTextColours(snapshot, aside, page)
  const ink = readColour(texts.primary.value) ?? page
  const brand = electBrand([
    ...tokenVotes(tokens, action?.colour),
    ...headVotes(sources),
    ...logoVotes(sources, page),
    ...headerVotes(sources),
    ...(action ? [actionVote(action, tokens)] : []),
    ...(link ? linkVotes(link, ink) : []),
  ])
  const primary = action?.claim ?? brand?.claim ?? null
  const taken = [action?.colour, brand?.colour].filter(colour => colour !== undefined)
  const secondary = secondaryOf(buttons, tokens, taken)
  const roles = {
    brand: brand?.claim ?? null,
    action: action?.claim ?? null,
    primary,
    secondary: secondary?.claim ?? null,
    accent: accentOf(tokens, secondary ? [...taken, secondary.colour] : taken),
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
      tokens.slice(0, maxVariables).map(({ name, colour }) => [name, hexOf(colour)]),
    ),
  }
}

const maxVariables = 300

type Found = { colour: Colour; claim: Value<string> }

/** How much the best look of button is ahead of the next says how sure its colour is. */
const actionOf = (groups: readonly ButtonGroup[]): Found | undefined => {
  const filled = groups.filter(({ best }) => best.paint.fill !== undefined)
  const [first, second] = filled
  const colour = first?.best.paint.fill
  if (!first || !colour) return undefined
  const lead = first.score - (second?.score ?? 0)
  const isClear = first.best.isFilled
  const confidence = isClear ? 0.62 + Math.min(0.34, lead * 0.08) : 0.5
  return {
    colour,
    claim: claim(hexOf(colour), confidence, [
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
  colour: Colour,
  weight: number,
  source: Evidence['source'],
  detail: string,
  selector?: string,
): Vote => ({ colour, weight, evidence: { source, detail, ...(selector ? { selector } : {}) } })

const tokenWeights = { brand: 3, primary: 2.2, accent: 1.2 } as const

/** Of several tokens for one role the one that the main button is painted in counts. */
const tokenVotes = (tokens: readonly Token[], action: Colour | undefined): Vote[] =>
  (['brand', 'primary', 'accent'] as const).flatMap(role => {
    const found = tokensFor(tokens, role)
    const painted = found.find(token => action && difference(token.colour, action) < 3)
    const [best = painted] = found
    if (!best) return []
    const { colour, fit, name } = painted && painted.fit > best.fit - 0.4 ? painted : best
    const evidence = { source: 'token', detail: `declared as ${role}`, property: name } as const
    // A token for buttons tells what the main button has told already.
    const isButtons = /button|btn/i.test(name)
    return [{ colour, weight: tokenWeights[role] * fit * (isButtons ? 0.5 : 1), evidence }]
  })

/** White and black in `theme-color` only match the browser's frame to the page. */
const headVotes = ({ themeColors }: ColorSources): Vote[] =>
  themeColors.flatMap(({ value, from }) => {
    const colour = readColour(value)
    return colour && !isGrey(colour) ? [vote(colour, 1.5, 'meta', `${from} ${value}`)] : []
  })

const logoVotes = ({ logoPaints }: ColorSources, page: Colour): Vote[] => {
  const colours = logoPaints
    .flatMap(text => readColour(text) ?? [])
    .filter(colour => colour.alpha > 0.5 && !isGrey(colour) && difference(colour, page) > 5)
    .sort((a, b) => chromaOf(b) - chromaOf(a))
  return colours
    .slice(0, 3)
    .map(colour => vote(colour, 1.8 / Math.min(3, colours.length), 'logo', 'painted in the logo'))
}

/** Links that stand out from the text do so in a colour that somebody chose. */
const linkVotes = ({ colour, element }: LinkLook, ink: Colour): Vote[] =>
  isGrey(colour) || isBrowserLink(colour) || difference(colour, ink) < 5
    ? []
    : [vote(colour, 1, 'computed', 'colour of links', element.selector)]

const headerVotes = ({ snapshot, aside, background }: ColorSources): Vote[] => {
  const header = snapshot.elements
    .filter(({ kind, region, box }) => kind === 'bar' && region === 'header' && box.y < 120)
    .filter(({ overlay }) => overlay === null || !aside.has(overlay))
    .map(element => ({ element, fill: paintOf(element, background.colour).fill }))
    .find(({ fill }) => fill && !isGrey(fill) && difference(fill, background.colour) > 8)
  return header?.fill
    ? [vote(header.fill, 1.2, 'computed', 'background of the header', header.element.selector)]
    : []
}

/**
 * A button in the colour that the site itself calls success is an action, not an identity; and green
 * means “go” on sites of any colour.
 */
const actionVote = ({ colour }: Found, tokens: readonly Token[]): Vote => {
  const isStatus = tokensFor(tokens, 'success').some(token => difference(token.colour, colour) < 5)
  const weight = isStatus ? 0.5 : isBetween(colour, 135, 165) ? 0.8 : 1.5
  return vote(colour, weight, 'computed', 'fill of the main button')
}

/** `#0000ee`: nobody chose it. */
const isBrowserLink = (colour: Colour) => hexOf(colour) === '#0000ee'

const secondaryOf = (
  buttons: readonly ButtonGroup[],
  tokens: readonly Token[],
  taken: readonly Colour[],
): Found | undefined => {
  const isNew = (colour: Colour) => taken.every(other => difference(other, colour) > 8)
  const token = tokensFor(tokens, 'secondary').find(({ colour }) => isNew(colour))
  const button = buttons
    .slice(1)
    .find(({ best }) => best.isFilled && best.paint.fill && isNew(best.paint.fill))
  const fill = button?.best.paint.fill
  if (token) {
    const isPainted = fill && difference(fill, token.colour) < 5
    const evidence: Evidence = { source: 'token', detail: 'declared', property: token.name }
    return {
      colour: token.colour,
      claim: claim(hexOf(token.colour), isPainted ? 0.85 : 0.6, [evidence]),
    }
  }
  if (!fill || !button || isGrey(fill)) return undefined
  const { selector } = button.best.element
  return {
    colour: fill,
    claim: claim(hexOf(fill), 0.55, [
      { source: 'computed', detail: 'fill of the second button', selector },
    ]),
  }
}

const accentOf = (tokens: readonly Token[], taken: readonly Colour[]): Value<string> | null => {
  const token = tokensFor(tokens, 'accent').find(({ colour }) => !isGrey(colour))
  if (!token) return null
  const isOwn = taken.every(other => difference(other, token.colour) > 5)
  return claim(hexOf(token.colour), isOwn ? 0.65 : 0.75, [
    { source: 'token', detail: 'declared', property: token.name },
  ])
}

/** Hues a status can have, so that a token of that name with another meaning is not taken. */
const statusHues = {
  success: (colour: Colour) => isBetween(colour, 100, 200),
  warning: (colour: Colour) => isBetween(colour, 35, 115),
  error: (colour: Colour) => isBetween(colour, 340, 400) || isBetween(colour, 0, 45),
}

const isBetween = (colour: Colour, from: number, to: number): boolean => {
  const { red, green, blue } = colour
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 0.08) return false
  const hue = hueDegrees(colour)
  return (hue >= from && hue <= to) || (hue + 360 >= from && hue + 360 <= to)
}

const hueDegrees = (colour: Colour): number => hueOf(colour) ?? 0

const statusOf = (
  tokens: readonly Token[],
  role: Extract<TokenRole, 'success' | 'warning' | 'error'>,
): Value<string> | null => {
  const found = tokensFor(tokens, role).find(
    ({ colour }) => statusHues[role](colour) && lightnessOf(colour) < 0.93,
  )
  return found
    ? claim(hexOf(found.colour), found.fit > 0.6 ? 0.85 : 0.6, [
        { source: 'token', detail: 'declared', property: found.name },
      ])
    : null
}
