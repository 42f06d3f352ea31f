import type {
  Condition,
  CssNode,
  Feature,
  FeatureRange,
  MediaQuery,
  MediaQueryList,
} from 'css-tree'

export type Theme = 'light' | 'dark'

/** `undefined` is CSS's "unknown": it stays unknown under `not` and fails a query. */
type Verdict = boolean | undefined

/**
 * Whether a media query list holds on a screen of that theme, for a square icon of `widthPx`.
 * No rasteriser evaluates these, and a browser would ask the viewer's system instead of the
 * `theme` parameter, so they are decided here.
 */
export const mediaMatches = (list: MediaQueryList, theme: Theme, widthPx: number): boolean =>
  list.children.toArray().some(query => matchesQuery(query, { theme, widthPx }))

type Screen = { theme: Theme; widthPx: number }

const matchesQuery = (node: CssNode, screen: Screen): boolean => {
  if (node.type !== 'MediaQuery') return false
  const { modifier, mediaType, condition } = node as MediaQuery & {
    modifier: string | null
    mediaType: string | null
    condition: Condition | null
  }
  const type = mediaType === null || /^(all|screen)$/i.test(mediaType)
  const rest = condition === null ? true : matchesCondition(condition, screen)
  const verdict: Verdict = type ? rest : false
  return modifier?.toLowerCase() === 'not' ? verdict === false : verdict === true
}

const matchesCondition = (condition: Condition, screen: Screen): Verdict => {
  let verdict: Verdict
  let negate = false
  let operator = ''
  for (const node of condition.children.toArray()) {
    if (node.type === 'Identifier') {
      const word = node.name.toLowerCase()
      if (word === 'not') negate = true
      else operator = word
      continue
    }
    const plain = matchesPart(node, screen)
    const part = negate && plain !== undefined ? !plain : plain
    if (operator === 'and') verdict = both(verdict, part)
    else if (operator === 'or') verdict = either(verdict, part)
    else verdict = part
    negate = false
  }
  return verdict
}

const both = (a: Verdict, b: Verdict): Verdict =>
  a === false || b === false ? false : a === undefined || b === undefined ? undefined : true

const either = (a: Verdict, b: Verdict): Verdict =>
  a === true || b === true ? true : a === undefined || b === undefined ? undefined : false

const matchesPart = (node: CssNode, screen: Screen): Verdict => {
  if (node.type === 'Condition') return matchesCondition(node, screen)
  if (node.type === 'Feature') return matchesFeature(node, screen)
  if (node.type === 'FeatureRange') return matchesRange(node, screen)
  return undefined
}

const keywords = (screen: Screen): Record<string, string> => ({
  'prefers-color-scheme': screen.theme,
  'prefers-contrast': 'no-preference',
  'prefers-reduced-motion': 'no-preference',
  'prefers-reduced-transparency': 'no-preference',
  'prefers-reduced-data': 'no-preference',
  'forced-colors': 'none',
  'inverted-colors': 'none',
  hover: 'none',
  'any-hover': 'none',
  pointer: 'none',
  'any-pointer': 'none',
  scripting: 'none',
  update: 'fast',
  'color-gamut': 'srgb',
  'dynamic-range': 'standard',
  'display-mode': 'browser',
  orientation: 'portrait',
})

const quantities = (screen: Screen): Record<string, number> => ({
  width: screen.widthPx,
  height: screen.widthPx,
  'device-width': screen.widthPx,
  'device-height': screen.widthPx,
  'aspect-ratio': 1,
  'device-aspect-ratio': 1,
  resolution: 1,
  'device-pixel-ratio': 1,
  color: 8,
  'color-index': 0,
  monochrome: 0,
  grid: 0,
})

const matchesFeature = (feature: Feature, screen: Screen): Verdict => {
  const name = feature.name.toLowerCase().replace(/^-webkit-/, '')
  const keyword = keywords(screen)[name]
  if (keyword !== undefined) {
    if (feature.value === null) return keyword !== 'none' && keyword !== 'no-preference'
    return feature.value.type === 'Identifier' && feature.value.name.toLowerCase() === keyword
  }
  const [, bound, base = name] = /^(min|max)-(.+)$/.exec(name) ?? []
  const actual = quantities(screen)[base]
  if (actual === undefined) return undefined
  if (feature.value === null) return actual !== 0
  return compare(actual, bound === 'min' ? '>=' : bound === 'max' ? '<=' : '=', feature.value)
}

/** `(100px <= width)`, `(width < 100px)`, `(1px < width <= 9px)`. */
const matchesRange = (range: FeatureRange, screen: Screen): Verdict => {
  const { left, leftComparison, middle, rightComparison, right } = range
  const nameOf = (node: CssNode) => (node.type === 'Identifier' ? node.name.toLowerCase() : '')
  const named = quantities(screen)
  const first = named[nameOf(left)]
  if (first !== undefined) return compare(first, leftComparison, middle)
  const second = named[nameOf(middle)]
  if (second === undefined) return undefined
  const lower = compare(second, mirrored[leftComparison] ?? '', left)
  if (rightComparison === null || right === null) return lower
  return both(lower, compare(second, rightComparison, right))
}

const mirrored: Record<string, string> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' }

const compare = (actual: number, operator: string, node: CssNode): Verdict => {
  const wanted = quantityOf(node)
  if (wanted === undefined) return undefined
  if (operator === '>=') return actual >= wanted
  if (operator === '<=') return actual <= wanted
  if (operator === '>') return actual > wanted
  if (operator === '<') return actual < wanted
  return operator === '=' ? actual === wanted : undefined
}

const unitPx: Record<string, number> = {
  px: 1,
  em: 16,
  rem: 16,
  pt: 4 / 3,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  in: 96,
  dppx: 1,
  x: 1,
  dpi: 1 / 96,
}

const quantityOf = (node: CssNode): number | undefined => {
  if (node.type === 'Number') return Number(node.value)
  if (node.type === 'Dimension') {
    const unit = unitPx[node.unit.toLowerCase()]
    return unit === undefined ? undefined : Number(node.value) * unit
  }
  if (node.type === 'Ratio') {
    const left = quantityOf(node.left)
    const right = node.right ? quantityOf(node.right) : 1
    return left === undefined || !right ? undefined : left / right
  }
  return undefined
}
