import type { PageNode } from '../../../../page/text/nodes.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import type { Field } from '../../schema/fields.ts'
import type { Query } from '../rank/query.ts'
import { toLate } from '../state/late.ts'
import { signsOf } from '../state/page-signs.ts'
import type { Late, State } from '../state/state.ts'
import { isFront, isSite } from './site-name.ts'
import { partsOf } from './tab-title.ts'

/** A tagline, a subtitle: the short line below the main heading, or what the tab says behind the site's name. */
export const fromTagline = (state: State, field: Field, { name }: Query): Late | undefined => {
  if (field.kind !== 'string' || !name.some(({ stem }) => taglines.has(stem))) return undefined
  if (!state.scope.isPage && !name.every(({ stem }) => taglines.has(stem))) return undefined
  const { nodes } = state.page
  const { heading } = signsOf(state)
  const at = nodes.findIndex(({ level, text }) => level !== undefined && text === heading)
  // A front page is headed by its name, or by what it promises.
  const isPromise = isFront(state) && (heading ?? '').split(' ').length >= leastWords
  const line = isPromise ? nodes[at] : below(nodes[at], nodes[at + 1])
  if (line) return toLate(field, line.text, { node: line.id })
  const parts = partsOf(state.page.title)
  const others = parts.filter(part => !isSite(state, part))
  const [only] = others
  const isSaid =
    others.length === 1 && parts.length === 2 && only && only.split(' ').length >= leastWords
  return isSaid ? toLate(field, only, { fact: 'meta meta title' }) : undefined
}

const below = (above: PageNode | undefined, line: PageNode | undefined): PageNode | undefined => {
  if (!above || !line || line.region !== above.region) return undefined
  const isLinked = line.pieces.every(({ link }) => link)
  const { length } = line.text
  return !isLinked && length >= leastLine && length <= maxLine && !/\d{4}/.test(line.text)
    ? line
    : undefined
}

const leastWords = 4
const leastLine = 12
const maxLine = 160
const taglines = stemsOf('tagline slogan subtitle subheading subheadline strapline untertitel')
