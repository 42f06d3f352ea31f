import { isEveryWindow, isForNobody, isWideWindow } from './relevant-rules.ts'
import type { AtRule } from './rules.ts'

/** Rules that count for every reader, only in the windows of larger screens, or in some others. */
export type Place = 'always' | 'wide' | 'sometimes'

export const placeIn = (rule: AtRule, place: Place): Place | undefined => {
  if (isForNobody(headOf(rule))) return undefined
  if (holdsAlways(rule)) return place
  if (!holdsSometimes(rule)) return undefined
  return place !== 'sometimes' && isWideWindow(rule.prelude) ? 'wide' : 'sometimes'
}

export const headOf = ({ name, prelude }: AtRule): string => `@${name} ${prelude}`

/** What is inside counts for every reader. */
const holdsAlways = ({ name, prelude }: AtRule): boolean =>
  /^(?:supports|layer|container)$/.test(name) ||
  (name === 'media' && (everyScreen.test(prelude) || isEveryWindow(prelude)))
const everyScreen = /^\s*(?:(?:only\s+)?(?:all|screen)|not\s+(?:print|speech))\s*$/i

/** In some windows: what is shown there is no hiding place. */
const holdsSometimes = ({ name, prelude }: AtRule): boolean =>
  name === 'media' && !/print|speech/i.test(prelude)
