import { tabOf } from '../../../../page/metadata/headline.ts'
import { bareName } from '../../../../page/metadata/text.ts'
import type { Field } from '../../schema/fields.ts'
import type { Query } from '../rank/query.ts'
import { toLate } from '../state/late.ts'
import { signsOf } from '../state/page-signs.ts'
import type { Late, State } from '../state/state.ts'
import { asksHeading, isPlainTitle } from './plain-title.ts'
import { isEmptyTitle, isSite } from './site-name.ts'

/**
 * The title of a page whose best line is neither its headline nor a part of what the tab says: what
 * the tab begins with. `chosen` is that line.
 */
export const fromTab = (
  state: State,
  field: Field,
  query: Query,
  chosen: string,
): Late | undefined => {
  if (!isPlainTitle(query) || asksHeading(query)) return undefined
  const [title = ''] = partsOf(state.page.title)
  const bare = bareName(chosen)
  const { whole, parts: all } = tabOf(state.page.title)
  if ([bareName(signsOf(state).heading ?? ''), ...all].includes(bare)) return undefined
  // The headline may have a dash too: "New to lamps – which one to buy first?"
  if (bare !== whole && whole.includes(bare) && bare.length >= bareName(title).length)
    return undefined
  // "Lumen House | Lamps for every room" is a front page's, and no part of it says more.
  if (isEmptyTitle(title) || isSite(state, title) || isMost(bareName(title), bare)) return undefined
  return toLate(field, title, { fact: 'meta meta title', confidence: 0.65 })
}

/** The tab adds a word or two: "Who has seen this lamp? : lamps". */
const isMost = (title: string, chosen: string): boolean =>
  title.startsWith(chosen) && chosen.length > 0.8 * title.length

/** What a tab says, part by part, as it is written. */
export const partsOf = (tab: string): string[] =>
  tab
    .slice(0, maxTab)
    .split(/\s[-–—|·•»]{1,3}\s|\s?[|»]\s?/)
    .map(part => part.trim())
    .filter(Boolean)

const maxTab = 300
