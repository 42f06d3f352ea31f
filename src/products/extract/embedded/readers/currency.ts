import type { Field } from '../../schema/fields.ts'
import { asksCurrency, currencySigns, otherDollars } from '../../values/currencies.ts'
import { normalise } from '../../values/normalise.ts'
import type { Late, State } from '../state/state.ts'

/** The currency of a page all of whose prices have one sign. */
export const fromPrices = (state: State, field: Field): Late | undefined => {
  if (!asksCurrency(field.name)) return undefined
  const found = new Map<string, { sign: string; node: number }>()
  for (const { text, node, shape } of state.candidates ?? []) {
    if (shape.money < leastMoney || text.length > maxPrice) continue
    if (otherDollars.test(text)) return undefined
    const said = signed.exec(text)?.[0]
    const code = said && (codes.get(said) ?? said)
    if (said && code && !found.has(code)) found.set(code, { sign: said, node: node.id })
  }
  const [only, other] = [...found]
  const host = URL.parse(state.page.url)?.hostname ?? ''
  if (!only || other || (only[1].sign === '$' && withOtherDollars.test(host))) return undefined
  const value = normalise(field, only[0]) ?? normalise(field, only[1].sign)
  if (!value) return undefined
  const source = { quote: only[1].sign, node: only[1].node, fact: undefined, confidence: 0.6 }
  return { value: value.value, source }
}

const leastMoney = 0.3
const maxPrice = 40
const codes = new Map([...currencySigns].map(([code, sign]) => [sign, code]))
const signed = new RegExp(
  `[${[...codes.keys()].filter(sign => sign.length === 1).join('')}]|zł|Kč|\\b(?:${[...codes.values()].join('|')}|CHF|JPY|CNY|SEK|NOK|DKK|HUF|BRL)\\b`,
  'u',
)
/** Countries whose dollar or peso is another one. */
const withOtherDollars = /\.(?:ca|au|nz|sg|hk|mx|tw|cl|ar)$/
