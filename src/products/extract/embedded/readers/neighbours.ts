import type { PageNode, Piece } from '../../../../page/text/page-nodes.ts'
import { sayAny, sayOnly, stemsOf } from '../../../../page/words/stems.ts'
import { wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import type { Page } from '../../source/page.ts'
import { confidence } from '../rank/confidence.ts'
import { maxChars } from '../rank/lengths.ts'
import type { Reader } from './reader.ts'

/** The page before or behind this one, as it links to it. */
type Neighbour = { url: string; title: string; node: number | undefined }
type Side = 'next' | 'prev'

/** `next_page_url`, `previousTopic`, `nextChapter.title`. */
export const asksNeighbour = (field: Field, parents: string[]): Side | undefined => {
  const words = [...wordsOf(parents.at(-1) ?? ''), ...wordsOf(field.name)]
  const side = sides.find(([, names]) => sayAny(words, names))
  if (!side) return undefined
  const isPage = sayOnly(words, side[1], pageWords)
  // `next_event` is no page.
  return isPage ? side[0] : undefined
}

export const neighbour: Reader = {
  name: 'neighbour',
  asks: ({ field, parents }) =>
    field.kind === 'string' && asksNeighbour(field, parents) !== undefined,
  read: ({ page }, { field, parents }) => {
    const side = asksNeighbour(field, parents)
    const found = side && neighbourOf(page, side)
    if (!found) return undefined
    const isAddress = /^ur[il]/.test(field.format ?? '') || sayAny(wordsOf(field.name), urls)
    const value = isAddress ? found.url : found.title
    return value === '' ? undefined : { value, quote: value, node: found.node }
  },
  trust: confidence.likely,
  isSearch: true,
  readsSideContent: true,
}

/** "Next: Brass lamps", or "Next" and below it where that leads. */
const neighbourOf = ({ nodes, links }: Page, side: Side): Neighbour | undefined => {
  for (const [at, { id, text, pieces }] of nodes.entries()) {
    const [lead] = text.length > maxChars.line ? [] : (leads[side].exec(text) ?? [])
    if (lead === undefined) continue
    const title = text
      .slice(lead.length)
      .replace(/^[\s:›»→‹«←|–-]{1,5}/u, '')
      .replace(/[\s›»→‹«←|]{1,5}$/u, '')
    const below = title === '' ? nodes[at + 1] : undefined
    const url = linkOf(pieces) ?? (below && linkOf(below.pieces))
    // A button of a gallery leads nowhere, and "Next, boil it" is a sentence.
    if (url && /^(?:$|[\p{Lu}\p{N}"“‘])/u.test(title))
      return { url, title: title || titleOf(below, url), node: id }
  }
  const link = links.find(({ element }) => isRelated(element.attributes.rel, side))
  return link && { url: link.url, title: '', node: link.after || undefined }
}

const titleOf = (below: PageNode | undefined, url: string): string =>
  below && linkOf(below.pieces) === url && below.text.length <= maxChars.line ? below.text : ''

const linkOf = (pieces: readonly Piece[]): string | undefined =>
  pieces.find(({ link }) => link && /^https?:/.test(link))?.link

const isRelated = (rel: string | undefined, side: Side): boolean =>
  rel?.split(/\s+/).includes(side) ?? false

const leads: Record<Side, RegExp> = {
  next: /^\W{0,3}(?:next|weiter|suivante?|siguiente|successiv[ao]|volgende)\b(?: (?:page|article|topic|chapter|post|lesson|section|story|entry)\b)?/i,
  prev: /^\W{0,3}(?:prev(?:ious)?|zurück|précédente?|anterior|precedente|vorige)\b(?: (?:page|article|topic|chapter|post|lesson|section|story|entry)\b)?/i,
}
const urls = stemsOf('url uri link href')
const sides: [Side, ReadonlySet<string>][] = [
  ['next', stemsOf('next following')],
  ['prev', stemsOf('previous prev preceding')],
]
const pageWords = stemsOf(
  'page article topic chapter post lesson section story entry url uri link href title name',
)
