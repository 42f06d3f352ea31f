import { differenceCiede2000, parse } from 'culori'
import type { Theme } from './branding-themes.ts'

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

export type Row = { tier: string; theme: string; scores: Scores; ms: number; bareMs: number }

/** One line for each tier and measure: hits of all pages, nulls apart from wrong, calibration. */
export const printTable = (rows: readonly Row[]): void => {
  for (const [tier, of] of Map.groupBy(rows, row => row.tier)) {
    console.log(`\n${tier} (${of.length} pages)`)
    for (const measure of measures) {
      const judged = of.flatMap(row => row.scores[measure] ?? [])
      if (judged.length > 0) console.log(lineOf(measure, judged))
    }
    const ours = median(of.map(({ ms }) => ms))
    const bare = median(of.map(({ bareMs }) => bareMs))
    const ratio = (ours / bare).toFixed(2)
    console.log(
      `  median ${ours.toFixed(0)} ms; bare Chromium load ${bare.toFixed(0)} ms; ratio ${ratio}`,
    )
  }
  const claimed = rows
    .flatMap(({ scores }) => Object.values(scores))
    .filter(({ verdict, confidence }) => verdict !== 'null' && confidence >= 0.8)
  const kept = claimed.filter(({ verdict }) => verdict === 'right').length
  console.log(
    `\ncalibration: ${kept} of ${claimed.length} values claimed with ≥ 0.8 are right (${percent(kept, claimed.length)})`,
  )
}

const lineOf = (measure: Measure, judged: readonly Judged[]): string => {
  const count = (verdict: Verdict) => judged.filter(one => one.verdict === verdict).length
  const [right, wrong, none] = [count('right'), count('wrong'), count('null')]
  const rest = `wrong ${wrong}, null ${none}`
  const precision = measure === 'system' ? `, precision ${percent(right, right + wrong)}` : ''
  const share = percent(right, judged.length)
  return `  ${measure.padEnd(11)}${`${right}/${judged.length}`.padStart(7)} ${share.padStart(7)}  ${rest}${precision}`
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
