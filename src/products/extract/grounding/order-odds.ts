import weights from '../../../page/learned/orders.generated.json' with { type: 'json' }
import { orderWords, signsOf } from './order-signs.ts'

/** A linear model over the words of a text and what sort of words they are. */
export type OrderModel = { bias: number; weights: ReadonlyMap<string, number> }

/**
 * Log-odds that a text speaks to a machine: of the stretch that does so most, because an order may
 * stand in the middle of a long line. Learned by `bench/train/orders.ts` from orders of many
 * wordings and from the lines of real pages.
 */
export const orderOdds = (text: string, { bias, weights }: OrderModel = learned): number => {
  const words = orderWords(text)
  let top = Number.NEGATIVE_INFINITY
  for (let at = 0; at === 0 || at < words.length - overlapWords; at += windowWords - overlapWords) {
    let odds = bias
    for (const sign of signsOf(words.slice(at, at + windowWords))) odds += weights.get(sign) ?? 0
    if (odds > top) top = odds
  }
  return top
}

const learned: OrderModel = {
  bias: weights.bias,
  weights: new Map(Object.entries(weights.weights)),
}
const windowWords = 30
const overlapWords = 15
