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
    get(f.inlineName),
    get(f.beforeName),
    get(f.termName),
    get(f.rowName),
    get(f.columnName),
    // Right below its own name, and not looking as it does.
    get(f.aboveName) > 0.99 && get(f.likeAbove) === 0 ? 0.995 : 0.8 * get(f.aboveName),
  )
  const attribute = Math.max(get(f.ownName), 0.8 * get(f.parentName), 0.5 * get(f.grandName))
  let score =
    -4.5 +
    4.5 * label +
    1.5 * get(f.bestRecall) +
    2.5 * attribute +
    get(f.hrefName) +
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

const names = [
  ...(['inlineName', 'beforeName', 'aboveName', 'rowName', 'columnName', 'termName'] as const),
  ...(['ownName', 'parentName', 'grandName', 'hrefName', 'ownText', 'bestRecall'] as const),
  ...(['wantsShape', 'wantsTitle', 'shapeFit', 'inTitle', 'ofTitle', 'level'] as const),
  ...(['isLabel', 'region', 'length', 'contextMatch', 'likeAbove'] as const),
]
const f = Object.fromEntries(names.map(name => [name, placeOf(candidateColumns, name)])) as Record<
  (typeof names)[number],
  number
>
