import { findFootnotes } from '../html/footnotes.ts'
import type { HtmlElement } from '../html/html.ts'
import type { Selection } from './steps.ts'

/**
 * In documentation a footnote stays with the text that refers to it. The model takes notes at the
 * end of a page for what stands around it; those of articles are often a list of sources.
 */
export const keepNotes = (selection: Selection) => {
  const { view, kept, pageType } = selection
  if (pageType !== 'documentation') return
  const notes = notesOfKept(selection)
  if (notes.size === 0) return
  for (const { element, first, end } of view.regions) {
    if (!notes.has(element) || end - first > maxNoteBlocks) continue
    const label = view.blocks[first - 1]
    kept.fill(1, label && numberAlone.test(label.text) ? first - 1 : first, end)
  }
}
/** A note is a few paragraphs; more are a part of the page. */
const maxNoteBlocks = 12
const numberAlone = /^[([]?\d+[)\]]?$/

const notesOfKept = ({ view, kept, url = '' }: Selection): ReadonlySet<HtmlElement> => {
  const byId = new Map<string, HtmlElement>()
  const links: HtmlElement[] = []
  for (const { element, first, end } of view.regions) {
    const { id, name, href } = element.attributes
    if (id !== undefined) byId.set(id, element)
    if (element.name !== 'a') continue
    if (name !== undefined) byId.set(name, element)
    if (href?.includes('#') && kept.subarray(first, end).includes(1)) links.push(element)
  }
  return new Set(findFootnotes(links, byId, url).definitions.keys())
}
