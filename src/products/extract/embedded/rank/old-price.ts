import type { Field } from '../../schema/fields.ts'
import { escapePointer } from '../../schema/limits.ts'
import { asksForFormer, asksForOld } from '../../source/struck.ts'
import { findNumbers } from '../../values/numbers.ts'
import { intentOf } from '../../words/intent.ts'
import type { Candidate } from './candidates.ts'
import { wholeShape } from './features.ts'

/** Takes out former prices that are no higher than the price is now; says where they were. */
export const dropVainPrices = (field: Field, value: unknown, pointer = ''): string[] => {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    const { item } = field
    return item ? value.flatMap((one, at) => dropVainPrices(item, one, `${pointer}/${at}`)) : []
  }
  const held = value as Record<string, unknown>
  const at = ({ name }: Field) => `${pointer}/${escapePointer(name)}`
  const prices = field.properties.filter(one => one.kind !== 'object' && intentOf(one) === 'money')
  sortPrices(prices, held, pointer)
  const now = prices.filter(one => !asksForOld(one)).flatMap(one => amountOf(held[one.name]) ?? [])
  const vain = prices.filter(
    one => asksForFormer(one) && (amountOf(held[one.name]) ?? Infinity) <= Math.max(...now),
  )
  for (const { name } of vain) delete held[name]
  return [
    ...vain.map(at),
    ...field.properties.flatMap(one => dropVainPrices(one, held[one.name], at(one))),
  ]
}

/** Of a price and a former one the higher is the former; in a list one alone is the price. */
const sortPrices = (prices: Field[], held: Record<string, unknown>, pointer: string) => {
  const [now, ...more] = prices.filter(one => !asksForOld(one))
  const [former, ...others] = prices.filter(asksForOld)
  if (!now || !former || more.length > 0 || others.length > 0) return
  const [low, high] = [amountOf(held[now.name]), amountOf(held[former.name])]
  const isRecord = /\/\d+$/.test(pointer)
  if (high === undefined || (low === undefined ? !isRecord : low <= high)) return
  const { [now.name]: was, [former.name]: is } = held
  held[now.name] = is
  if (low === undefined) delete held[former.name]
  else held[former.name] = was
}

const amountOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? findNumbers(value.slice(0, 40))[0]?.readings[0] : undefined
}

/**
 * Of two prices beside each other the higher is the former one, where a share stands there that is
 * the difference: 259, 185, "29% off" or "Save 74".
 */
export const formerByDiscount = (candidates: readonly Candidate[]): Set<Candidate> => {
  const former = new Set<Candidate>()
  candidates.forEach((one, at) => {
    if (one.shape.money < wholeShape) return
    const amount = amountOf(one.text)
    const near = candidates.slice(at + 1, at + reach)
    const other = near.find(
      ({ shape, text }) => shape.money >= wholeShape && amountOf(text) !== amount,
    )
    const next = other && amountOf(other.text)
    if (!amount || !other || !next) return
    const taken = 100 * (1 - Math.min(amount, next) / Math.max(amount, next))
    const around = candidates.slice(Math.max(0, at - reach), at + 2 * reach)
    const isSaid = around.some(({ text }) => {
      const share = /(?<!\d)(\d{1,2})\s?%/.exec(text.slice(0, 40))?.[1]
      if (share !== undefined) return Math.abs(Number(share) - taken) <= 1
      const saved = saves.test(text) ? amountOf(text.slice(0, 40)) : undefined
      return saved !== undefined && Math.abs(saved - Math.abs(amount - next)) < 1
    })
    if (isSaid) former.add(amount > next ? one : other)
  })
  return former
}

const saves = /^\W{0,3}(?:you )?sav(?:e|ings?)\b|\boff\W{0,2}$/i
const reach = 4
