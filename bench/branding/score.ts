import { differenceCiede2000, parse } from 'culori'
import { type Figure, figure, median, share, showNumber } from '../harness/bench.ts'
import type { Theme } from './themes.ts'
import { type Tier, tiers } from './tiers.ts'

/** Of one page: what Chromium painted, and what the theme's package declares. */
export type Truth = {
  action: string
  background: string
  /** Undefined where nobody declares one. */
  brand: string | undefined
  bodyFont: string
  radiusPx: number
  dark: boolean
}

export type Verdict = 'right' | 'wrong' | 'null'
export type Judged = { verdict: Verdict; said: string; wanted: string; confidence: number }
export type Scores = Partial<Record<Measure, Judged>>

export const measures = [
  'primary',
  'background',
  'brand',
  'action',
  'logo',
  'bodyFont',
  'radius',
  'baseUnit',
  'system',
  'scheme',
] as const
export type Measure = (typeof measures)[number]

type Value = { value: unknown; confidence: number } | null | undefined
export type Answer = Record<string, unknown>

export type Judging = {
  isLogo: (url: string) => boolean
  /** The colors of the scheme that is judged. */
  colors: unknown
  heuristic: boolean
  /** Nothing on the page gives its design system away. */
  obfuscated: boolean
}

/** Measures the whole answer for what it has; what was not asked for is not judged. */
export const score = (answer: Answer, truth: Truth, theme: Theme, page: Judging): Scores => {
  const colors = Object(page.colors)
  const scores: Scores = {
    primary: judge(colors.primary, truth.action, sameColor),
    background: judge(colors.background, truth.background, sameColor),
    ...(truth.brand ? { brand: judge(colors.brand, truth.brand, sameColor) } : {}),
    action: judge(colors.action, truth.action, sameColor),
    logo: judge(Object(answer.images).logo, 'the logo of the page', page.isLogo),
    scheme: judge(
      { value: answer.colorScheme, confidence: 0 },
      truth.dark ? 'dark' : 'light',
      (said, wanted) => said === wanted,
    ),
  }
  if (page.heuristic) return scores
  const { family } = theme
  const units = family.baseUnits
  const system = judgeSystem(Object(answer.designSystem), theme)
  // Silence is right where nothing can be known, and no hit either.
  const isUnknowable = system.verdict === 'null' && (page.obfuscated || !family.recognisable)
  return {
    ...scores,
    bodyFont: judge(Object(Object(answer.typography).families).primary, truth.bodyFont, sameFont),
    radius: judge(radiusOf(answer), `${truth.radiusPx}`, sameRadius),
    ...(units
      ? {
          baseUnit: judge(Object(answer.spacing).baseUnit, units.join('/'), said =>
            units.includes(Number(said)),
          ),
        }
      : {}),
    ...(!isUnknowable ? { system } : {}),
  }
}

const judge = (
  value: Value,
  wanted: string,
  isRight: (said: string, wanted: string) => boolean,
): Judged => {
  const said = value?.value === null || value?.value === undefined ? undefined : `${value.value}`
  if (said === undefined) return { verdict: 'null', said: 'null', wanted, confidence: 0 }
  const verdict = isRight(said, wanted) ? 'right' : 'wrong'
  return { verdict, said: said.slice(0, 60), wanted, confidence: value?.confidence ?? 0 }
}

const difference = differenceCiede2000()

const sameColor = (said: string, wanted: string): boolean => {
  const [a, b] = [parse(said), parse(wanted)]
  return a !== undefined && b !== undefined && difference(a, b) <= 5
}

/** The keywords of a system stack all mean the same font. */
const systemFonts = new Set(['systemui', 'applesystem', 'uisansserif', 'blinkmacsystemfont'])

export const sameFont = (said: string, wanted: string): boolean => {
  const [a, b] = [said, wanted].map(bareName)
  return a === b || (systemFonts.has(a ?? '') && systemFonts.has(b ?? ''))
}

const bareName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** A pill is a pill, whatever number was written to get it. */
const pillPx = 50

const sameRadius = (said: string, wanted: string): boolean => {
  const [a, b] = [Number(said), Number(wanted)]
  return Math.abs(a - b) <= 1 || (a >= pillPx && b >= pillPx)
}

const radiusOf = (answer: Answer): Value => {
  const button = Object(answer.components).buttonPrimary
  if (!button) return null
  return { value: button.radius?.topLeft, confidence: button.confidence ?? 0 }
}

/** Everything that is named must be right. */
const judgeSystem = (system: Record<string, Value>, { family }: Theme): Judged => {
  const wanted = family.designSystem.join('/')
  const named = [system.framework, system.componentLibrary].flatMap(value => value ?? [])
  if (named.length === 0) return { verdict: 'null', said: 'null', wanted, confidence: 0 }
  const said = named.map(({ value }) => `${value}`)
  const isRight = said.every(name => family.designSystem.includes(bareName(name)))
  const confidence = Math.min(...named.map(value => value.confidence))
  return { verdict: isRight ? 'right' : 'wrong', said: said.join(' + '), wanted, confidence }
}

export type Visited = { tier: Tier; scores: Scores; ms: number; bareMs: number }

/** Of the pages of some tiers: so many right, of all that were judged. */
export const shareOf = (visits: readonly Visited[], measure: Measure, tier?: Tier): Figure => {
  const tally = (of: readonly Visited[]) => {
    const judged = of.flatMap(({ scores }) => scores[measure] ?? [])
    const said = measure === 'system' ? judged.filter(({ verdict }) => verdict !== 'null') : judged
    return { right: said.filter(({ verdict }) => verdict === 'right').length, all: said.length }
  }
  const { right, all } = tally(visits.filter(visit => !tier || visit.tier === tier))
  const inTiers = tiers.flatMap(name => {
    const one = tally(visits.filter(visit => visit.tier === name))
    return one.all === 0 ? [] : `${name} ${one.right}/${one.all}`
  })
  return share(right, all, tier ? undefined : inTiers.join(', '))
}

/** Of what is claimed with a confidence of 0.8 and more. */
export const calibration = (visits: readonly Visited[]): Figure => {
  const claimed = visits
    .flatMap(({ scores }) => Object.values(scores))
    .filter(({ verdict, confidence }) => verdict !== 'null' && confidence >= 0.8)
  return share(claimed.filter(({ verdict }) => verdict === 'right').length, claimed.length)
}

/** The slowest tier, and all of them. */
export const timesOf = (visits: readonly Visited[], beside: 'alone' | 'chromium'): Figure => {
  const times = tiers.flatMap(tier => {
    const of = visits.filter(visit => visit.tier === tier)
    if (of.length === 0) return []
    const ms = median(of.map(visit => visit.ms))
    const value = beside === 'alone' ? ms : ms / median(of.map(({ bareMs }) => bareMs))
    return { tier, value }
  })
  const unit = beside === 'alone' ? ' ms' : ''
  const shown = times.map(({ tier, value }) => `${tier} ${showNumber(value)}${unit}`)
  return figure(Math.max(...times.map(({ value }) => value)), shown.join(', '))
}
