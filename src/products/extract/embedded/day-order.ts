import { escapePointer } from '../../../kit/json-pointer.ts'
import { type First, firstByPlace } from '../../../page/metadata/day-or-month.ts'
import type { Field } from '../schema/fields.ts'
import type { Page } from '../source/page.ts'
import { dateIn, inFigures } from '../values/day-first.ts'
import { intentOf } from '../words/intent.ts'
import { readsDecimalComma, rereadWithComma } from './decimal-comma.ts'
import type { State } from './state/state.ts'

/**
 * Sets right what was read in figures: whether 05/12/2011 is in May or in December, and 1.299 a
 * little or a lot, is decided by the whole page.
 */
export const settleFigures = ({ page, sources }: State, root: Field, data: unknown): unknown => {
  let order: { first: First | undefined } | undefined
  const hasComma = new Map<boolean, boolean>()
  const recount = (field: Field | undefined, value: number, pointer: string): number => {
    const { quote = '', fact } = sources.get(pointer) ?? {}
    const other = field?.kind !== 'number' || fact ? value : rereadWithComma(quote, value)
    if (other === value || !field) return value
    const intent = intentOf(field)
    const isMoney = intent === 'money'
    // Thousands of money are known by themselves: 1.799 €/l are none.
    const isSmall =
      isMoney || intent === 'rating' || intent === 'percent' || onEarth.test(field.name)
    if (isSmall && Math.abs(other) > Math.abs(value)) return value
    const has = hasComma.get(isMoney) ?? readsDecimalComma(page, isMoney)
    hasComma.set(isMoney, has)
    return has ? other : value
  }
  const settle = (field: Field | undefined, value: unknown, pointer: string): unknown => {
    if (typeof value === 'string') {
      const quote = field?.format === 'date' ? sources.get(pointer)?.quote : undefined
      if (quote === undefined || !inFigures.test(quote)) return value
      order ??= { first: firstIn(page) }
      return (order.first && dateIn(quote, order.first)) ?? value
    }
    if (typeof value === 'number') return recount(field, value, pointer)
    if (typeof value !== 'object' || value === null) return value
    const held = value as Record<string, unknown>
    for (const name of Object.keys(held)) {
      const inner = Array.isArray(value)
        ? field?.item
        : (field?.properties.find(one => one.name === name) ?? field?.entry)
      held[name] = settle(inner, held[name], `${pointer}/${escapePointer(name)}`)
    }
    return value
  }
  return settle(root, data, '')
}

/** Programs write a point there, whatever the language. */
const onEarth = /^(?:geo_?)?(?:lat|lng|lon)|coord/i

/** By the page's dates of which there is one reading, then by where it is written. */
const firstIn = ({ nodes, language, url }: Page): First | undefined => {
  let [days, months] = [0, 0]
  for (const { text } of nodes)
    for (const [, one, , two] of text.matchAll(wholeDate)) {
      const [a, b] = [Number(one), Number(two)]
      if (a > 12 && a <= 31 && b <= 12) days++
      if (b > 12 && b <= 31 && a <= 12) months++
    }
  if (days !== months) return days > months ? 'day' : 'month'
  return firstByPlace(language, url)
}

const wholeDate = /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(?:19|20)\d{2}(?![\d/-]|\.\d)/g
