import { bareName } from '../../../page/metadata/text.ts'
import type { Field } from '../schema/fields.ts'
import { normalise } from '../values/normalise.ts'
import { signsOf } from './fill-late.ts'
import { asksHeading, isPlainTitle } from './plain-title.ts'
import type { Query } from './query.ts'
import { isEmptyTitle, isSite } from './site-name.ts'
import type { Found, State } from './state.ts'

/**
 * The title of a page whose best line is neither its headline nor a part of what the tab says: what
 * the tab begins with. `chosen` is that line.
 */
export const fromTab = (
  state: State,
  field: Field,
  query: Query,
  chosen: string,
): { value: unknown; source: Found } | undefined => {
  if (!isPlainTitle(query) || asksHeading(query)) return undefined
  const parts = partsOf(state.page.title)
  const [title = ''] = parts
  const bare = bareName(chosen)
  if ([signsOf(state).heading ?? '', ...parts].some(one => bareName(one) === bare)) return undefined
  // "Lumen House | Lamps for every room" is a front page's, and no part of it says more.
  if (isEmptyTitle(title) || isSite(state, title) || isMost(bareName(title), bare)) return undefined
  const found = normalise(field, title)
  if (!found) return undefined
  const source = { quote: found.quote, node: undefined, fact: 'meta meta title', confidence: 0.65 }
  return { value: found.value, source }
}

/** The tab adds a word or two: "Who has seen this lamp? : lamps". */
const isMost = (title: string, chosen: string): boolean =>
  title.startsWith(chosen) && chosen.length > 0.8 * title.length

const partsOf = (tab: string): string[] =>
  tab
    .slice(0, maxTab)
    .split(/\s[-–—|·•»]{1,3}\s|\s?[|»]\s?/)
    .map(part => part.trim())
    .filter(Boolean)

const maxTab = 300
