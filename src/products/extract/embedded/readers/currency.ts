import { asksCurrency, currencySigns, otherDollars } from '../../values/currencies.ts'
import { normalise } from '../../values/normalise.ts'
import { confidence } from '../rank/confidence.ts'
import { maxChars } from '../rank/lengths.ts'
import { candidatesOf } from '../state/lines.ts'
import type { Reader } from './reader.ts'

/** The currency of a page all of whose prices have one sign. */
export const currency: Reader = {
  name: 'currency',
  asks: ({ field }) => asksCurrency(field.name),
  read: (state, { field }) => {
    const found = new Map<string, { quote: string; node: number }>()
    for (const { text, node, shape } of candidatesOf(state)) {
      if (shape.money < leastMoney || text.length > maxChars.label) continue
      if (otherDollars.test(text)) return undefined
      const said = signed.exec(text)?.[0]
      const code = said && (codes.get(said) ?? said)
      if (said && code && !found.has(code)) found.set(code, { quote: said, node: node.id })
    }
    const [only, other] = found
    const host = URL.parse(state.page.url)?.hostname ?? ''
    if (!only || other) return undefined
    const [code, at] = only
    if (at.quote === '$' && withOtherDollars.test(host)) return undefined
    const value = normalise(field, code) ?? normalise(field, at.quote)
    return value && { value: value.value, ...at }
  },
  trust: confidence.guessed,
  isSearch: true,
}

const leastMoney = 0.3
const codes = new Map([...currencySigns].map(([code, sign]) => [sign, code]))
const signed = new RegExp(
  `[${[...codes.keys()].filter(sign => sign.length === 1).join('')}]|zł|Kč|\\b(?:${[...codes.values()].join('|')}|CHF|JPY|CNY|SEK|NOK|DKK|HUF|BRL)\\b`,
  'u',
)
/** Countries whose dollar or peso is another one. */
const withOtherDollars = /\.(?:ca|au|nz|sg|hk|mx|tw|cl|ar)$/
