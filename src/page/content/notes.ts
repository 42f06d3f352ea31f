import { around } from '../html/around.ts'
import { findFootnotes, looksLikeReference } from '../html/footnotes.ts'
import { descendants, type HtmlElement, type HtmlText } from '../html/html.ts'
import type { Block } from './blocks.ts'
import { leastStated } from './likely.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'

/** The footnotes that kept text refers to belong to it, wherever they stand. */
export const keepNotes = ({ view, kept, likely, url, wantsEssentials }: Selection) => {
  const [whole] = view.regions
  if (!wantsEssentials || !whole) return
  const links = view.blocks.flatMap(block => (kept[block.index] ? referencesIn(block) : []))
  if (links.length === 0) return
  const { definitions } = findFootnotes(links, byIdIn(whole.element), url ?? '')
  if (definitions.size === 0) return
  const isOfNote = ({ parent }: HtmlText): boolean =>
    around(parent, maxLevels).some(at => definitions.has(at))
  for (const { index, texts, region } of view.blocks) {
    if (kept[index] || (likely[index] ?? 0) < leastStated) continue
    if (((view.flags[region.index] ?? 0) & elsewhere) === 0 && texts.some(isOfNote)) kept[index] = 1
  }
}
const maxLevels = 8
const elsewhere = flagBit('nav') | flagBit('footer') | flagBit('dialog') | flagBit('comments')

const referencesIn = ({ texts, links }: Block): HtmlElement[] => {
  if (links === 0) return []
  const found = new Set<HtmlElement>()
  for (const { parent } of texts)
    for (const at of around(parent, maxLinkLevels))
      if (at.name === 'a' && at.attributes.href?.includes('#') && looksLikeReference(at))
        found.add(at)
  return [...found]
}
const maxLinkLevels = 3

const byIdIn = (root: HtmlElement): Map<string, HtmlElement> => {
  const byId = new Map<string, HtmlElement>()
  for (const element of descendants(root)) {
    const { id, name } = element.attributes
    if (id && !byId.has(id)) byId.set(id, element)
    if (name && element.name === 'a' && !byId.has(name)) byId.set(name, element)
  }
  return byId
}
