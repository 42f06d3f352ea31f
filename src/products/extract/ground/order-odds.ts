import weights from '../../../page/learned/orders.generated.json' with { type: 'json' }
import { notions } from './order-words.ts'
import { readable } from './readable.ts'

/** A linear model over the words of a text and what sort of words they are. */
export type OrderModel = { bias: number; weights: Record<string, number> }

/**
 * Log-odds that a text speaks to a machine: of the stretch that does so most, because an order may
 * stand in the middle of a long line. Learned by `bench/orders-train.ts` from orders of many
 * wordings and from the lines of real pages.
 */
export const orderOdds = (text: string, { bias, weights }: OrderModel = learned): number => {
  const words = orderWords(text)
  let top = Number.NEGATIVE_INFINITY
  for (let at = 0; at === 0 || at < words.length - overlapWords; at += windowWords - overlapWords) {
    let odds = bias
    for (const sign of signsOf(words.slice(at, at + windowWords))) odds += weights[sign] ?? 0
    if (odds > top) top = odds
  }
  return top
}

const learned: OrderModel = { ...weights, weights: { ...weights.weights } }
const windowWords = 30
const overlapWords = 15

export const orderWords = (text: string): string[] =>
  readable(text).match(/⟨ai⟩|[\p{L}\p{N}]+|:=|->|[=→"{[<:]|#{2,}/gu) ?? []

/** Words, pairs of neighbours, and the notions behind them, alone and with each other. */
export const signsOf = (words: readonly string[]): Set<string> => {
  const signs = new Set<string>()
  const found = new Set<string>()
  let last = ''
  words.forEach((word, at) => {
    if (/[\p{L}⟨=→{]/u.test(word)) signs.add(word)
    signs.add(`${words[at - 1] ?? '^'} ${word}`)
    for (const notion of notionsOf(word)) {
      found.add(notion)
      if (last && last !== notion) signs.add(`${last}>${notion}`)
      last = notion
    }
  })
  for (const one of found) {
    signs.add(one)
    for (const other of found) if (one < other) signs.add(`${one}&${other}`)
  }
  return signs.add(`#${found.size}`)
}

const notionsOf = (word: string): readonly string[] => {
  const known = memory.get(word)
  if (known) return known
  const own = notions.flatMap(([name, pattern]) => (pattern.test(word) ? name : []))
  if (memory.size > maxRemembered) memory.clear()
  memory.set(word, own)
  return own
}

const memory = new Map<string, readonly string[]>()
const maxRemembered = 20_000
