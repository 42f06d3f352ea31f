import { nearest } from '../html/around.ts'
import type { HtmlElement } from '../html/html.ts'
import type { Block, Region } from './blocks.ts'
import { isDated } from './headline-facts.ts'
import { leastBeside } from './likely.ts'
import type { PageType } from './page.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import type { PageView } from './view.ts'

/** A post without its author is half a post: the name beside its kept text stays. */
export const keepAuthors = ({ view, kept, likely, wantsEssentials, pageType }: Selection) => {
  if (!wantsEssentials) return
  const hasMakers = otherTypes.has(pageType)
  for (const block of view.blocks) {
    if (kept[block.index] || block.facts.words > maxWords) continue
    if ((likely[block.index] ?? 0) < leastBeside) continue
    const flags = view.flags[block.region.index] ?? 0
    const isOfSite = (flags & (flagBit('header') | inPage)) === flagBit('header')
    if (isOfSite || (flags & flagBit('nav')) !== 0) continue
    if (hasMakers && (flags & flagBit('comments')) === 0) continue
    const isInProfile = (flags & flagBit('dl')) !== 0
    if (!isAuthor(block) && (isInProfile || !isDated(block))) continue
    if (isInKeptPost(block, view, kept)) kept[block.index] = 1
  }
}
/** There the names beside the text are those of its makers, but for comments. */
const otherTypes = new Set<PageType>(['article', 'product', 'documentation'])
const inPage = flagBit('main') | flagBit('article') | flagBit('section')
/** "Ida wrote on 1 March 2026, 10:04, last edited by". */
const maxWords = 12
const maxPostBlocks = 60

/** By the marks around its first word, behind what folds the post: name and date are often one line. */
const isAuthor = (block: Block): boolean => {
  const first = block.texts.find(({ text }) => hasWord.test(text))
  return nearest(first?.parent, saysAuthor, 4) !== undefined
}

const saysAuthor = ({ attributes }: HtmlElement): boolean => {
  const { itemprop, rel, class: names = '', href = '' } = attributes
  if (itemprop === 'author' || rel === 'author') return true
  const label = names.slice(0, 120).toLowerCase()
  if (label.includes('author') || label.includes('username')) return true
  const link = href.slice(0, 80)
  return personPaths.some(path => link.includes(path))
}
const hasWord = /[\p{L}\p{N}]/u
const personPaths = `/u/ /user/ /users/ /members/ /profile /author/
  user?id= member.php profile.php action=profile viewprofile space-uid uid=`.split(/\s+/)

/** Whether a repeated element around the block, one post of a thread, holds kept text. */
const isInKeptPost = (block: Block, view: PageView, kept: Uint8Array): boolean => {
  for (let at: Region | undefined = block.container; at; at = at.parent) {
    if (at.end - at.first > maxPostBlocks) return false
    if (((view.twins[at.index] ?? 0) >= 2 || isPost(at)) && hasKept(at, kept)) return true
  }
  return false
}

const isPost = ({ element: { attributes } }: Region): boolean =>
  attributes.class !== undefined && postName.test(attributes.class.slice(0, 200))
const postName = /(?:^|[\s_-])(?:post|question|answer|message|topic)(?=$|[\s_-])/

const hasKept = ({ first, end }: Region, kept: Uint8Array): boolean => {
  for (let at = first; at < end; at++) if (kept[at]) return true
  return false
}
