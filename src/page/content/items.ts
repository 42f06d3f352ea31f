import { isLabel } from './actions.ts'
import type { Block, Region } from './blocks.ts'
import { isOfSite } from './headline.ts'
import { maxItemWords, minItems } from './lists.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { type PageView, shapesOf } from './view.ts'
import { hashWord } from './words.ts'

/**
 * Lines that stand in the same place of look-alikes, such as the time of each message, stay where
 * most of them do. Where the model is in doubt about all of them they stay in items of which more
 * stays.
 */
export const completeItems = (selection: Selection) => {
  const { view, wantsEssentials, pageType } = selection
  // There the same line of every item is what is known of its author.
  if (!wantsEssentials || pageType === 'forum') return
  const varied = findVaried(view)
  const lines = view.blocks.flatMap(block => lineOf(view, varied, block))
  complete(selection, lines, view.shapes)
  if (varied.size > 0) complete(selection, lines, shapesWithout(view, varied))
}

const complete = (
  { view, kept, likely }: Selection,
  lines: readonly Line[],
  shapes: Int32Array,
) => {
  for (const alike of Map.groupBy(lines, ({ block }) => shapes[block.index] ?? 0).values()) {
    if (alike.length < minItems) continue
    const keptCount = alike.filter(({ block }) => kept[block.index]).length
    const isMost = keptCount >= minKeptShare * alike.length
    const isSome = keptCount >= minDoubtfulShare * alike.length
    if (!isMost && !(isSome && meanOf(likely, alike) >= minMeanLikely)) continue
    for (const line of alike) {
      const { index } = line.block
      if ((likely[index] ?? 0) < minLineLikely) continue
      if (isMost || (!isPressed(view, kept, line) && hasMore(view, kept, line))) kept[index] = 1
    }
  }
}
const minKeptShare = 0.6
const minDoubtfulShare = 0.2
const minMeanLikely = 0.35
const minLineLikely = 0.1

type Line = { block: Block; item: Region }

const meanOf = (likely: Float64Array, lines: readonly Line[]): number =>
  lines.reduce((sum, { block }) => sum + (likely[block.index] ?? 0), 0) / lines.length

/** One of the short lines of an element that has look-alikes. */
const lineOf = (view: PageView, varied: ReadonlyMap<Region, number>, block: Block): Line[] => {
  if (block.facts.words > maxItemWords || isOfSite(view, block)) return []
  if (((view.flags[block.region.index] ?? 0) & elsewhere) !== 0) return []
  const { container } = block
  // Words beside the blocks of an item are a line of it, too, unless they are only a link.
  const isBeside = container.end - container.first > 1 && !isLabel(block)
  const inner = isBeside ? container : container.parent
  for (let at: Region | undefined = inner; at; at = at.parent) {
    if (at.end - at.first > maxItemBlocks) break
    if ((view.twins[at.index] ?? 0) >= minItems || varied.has(at)) return [{ block, item: at }]
  }
  return []
}
const maxItemBlocks = 30
/** Rows are completed by themselves, and layout tables are alike in everything. */
const elsewhere =
  flagBit('nav') | flagBit('footer') | flagBit('dialog') | flagBit('comments') | flagBit('cell')

/** Something else of the item stays; of what stands under a heading. */
const hasMore = ({ ranks }: PageView, kept: Uint8Array, { block, item }: Line): boolean => {
  const { index } = block
  const isAbove = (ranks[index] ?? 0) === 0 && kept.subarray(item.first, index).includes(1)
  return isAbove || kept.subarray(index + 1, item.end).includes(1)
}

/** There to be pressed ("Learn more"), which comes last, or without words. */
const isPressed = (view: PageView, kept: Uint8Array, { block, item }: Line): boolean => {
  const { index, region, container, facts } = block
  if (facts.words === 0 || ((view.flags[region.index] ?? 0) & flagBit('button')) !== 0) return true
  if (!isLabel(block) || (view.ranks[index] ?? 0) > 0) return false
  if ((view.copies[index] ?? 0) >= minItems) return true
  return container.element.name !== 'li' && kept.subarray(item.first, index).includes(1)
}

/**
 * Elements of which each has classes of its own, with a hash of what they have in common: WordPress
 * writes the categories of a post there, and others whether it is an odd one.
 */
const findVaried = ({ regions }: PageView): Map<Region, number> => {
  const varied = new Map<Region, number>()
  for (const region of regions) {
    const names = region.element.attributes.class?.slice(0, maxClassChars)
    const [name, type] = (names !== undefined && variety.exec(names)) || []
    if (names !== undefined && name !== undefined)
      varied.set(region, hashWord(type ?? names.replace(name, '')))
  }
  return varied
}
const maxClassChars = 200
const variety = /(?<!\S)type-([a-z]+)|(?<![a-z])(?:odd|even)(?![a-z])/i

const shapesWithout = (view: PageView, varied: ReadonlyMap<Region, number>): Int32Array => {
  const looks = view.looks.slice()
  for (const [{ index }, look] of varied) looks[index] = look
  return shapesOf(view.blocks, view.regions, looks)
}
