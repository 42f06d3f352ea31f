import { escapePointer } from '../../../kit/json-pointer.ts'
import { setOwn } from '../../../kit/own.ts'
import { around } from '../../../page/html/around.ts'
import type { HtmlElement } from '../../../page/html/html.ts'
import { overlap, wordsOf } from '../../../page/words/words.ts'
import { openField } from '../schema/fields.ts'
import type { Page } from '../source/page.ts'
import { normalise } from '../values/normalise.ts'
import { confidence } from './rank/confidence.ts'
import { maxChars } from './rank/lengths.ts'
import { type Pair, pairsOf } from './rank/pairs.ts'
import { type Query, toQuery } from './rank/query.ts'
import type { FieldPlace, State } from './state/state.ts'

/** An object whose names are the page's: filled from a table or list of names and values. */
export const readMap = (
  state: State,
  { field, pointer, parents }: FieldPlace,
): Record<string, unknown> | undefined => {
  if (state.without.has('map')) return undefined
  const value: Record<string, unknown> = {}
  const entry = field.entry ?? openField('', pointer)
  for (const { label, text, node } of pairsFor(state.page, toQuery(field, parents))) {
    const found = normalise(entry.kind === 'any' ? { ...entry, kind: 'string' } : entry, text)
    if (!found || Object.hasOwn(value, label)) continue
    setOwn(value, label, found.value)
    const source = { quote: found.quote, node, fact: undefined, reader: 'map' }
    state.sources.set(`${pointer}/${escapePointer(label)}`, {
      ...source,
      confidence: confidence.labelled,
    })
  }
  if (Object.keys(value).length > 0) return value
  state.missing.push(pointer)
  return undefined
}

/** Those of the boxes that the page names as the field does. */
const pairsFor = (page: Page, query: Query): Pair[] => {
  const facts = pairsOf(page).filter(pair => isFact(page, pair))
  const groups = [...Map.groupBy(facts, ({ box }) => box)]
    .map(([box, pairs]) => ({ pairs, score: nameScore(page, query, box, pairs[0]) }))
    .filter(({ pairs }) => pairs.length >= minPairs)
  const named = groups.filter(({ score }) => score >= 0.6)
  const most = Math.max(0, ...named.map(({ score }) => score))
  return named.filter(({ score }) => score === most).flatMap(({ pairs }) => pairs)
}

/** Entries of menus and of forms stand side by side as names and values do. */
const isFact = ({ nodes }: Page, { label, text, node }: Pair): boolean => {
  const value = nodes[node - 1]
  if (!value || !/[\p{L}\p{N}]/u.test(text) || aroundFacts.has(value.region)) return false
  // Questions have answers, not values.
  if (/[?？؟]$/.test(label)) return false
  const line = nodes[node - 2]
  const name = line?.text.startsWith(label) ? line : value
  if (name.pieces[0]?.link && name.pieces[0].text.startsWith(label)) return false
  return !around(value.element, maxUp).some(({ name }) => name === 'form' || name === 'label')
}

const maxUp = 100

const aroundFacts = new Set<string>(['nav', 'header', 'footer'])

const minPairs = 2
const nameScore = (
  page: Page,
  query: Query,
  box: HtmlElement | undefined,
  first: Pair | undefined,
): number => {
  const heading = page.nodes[(first?.node ?? 0) - 1]?.headings.at(-1) ?? 0
  const attributes = around(box, 3).flatMap(one => [
    ...[one.attributes.class, one.attributes.id, one.attributes['aria-label']],
  ])
  const scores = [page.nodes[heading - 1]?.text, captionOf(page, box), ...attributes].flatMap(
    (text = '') =>
      query.names.map(({ words, weight }) => {
        const { recall, precision } = overlap(words, wordsOf(text.slice(0, maxChars.title)))
        return weight * (0.7 * recall + 0.3 * precision)
      }),
  )
  return Math.max(0, ...scores)
}

const captionOf = (page: Page, box: HtmlElement | undefined): string | undefined =>
  page.nodes.find(({ element }) => element.name === 'caption' && element.parent === box)?.text
