import type { PageNode } from '../../../page/text/page-nodes.ts'
import { splitLabel } from './labels.ts'

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
    const isOneText = node.element === next.element
    const isLabelled = hasLabel.test(node.text)
    if (isOpenSentence(node.text, isOneText ? 2 : 3) && !hasLabel.test(next.text))
      found.add(next.id)
    if (isRest(next.text) || (isOneText && isEnd(node.text, next.text))) {
      found.add(next.id)
      if (!isLabelled) found.add(node.id)
    }
  })
  return found
}

/** The subject of a page is followed by whatever there is to say of it. */
const isBeside = (node: PageNode, next: PageNode) =>
  node.level !== 1 && next.level === undefined && node.cell === next.cell

const isOpenSentence = (text: string, leastWords: number): boolean =>
  text.length < maxChars &&
  countWords(text) >= leastWords &&
  !isClosed.test(text) &&
  !isNamedThing(text) &&
  !isShortLabel(text)

/** "By: Paul Kent" says all it has to say. */
const isNamedThing = (text: string): boolean => {
  const words = splitLabel(text)?.value.split(/\s+/) ?? []
  return (
    words.length > 0 && words.length <= 4 && words.every(word => /^[\p{Lu}\p{N}\p{Sc}]/u.test(word))
  )
}

/** "Contact us:" speaks of what comes next. */
const isShortLabel = (text: string): boolean => /[:：]$/.test(text) && countWords(text) <= 2

const isClosed = /[.!?…。！？"”»)]\s*$/

/** Begins in the middle of a sentence. */
const isRest = (text: string): boolean =>
  text.length < maxChars && /^\p{Ll}/u.test(text) && countWords(text) >= 4

/** A full stop for what the line before it left open; a capital would begin another sentence. */
const isEnd = (text: string, next: string): boolean =>
  next.length < maxChars &&
  isStop.test(next) &&
  !/^[\p{Lu}\p{N}]/u.test(next) &&
  !isClosed.test(text)

const isStop = /[.!?。！？]\s*$/

const maxChars = 300

/** "Price: $5" begins by itself. */
const hasLabel = /^\p{L}[\p{L} ()]{0,30}[:：]/u

/** Two letters of a script without spaces count as a word. */
export const countWords = (text: string): number => {
  const unspaced = text.match(unspacedLetters)?.length ?? 0
  const words = text.replace(unspacedLetters, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return words + Math.ceil(unspaced / 2)
}

/** Of a script that writes its words without spaces; the sign for a long vowel is of no script. */
export const unspacedLetter =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー]'

const unspacedLetters = new RegExp(unspacedLetter, 'gu')
