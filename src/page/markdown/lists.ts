import type { Block, Item, List } from './blocks.ts'

/** Lists of one term each, one after the other, are one list. */
export const pushBlock = (blocks: Block[], block: Block): void => {
  const last = blocks.at(-1)
  if (last?.kind === 'list' && block.kind === 'list' && last.ofTerms && block.ofTerms) {
    if (last.children.length === 1 || block.children.length === 1) {
      last.children.push(...block.children)
      return
    }
  }
  blocks.push(block)
}

/** A list that only holds a list is that list. */
export const innerList = (list: List): List => {
  const [item] = list.children
  const [inner] = item?.children ?? []
  const isOnly = list.children.length === 1 && item?.children.length === 1
  return isOnly && inner?.kind === 'list' ? inner : list
}

export const impliedList = (item: Item): List => ({
  kind: 'list',
  ordered: false,
  start: 1,
  step: 1,
  loose: false,
  implied: true,
  children: [item],
})
