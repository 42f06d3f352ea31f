import type { Block, Item, List } from './blocks.ts'

export const newItem = (children: Block[] = []): Item => ({
  kind: 'item',
  task: undefined,
  number: undefined,
  children,
})

export const impliedList = (...children: Item[]): List => ({
  kind: 'list',
  ordered: false,
  start: 1,
  step: 1,
  loose: false,
  implied: true,
  children,
})

/** Lists of one term each, one after the other, are one list. */
export const pushBlock = (blocks: Block[], block: Block): void => {
  const last = blocks.at(-1)
  const areLists = last?.kind === 'list' && block.kind === 'list' && last.implied && block.implied
  if (areLists && (last.children.length === 1 || block.children.length === 1))
    last.children.push(...block.children)
  else blocks.push(block)
}

/** A list that only holds a list is that list. */
export const innerList = (list: List): List => {
  const [item, ...others] = list.children
  const [inner, ...more] = item?.children ?? []
  return others.length + more.length === 0 && inner?.kind === 'list' ? inner : list
}
