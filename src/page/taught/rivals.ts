import { pickOne, type Said, sayings } from './ask.ts'
import type { PageIndex } from './index-page.ts'
import { type FieldKind, familyOf, type Rule, type TaughtField } from './reader.ts'
import { fitsShape } from './shape.ts'

/**
 * Where an example has the value in two places (the price, and the price with delivery, which was
 * free), pages without labels only say which place is the more usual. These are the rules that lost:
 * right on the example, and on most other pages of one mind about something else.
 */
export const rivalsOf = (
  kind: FieldKind,
  /** The best first. */
  flawless: readonly Rule[],
  { shape }: Pick<TaughtField, 'shape'>,
  others: readonly PageIndex[],
  winners: readonly (string | undefined)[],
): Rule[] => {
  const differing = flawless.flatMap(rule => {
    const said = others.map(page => pickOne(sayings(page, kind, rule), rule.pick))
    const isOther = (one: Said | undefined, at: number) =>
      one && one.key !== '' && one.key !== winners[at] && fitsShape(one, shape)
    if (said.filter(isOther).length * 2 <= others.length) return []
    return [{ rule, says: JSON.stringify(said.map(one => one?.key ?? '')) }]
  })
  const alike = [...Map.groupBy(differing, ({ says }) => says).values()].map(all => {
    const byFamily = Map.groupBy(all, ({ rule }) => familyOf(rule.view))
    return [...byFamily.values()].flatMap(([best]) => best?.rule ?? [])
  })
  const [most = []] = alike.sort((a, b) => b.length - a.length)
  return most.length >= fewestFamilies ? most : []
}

const fewestFamilies = 2
