import type { Block, Region } from './blocks.ts'
import type { Selection } from './steps.ts'
import { between, linkShare } from './sums.ts'
import type { PageView } from './view.ts'
import { hashesOf } from './words.ts'

/* Links that say nothing of the page: to the one before and the one after. */

const wordsOf = (words: string): Set<number> => new Set(hashesOf(words))

const before = wordsOf(
  'previous prev earlier vorherige vorheriger vorheriges vorige précédent précédente anterior precedente poprzedni předchozí föregående forrige предыдущая предыдущий önceki 上一 前の 이전 السابق',
)
const after = wordsOf(
  'next later nächste nächster nächstes suivant suivante siguiente próximo próxima successivo volgende następny další nästa neste следующая следующий sonraki 下一 次の 다음 التالي',
)

/** Lines to the page before and the page after go, with the list or box that they stand in. */
export const dropPagers = ({ view, kept }: Selection) => {
  for (const block of view.blocks) {
    const next = isBoth(block) ? block : pairOf(view, block)
    if (!next) continue
    const { first, end } = boxOf(view, block, next)
    if (view.headline < first || view.headline >= end) kept.fill(0, first, end)
  }
}

/** "Next: Files, Previous: Introduction, Up: Contents" in one line, or arrows in any language. */
const isBoth = (block: Block): boolean => {
  const { facts, links, text } = block
  if (links < 2 || facts.words > maxLineWords || linkShare(block) < 0.5) return false
  if (arrows.test(text)) return true
  const [start = 0, ...rest] = facts.hashes
  if (before.has(start)) return rest.some(hash => after.has(hash))
  return after.has(start) && rest.some(hash => before.has(hash))
}

const arrows = /^[<\u00ab‹←◀].*[>\u00bb›→▶]$/

/** A line that leads back, and one that leads on just behind it or before it. */
const pairOf = ({ blocks }: PageView, block: Block): Block | undefined => {
  if (!isLineTo(block, before)) return undefined
  const near = blocks.slice(Math.max(0, block.index - maxApart), block.index + 1 + maxApart)
  return near.find(other => isLineTo(other, after))
}
const maxApart = 2

const isLineTo = (block: Block, words: Set<number>): boolean =>
  block.links > 0 &&
  block.facts.words <= maxLineWords &&
  linkShare(block) > 0.3 &&
  words.has(block.facts.hashes[0] ?? 0)
const maxLineWords = 24

/**
 * The smallest element around both as long as it is mostly links, else the two lines; and what its
 * own markup calls navigation around them.
 */
const boxOf = ({ sums }: PageView, one: Block, other: Block): Pick<Region, 'first' | 'end'> => {
  const [low, high] = [Math.min(one.index, other.index), Math.max(one.index, other.index)]
  const isSmall = ({ first, end }: Region) => between(sums.words, first, end) <= maxBoxWords
  let box: Region | undefined = one.container
  while (box && (box.first > low || box.end <= high)) box = box.parent
  for (let at = box; at && isSmall(at); at = at.parent) if (isNamed(at)) box = at
  const isOfLinks = ({ first, end }: Region) =>
    between(sums.linkChars, first, end) > 0.4 * between(sums.chars, first, end)
  const isBox = box !== undefined && isSmall(box) && (isOfLinks(box) || isNamed(box))
  return isBox && box ? box : { first: low, end: high + 1 }
}
const maxBoxWords = 90

const isNamed = ({ element: { name, attributes } }: Region): boolean =>
  name === 'nav' || navName.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`)
const navName = /(?:^|\s)(?:nav|pager|pagination|prev-?next)/i
