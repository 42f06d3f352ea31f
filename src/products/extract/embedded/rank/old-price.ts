import { escapePointer } from '../../../../kit/json-pointer.ts'
import { own } from '../../../../kit/own.ts'
import type { Field } from '../../schema/fields.ts'
import { asksForFormer, asksForOld } from '../../source/struck.ts'
import { findNumbers } from '../../values/numbers.ts'
import { intentOf } from '../../words/intent.ts'
import { maxChars } from './lengths.ts'

/** Takes out former prices that are no higher than the price is now; says where they were. */
export const dropVainPrices = (field: Field, value: unknown, pointer = ''): string[] => {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    const { item } = field
    return item ? value.flatMap((one, at) => dropVainPrices(item, one, `${pointer}/${at}`)) : []
  }
  const at = ({ name }: Field) => `${pointer}/${escapePointer(name)}`
  const prices = field.properties.filter(one => one.kind !== 'object' && intentOf(one) === 'money')
  const now = prices
    .filter(one => !asksForOld(one))
    .flatMap(one => amountOf(own(value, one.name)) ?? [])
  const vain = prices.filter(
    one => asksForFormer(one) && (amountOf(own(value, one.name)) ?? Infinity) <= Math.max(...now),
  )
  for (const { name } of vain) Reflect.deleteProperty(value, name)
  return [
    ...vain.map(at),
    ...field.properties.flatMap(one => dropVainPrices(one, own(value, one.name), at(one))),
  ]
}

const amountOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  return typeof value === 'string'
    ? findNumbers(value.slice(0, maxChars.label))[0]?.readings[0]
    : undefined
}
