import { placeOf } from '../../../page/learned/columns.ts'
import { candidateColumns } from './features.ts'

/**
 * What common sense says of a candidate before anything was learned, in log-odds: a label that
 * names the field, then a class that does, then the right shape, and for names the page's title.
 * The learned trees only correct it, so that kinds of pages they never saw are still judged well.
 */
export const priorOf = (row: Float32Array): number => {
  const get = (index: number) => row[index] ?? 0
  const label = Math.max(
    get(f.inline),
    get(f.before),
    get(f.term),
    get(f.row),
    get(f.column),
    0.8 * get(f.above),
  )
  const attribute = Math.max(get(f.own), 0.8 * get(f.parent), 0.5 * get(f.grand))
  let score =
    -4.5 +
    4.5 * label +
    1.5 * get(f.bestRecall) +
    2.5 * attribute +
    get(f.href) +
    1.5 * get(f.ownText) * (1 - label)
  if (get(f.wantsShape))
    score += get(f.shapeFit) > 0 ? 1 + 1.5 * Math.min(1, get(f.shapeFit)) : -1.5
  const subject = get(f.inTitle) * Math.sqrt(get(f.ofTitle))
  if (get(f.wantsTitle))
    score += 3.5 * subject + (get(f.level) <= 1 ? 1.5 : get(f.level) <= 3 ? 0.7 : 0)
  else score -= 2 * subject
  if (get(f.isLabel)) score -= 3
  if (get(f.region) >= 3) score -= 1.5
  if (get(f.length) > 150) score -= 2
  if (get(f.length) < 2) score -= 3
  return score
}

const at = (name: string) => placeOf(candidateColumns, name)
const f = {
  inline: at('inlineName'),
  before: at('beforeName'),
  above: at('aboveName'),
  row: at('rowName'),
  column: at('columnName'),
  term: at('termName'),
  own: at('ownName'),
  parent: at('parentName'),
  grand: at('grandName'),
  href: at('hrefName'),
  ownText: at('ownText'),
  bestRecall: at('bestRecall'),
  wantsShape: at('wantsShape'),
  wantsTitle: at('wantsTitle'),
  shapeFit: at('shapeFit'),
  inTitle: at('inTitle'),
  ofTitle: at('ofTitle'),
  level: at('level'),
  isLabel: at('isLabel'),
  region: at('region'),
  length: at('length'),
}

/** Whether anything but its looks speaks for a candidate. */
export const hasEvidence = (row: Float32Array): boolean => {
  const get = (index: number) => row[index] ?? 0
  if (get(f.wantsTitle)) return get(f.inTitle) > 0.5 || get(f.level) <= 3 || named(row) > 0.4
  return named(row) > 0.4
}

/**
 * Log-odds below which a field stays empty: the point where cross-validation on unseen kinds of
 * pages gives few enough values for fields that the page does not have.
 */
const minLogOdds = 0
/** A label that says exactly what the field is called vouches for itself. */
const minNamedLogOdds = -0.5

/** Below this a candidate is not sure enough. */
export const leastOdds = (row: Float32Array): number =>
  isNamed(row) ? minNamedLogOdds : minLogOdds

/** Whether a label in front of it or in its row is the field's own name, no more and no less. */
const isNamed = (row: Float32Array): boolean =>
  [f.inline, f.before, f.term, f.row, f.column].some(index => (row[index] ?? 0) > 0.99)

const named = (row: Float32Array) =>
  Math.max(
    ...[
      f.inline,
      f.before,
      f.above,
      f.row,
      f.column,
      f.term,
      f.own,
      f.parent,
      f.grand,
      f.href,
      f.ownText,
      f.bestRecall,
    ].map(index => row[index] ?? 0),
  )
