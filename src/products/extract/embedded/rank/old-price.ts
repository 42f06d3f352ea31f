import type { Field } from '../../schema/fields.ts'
import { escapePointer } from '../../schema/limits.ts'
import { asksForFormer, asksForOld } from '../../source/struck.ts'
import { findNumbers } from '../../values/numbers.ts'
import { intentOf } from '../../words/intent.ts'
import type { Candidate } from './candidates.ts'
import { wholeShape } from './features.ts'
import { maxChars } from './lengths.ts'

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

const amountOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  return typeof value === 'string'
    ? findNumbers(value.slice(0, maxChars.label))[0]?.readings[0]
    : undefined
}

/**
 * Of two prices beside each other the higher is the former one, where a share stands there that is
 * the difference: 259, 185, "29% off".
 */
export const formerByDiscount = (candidates: readonly Candidate[]): Set<Candidate> => {
  const former = new Set<Candidate>()
  for (const [at, one] of candidates.entries()) {
    const amount = one.shape.money < wholeShape ? undefined : amountOf(one.text)
    const other =
      amount &&
      candidates
        .slice(at + 1, at + reach)
        .find(({ shape, text }) => shape.money >= wholeShape && amountOf(text) !== amount)
    const next = other && amountOf(other.text)
    if (!amount || !other || !next) continue
    const taken = 100 * (1 - Math.min(amount, next) / Math.max(amount, next))
    const isSaid = candidates.slice(Math.max(0, at - reach), at + 2 * reach).some(({ text }) => {
      const share = /(?<!\d)(\d{1,2})\s?%/.exec(text.slice(0, maxChars.label))?.[1]
      return share !== undefined && Math.abs(Number(share) - taken) <= 1
    })
    if (isSaid) former.add(amount > next ? one : other)
  }
  return former
}

const reach = 4
