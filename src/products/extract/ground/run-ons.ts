import type { PageNode } from '../../../page/text/nodes.ts'

/**
 * Lines that share a sentence with their neighbour: "Kindly list this under" / "Orlin Pavesh". What
 * stands in such a line stands inside a longer text, although it has a line of its own.
 */
export const findRunOns = (nodes: readonly PageNode[]): Set<number> => {
  const found = new Set<number>()
  nodes.forEach((node, at) => {
    const next = nodes[at + 1]
    if (!next || !isBeside(node, next)) return
    // What a line break parts stands in one paragraph.
    const least = node.element === next.element ? 2 : 3
    if (isOpenSentence(node.text, least) && !hasLabel.test(next.text)) found.add(next.id)
    if (isRest(next.text)) found.add(node.id).add(next.id)
  })
  return found
}

/** The subject of a page is followed by whatever there is to say of it. */
const isBeside = (node: PageNode, next: PageNode) =>
  node.level !== 1 && next.level === undefined && node.cell === next.cell

const isOpenSentence = (text: string, leastWords: number): boolean =>
  text.length < maxChars && countWords(text) >= leastWords && !/[.!?…。！？"”»)]\s*$/.test(text)

/** Begins in the middle of a sentence. */
const isRest = (text: string): boolean =>
  text.length < maxChars && /^\p{Ll}/u.test(text) && countWords(text) >= 4

const maxChars = 300

/** "Price: $5" begins by itself. */
const hasLabel = /^\p{L}[\p{L} ]{0,30}[:：]/u

/** Two letters of a script without spaces count as a word. */
export const countWords = (text: string): number => {
  const unspaced = text.match(unspacedLetters)?.length ?? 0
  const words = text.replace(unspacedLetters, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return words + Math.ceil(unspaced / 2)
}

const unspacedLetters =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu
