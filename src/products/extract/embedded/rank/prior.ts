import { placeOf } from '../../../../page/learned/columns.ts'
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
    // Right below its own name, and not looking as it does.
    get(f.above) > 0.99 && get(f.likeAbove) === 0 ? 0.995 : 0.8 * get(f.above),
  )
  const attribute = Math.max(get(f.own), 0.8 * get(f.parent), 0.5 * get(f.grand))
  let score =
    -4.5 +
    4.5 * label +
    1.5 * get(f.bestRecall) +
    2.5 * attribute +
    get(f.href) +
    1.5 * get(f.ownText) * (1 - label)
  // A label that is the field's own name vouches for its value, whatever that looks like.
  if (get(f.wantsShape))
    score += get(f.shapeFit) > 0 ? 1 + 1.5 * Math.min(1, get(f.shapeFit)) : label > 0.99 ? 0 : -1.5
  score += get(f.contextMatch) * (1 - label)
  const subject = get(f.inTitle) * Math.sqrt(get(f.ofTitle))
  if (get(f.wantsTitle))
    score += 3.5 * subject + (get(f.level) <= 1 ? 1.5 : get(f.level) <= 3 ? 0.7 : 0)
  else score -= 2 * subject
  if (get(f.isLabel)) score -= 3
  if (get(f.region) >= 3) score -= 1.5
  if (get(f.length) > 150) score -= 2
  if (get(f.length) < 2 && label < 0.9) score -= 3
  return score
}

const at = (name: string) => placeOf(candidateColumns, name)
const f = {
  inline: at('inlineName'),
  before: at('beforeName'),
  above: at('aboveName'),
  likeAbove: at('likeAbove'),
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
  contextMatch: at('contextMatch'),
}
