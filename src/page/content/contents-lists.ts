import { webUrl } from '../html/addresses.ts'
import { descendants } from '../html/html.ts'
import type { Block, Region } from './blocks.ts'
import { linkAround } from './link-around.ts'
import type { Selection } from './steps.ts'
import { linkShare } from './sums.ts'
import type { PageView } from './view.ts'

/**
 * A list of links to the sections of the page itself says nothing that their headings do not say.
 * It goes whole, with its title ("Contents", "Index").
 */
export const dropContentsLists = ({ view, kept, lists, url }: Selection) => {
  const leadsIntoPage = (block: Block): boolean =>
    linkShare(block) > 0.9 && placeOf(block, url) !== undefined
  let ids: ReadonlySet<string> | undefined
  for (const list of lists) {
    const blocks = list.flatMap(({ first, end }) => view.blocks.slice(first, end))
    if (!blocks.every(leadsIntoPage)) continue
    ids ??= idsOf(view)
    if (!blocks.some(block => ids?.has(placeOf(block, url) ?? ''))) continue
    const { first, end } = boxOf(view, list[0] as Region, leadsIntoPage)
    kept.fill(0, first, end)
    for (const { index } of blocks) kept[index] = 0
    const title = view.blocks[first - 1]
    if (title && isTitle(title) && title.index !== view.headline && view.ranks[title.index])
      kept[title.index] = 0
  }
}

/** The largest element around an entry that has nothing but such links in it: a nested list. */
const boxOf = (
  { blocks }: PageView,
  entry: Region,
  leadsIntoPage: (block: Block) => boolean,
): Region => {
  let box = entry
  for (let at = entry.parent; at; at = at.parent) {
    if (!blocks.slice(at.first, at.end).every(leadsIntoPage)) break
    box = at
  }
  return box
}

/** The place in the page to which a block leads; some programs write the page's own name before it. */
const placeOf = (block: Block, url: string | undefined): string | undefined => {
  const [page = '', place] = (linkAround(block)?.attributes.href ?? '').split('#')
  if (!place) return undefined
  const isHere = page === '' || (url !== undefined && webUrl(page, url) === url.split('#')[0])
  return isHere ? place : undefined
}

/** Scripts put something else behind links whose place the page does not have. */
const idsOf = ({ regions: [page] }: PageView): ReadonlySet<string> => {
  const ids = new Set<string>()
  for (const { attributes } of page ? descendants(page.element) : []) {
    if (attributes.id !== undefined) ids.add(attributes.id)
    if (attributes.name !== undefined) ids.add(attributes.name)
  }
  return ids
}

const maxTitleWords = 4
const isTitle = ({ facts }: Block) => facts.words <= maxTitleWords
