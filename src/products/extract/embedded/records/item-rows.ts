import { setOwn } from '../../../../kit/own.ts'
import type { FactItem } from '../../../../page/metadata/facts/item.ts'
import { sayAny, stemsOf } from '../../../../page/words/stems.ts'
import { wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import { normalise } from '../../values/normalise.ts'
import { isJudgementOfEntry } from '../../words/intent.ts'
import { leastMatch, matchItem, matchMarkup } from '../markup/markup.ts'
import { itemsIn, listOf, scalarOf } from '../markup/markup-values.ts'
import { sureOfMatch } from '../rank/confidence.ts'
import { toQuery } from '../rank/query.ts'
import { factOf } from '../readers/markup.ts'
import { type AlignedRow, addText, emptyRow } from '../state/row.ts'
import type { State } from '../state/state.ts'
import { maxRecords } from './record-slots.ts'

/** The longest list of things that the page's own markup describes with the fields that are asked for. */
export const rowsOfItems = (
  state: State,
  field: Field,
  item: Field,
  parents: string[],
): AlignedRow[] => {
  const match = matchMarkup(state.scope, toQuery(field, parents))
  const own = match ? itemsIn(match.values) : []
  const lists = state.page.facts.items
    .filter(({ types }) => types[0] === 'ItemList')
    .map(({ properties }) =>
      itemsIn(properties.get('itemListElement') ?? []).map(
        entry => itemsIn(entry.properties.get('item') ?? [])[0] ?? entry,
      ),
    )
  let best: AlignedRow[] = []
  for (const items of [
    own,
    ...saidBelow(state, field),
    ...lists.filter(({ length }) => length > 1),
  ]) {
    const rows = items
      .slice(0, maxRecords)
      .map(one => rowOfItem(one, item))
      .filter(row => row.sources.length > 0)
    const filled = rows.reduce((sum, row) => sum + row.sources.length, 0)
    const share = filled / Math.max(1, rows.length * item.properties.length)
    if (share >= 0.5 && rows.length > best.length) best = rows
  }
  return best
}

/** What was answered to a post or a question: callers call it in many ways, schema.org in two. */
const saidBelow = ({ page, scope: { main, others } }: State, { name }: Field): FactItem[][] => {
  if (!sayAny(wordsOf(name), answers)) return []
  const things = [...(main ? [main] : []), ...others]
  // Who asks for posts wants the first one too.
  const isOfAll = wordsOf(name).every(({ stem }) => posts.has(stem))
  const below = [['acceptedAnswer', 'suggestedAnswer'], ['comment']].map(names =>
    things.flatMap(thing => {
      const below = names.flatMap(one => itemsIn(thing.properties.get(one) ?? []))
      const isFirst =
        isOfAll &&
        thing.properties.has('author') &&
        thing.types.some(type => /Question|Posting/.test(type))
      return below.length > 0 && isFirst ? [thing, ...below] : below
    }),
  )
  // Each of them may stand by itself.
  const alone = page.facts.items.filter(({ types }) => written.test(types[0] ?? ''))
  return [...below, ...Map.groupBy(alone, ({ types }) => types[0]).values()]
}

const answers = stemsOf('reply response answer post message')
const posts = stemsOf('post message all thread forum')

/** Who wrote a post is its `user`, its `member` or its `customer`. */
const asWriter = ({ types }: FactItem, field: Field): Field => {
  const isWritten = types.some(type => written.test(type))
  const isWriter = wordsOf(field.name).every(({ stem }) => writers.has(stem))
  return isWritten && isWriter && field.kind === 'string' ? { ...field, name: 'author' } : field
}

const written = /Comment|Answer|Question|Posting|Review|Message/
const writers = stemsOf('user username poster member customer reviewer nickname name')

const rowOfItem = (item: FactItem, field: Field): AlignedRow => {
  const row = emptyRow()
  for (const property of field.properties) {
    const query = toQuery(asWriter(item, property))
    const match = matchItem(item, query)
    if (!match || match.score < leastMatch || isJudgementOfEntry(property)) continue
    const confidence = sureOfMatch.entry(match.score)
    const source = { node: undefined, fact: factOf(match), confidence }
    if (property.kind === 'array' && property.item) {
      const values: unknown[] = []
      for (const text of listOf(match.values, query.intent)) {
        const found = normalise(property.item, text)
        if (!found) continue
        row.sources.push([`/${property.name}/${values.length}`, { ...source, quote: found.quote }])
        values.push(found.value)
      }
      if (values.length > 0) setOwn(row.value, property.name, values)
      continue
    }
    const text = match.values.map(value => scalarOf(value, query.intent)).find(Boolean)
    addText(row, property, text, source)
  }
  return row
}
