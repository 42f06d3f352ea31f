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
export const dropContentsLists = (selection: Selection) => {
  const { view, kept, lists, url } = selection
  const leadsIntoPage = (block: Block): boolean => {
    const place = linkShare(block) > 0.9 ? placeOf(block, url) : undefined
    return place !== undefined && !isAt(block, place)
  }
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
  for (const block of view.blocks)
    if (kept[block.index] && isTitle(block) && isNamedContents(selection, block))
      kept[block.index] = 0
}

/** Over a list that is not kept, of two links or of buttons. */
const isNamedContents = ({ view, kept }: Selection, { index, text }: Block): boolean =>
  index !== view.headline && kept[index + 1] === 0 && contentsTitle.test(text)
const contentsTitle =
  /^(?:table of contents|on this page|in this article|inhaltsverzeichnis|auf dieser seite|in diesem artikel|table des matières|sommaire|tabla de contenidos?|en este artículo|sumário|índice de conteúdos?|in questo articolo|inhoudsopgave|spis treści|innehållsförteckning|оглавление|目次|目录|목차):?$/i

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

/** A heading is a link to itself in many themes; all of them in a row of boxes are no list. */
const isAt = ({ index, region }: Block, place: string): boolean => {
  for (let at: Region | undefined = region; at?.first === index; at = at.parent)
    if (at.element.attributes.id === place) return true
  return false
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
