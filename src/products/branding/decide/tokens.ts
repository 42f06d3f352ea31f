import { type Color, readColor } from '../../../page/css/color.ts'
import type { Theme } from '../../../page/css/media.ts'

/** A custom property that holds a color, as painted. */
export type Token = { name: string; words: string[]; value: string; color: Color }

export type TokenRole =
  | 'brand'
  | 'primary'
  | 'secondary'
  | 'accent'
  | 'link'
  | 'success'
  | 'warning'
  | 'error'

/** Greater is surer that the name means the role's own color and not one derived from it. */
type RoleToken = Token & { fit: number }

export const readTokens = (
  variables: readonly (readonly [name: string, value: string])[],
  scheme: Theme,
): Token[] =>
  variables.flatMap(([name, value]) => {
    const color = readColor(value, { scheme }) ?? readTriple(value)
    return color && color.alpha > 0.9 ? [{ name, words: wordsOf(name), value, color }] : []
  })

/** `222.2 47.4% 11.2%`: channels that the page itself puts into `hsl()`. */
const readTriple = (value: string): Color | undefined =>
  /^-?[\d.]+(?:deg)?[\s,]+[\d.]+%[\s,]+[\d.]+%$/.test(value)
    ? readColor(`hsl(${value})`)
    : undefined

/** `--md-sys-colorPrimary` → md, sys, color, primary */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')

export const tokensFor = (tokens: readonly Token[], role: TokenRole): RoleToken[] =>
  tokens
    .flatMap(token => {
      const fit = fitOf(token.words, role)
      return fit > 0 ? [{ ...token, fit }] : []
    })
    .sort((a, b) => b.fit - a.fit || a.name.length - b.name.length)

const roleWords: Record<TokenRole, readonly string[]> = {
  brand: ['brand'],
  primary: ['primary'],
  secondary: ['secondary'],
  accent: ['accent'],
  link: ['link', 'anchor'],
  success: ['success', 'positive'],
  warning: ['warning', 'caution', 'attention'],
  error: ['error', 'danger', 'critical', 'negative', 'destructive', 'invalid'],
}

/** Words that leave the meaning as it is. */
const plainWords = new Set(
  'color colour colors colours bg background fill main default base theme palette global ui sys ref token button btn action interactive emphasis solid 500 600 50 9'.split(
    ' ',
  ),
)
/** Words that make another color of it: a state, the text on it, a tint. */
const otherWords =
  /^(?:hover|hovered|active|pressed|focus|focused|visited|disabled|selected|text|fg|foreground|content|contrast|on|inverse|inverted|border|outline|shadow|ring|subtle|muted|soft|weak|faint|light|lighter|lightest|dark|darker|darkest|rgb|h|s|l|hsl|alpha|opacity|icon|bright|dim|tint|shade|invert|placeholder|underline|track|thumb|scrim|container|header|nav|footer|sidebar|chart|code|syntax|tertiary|[1-47-9]\d?0|\d0|900|950|1000)$/

const fitOf = (words: readonly string[], role: TokenRole): number => {
  const own = roleWords[role]
  if (!words.some(word => own.includes(word))) return 0
  const others = words.filter(word => !own.includes(word))
  if (others.some(word => otherWords.test(word))) return 0
  // «text-primary» and «primary-brand» mean something by their second role; one is enough.
  const strangers = others.filter(
    (word, at) => !plainWords.has(word) && !(at === 0 && words[0] === word),
  )
  const rival = (Object.keys(roleWords) as TokenRole[]).some(
    other => other !== role && others.some(word => roleWords[other].includes(word)),
  )
  return Math.max(0, 1 - 0.35 * strangers.length - (rival ? 0.3 : 0) - 0.02 * others.length)
}
