import type { CopyNode } from '../../../src/page/taught/copy-node.ts'
import type { Choice, Whole } from './teach-state.ts'

/** The elements around a text, the smallest first: those that a reader can take as a whole. */
export const elementsAround = (nodes: readonly CopyNode[], text: number): Whole[] => {
  const around: Whole[] = []
  const look = (node: CopyNode): boolean => {
    if ('n' in node) return node.n === text
    if (!node.nodes.some(look)) return false
    const texts = textsIn(node)
    const [first, last] = [texts[0], texts.at(-1)]
    const isLarger = texts.length > (around.at(-1) ? countOf(around.at(-1)) : 1)
    if (first && last && isLarger && texts.length <= mostTexts)
      around.push({ first: first.n, last: last.n, words: texts.map(one => one.text).join(' ') })
    return true
  }
  nodes.some(look)
  return around
}

/** What a reader takes as one value. */
const mostTexts = 12

const countOf = (whole: Whole | undefined): number => (whole ? whole.last - whole.first + 1 : 0)

const textsIn = (node: CopyNode): { n: number; text: string }[] =>
  'n' in node ? [node] : node.nodes.flatMap(textsIn)

/** The same value with the next larger element around it, or the next smaller; undefined at the end. */
export const resized = (
  nodes: readonly CopyNode[],
  choice: Choice,
  by: 1 | -1,
): Choice | undefined => {
  if (choice.is !== 'text') return undefined
  const { start: _, end: __, whole, ...text } = choice
  const around = elementsAround(nodes, choice.text)
  const at = whole ? around.findIndex(({ first, last }) => isSame(whole, { first, last })) : -1
  const next = around[at + by]
  if (next) return { ...text, whole: next }
  return by < 0 && at === 0 ? text : undefined
}

const isSame = (one: Pick<Whole, 'first' | 'last'>, other: Pick<Whole, 'first' | 'last'>) =>
  one.first === other.first && one.last === other.last

/** Where words are in a text of which they are a part; said twice, those that begin there or after. */
export const partOf = (
  text: string,
  selected: string,
  from: number,
): [number, number] | undefined => {
  const words = selected.trim()
  if (words === '' || words === text) return undefined
  const start = text.indexOf(words, from)
  const at = start < 0 ? text.indexOf(words) : start
  return at < 0 ? undefined : [at, at + words.length]
}
