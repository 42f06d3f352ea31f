import type { PageNode } from '../../../page/text/nodes.ts'
import { wordsOf } from '../../../page/words/words.ts'
import { type Field, leaves } from '../schema/fields.ts'
import type { Page } from '../source/page.ts'

/** Neighbouring lines under one heading. */
export type PageBlock = { first: number; nodes: PageNode[] }

export const blocksOf = (page: Page): PageBlock[] => {
  const blocks: PageBlock[] = []
  let chars = 0
  for (const node of page.nodes) {
    const last = blocks.at(-1)
    const sameRow = node.cell && node.cell.parent === last?.nodes.at(-1)?.cell?.parent
    const isFull = chars + node.text.length > maxBlockChars && !sameRow
    const turns = node.region !== last?.nodes.at(-1)?.region
    if (!last || node.level !== undefined || isFull || turns) {
      blocks.push({ first: node.id, nodes: [node] })
      chars = 0
    } else last.nodes.push(node)
    chars += node.text.length
  }
  return blocks
}

/**
 * Indexes of blocks, the most useful first: those that use the words of the fields (BM25, with
 * synonyms), the page's head, then the rest in page order.
 */
export const rankBlocks = (page: Page, blocks: PageBlock[], fields: Field[]): number[] => {
  const wanted = queryTerms(fields)
  const bags = blocks.map(block => termsOf(block, page))
  const lengths = bags.map(bag => [...bag.values()].reduce((sum, count) => sum + count, 0))
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, blocks.length) || 1
  const frequency = new Map<string, number>()
  for (const bag of bags)
    for (const term of bag.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const scores = bags.map((bag, index) => {
    let score = head(blocks[index] as PageBlock)
    for (const [term, weight] of wanted) {
      const count = bag.get(term) ?? 0
      if (count === 0) continue
      const df = frequency.get(term) ?? 0
      const idf = Math.log(1 + (blocks.length - df + 0.5) / (df + 0.5))
      const length = (lengths[index] ?? 0) / average
      score += (weight * idf * (count * 2.2)) / (count + 1.2 * (0.25 + 0.75 * length))
    }
    return score
  })
  return [...blocks.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
}

const maxBlockChars = 1500

/** The first heading and what follows is what the page is about; menus and footers are not. */
const head = (block: PageBlock): number => {
  const node = block.nodes[0]
  if (node?.level === 1) return 6
  return node?.region === 'nav' || node?.region === 'footer' ? -1 : 0
}

const queryTerms = (fields: Field[]): Map<string, number> => {
  const terms = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text))
      for (const term of [word.stem, ...word.concepts.map(String)])
        terms.set(term, Math.max(terms.get(term) ?? 0, weight))
  }
  for (const root of fields)
    for (const field of leaves(root)) {
      for (const part of field.pointer.split('/')) add(part, 1)
      add(`${field.title} ${field.description}`, 0.4)
    }
  return terms
}

const termsOf = (block: PageBlock, page: Page): Map<string, number> => {
  const bag = new Map<string, number>()
  const heading = block.nodes[0]?.headings.at(-1)
  const texts = [
    heading ? (page.nodes[heading - 1]?.text ?? '') : '',
    ...block.nodes.map(node => node.text),
  ]
  for (const text of texts)
    for (const word of wordsOf(text.slice(0, 300)))
      for (const term of [word.stem, ...word.concepts.map(String)])
        bag.set(term, (bag.get(term) ?? 0) + 1)
  return bag
}
